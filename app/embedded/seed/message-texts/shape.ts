export type Message = { title: string; contents: string }

export const subjectNames = ['withdrawal', 'deposit', 'password', 'games', 'other'] as const
export type Subject = (typeof subjectNames)[number]

export type AccountChange = 'login' | 'exchange' | 'phone' | 'bank'

/** The messages in one language; `{{site}}` is the site's name. */
export type MessageTexts = {
  notes: Record<'welcome' | 'comp' | 'withdrawalPassword', Message> &
    Record<'newBrowser' | 'wrongCodes' | 'factorOff' | 'factorEnded' | 'limitsReminder', Message> & {
      /** A note for each change that holds withdrawals back. */
      accountChanged: { titles: Record<AccountChange, string>; contents: string }
    }
  helpRequests: Record<'bankAccount' | 'maintenance', Message>
  bankAccountAnswer: string
  notices: Record<'breaks' | 'depositAccount' | 'maintenance', Message>
  popup: Message
  accountRequest: Message
  accountAnswer: string
  answer: string
  answers: Record<Subject, string>
}
