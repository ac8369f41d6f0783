export type Message = { title: string; contents: string }

export const subjectNames = ['withdrawal', 'deposit', 'password', 'games', 'other'] as const
export type Subject = (typeof subjectNames)[number]

export type MessageTexts = {
  notes: Record<'welcome' | 'comp' | 'exchangePassword', Message> &
    Record<'accountChanged' | 'newBrowser' | 'wrongCodes' | 'factorOff' | 'factorEnded' | 'limitsReminder', Message>
  helpRequests: Record<'bankAccount' | 'maintenance', Message>
  bankAccountAnswer: string
  notices: Record<'breaks' | 'depositAccount' | 'maintenance', Message>
  popup: Message
  accountRequest: Message
  accountAnswer: string
  answer: string
  answers: Record<Subject, string>
}
