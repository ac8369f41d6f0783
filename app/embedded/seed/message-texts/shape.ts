/** A message of one language. */
export type Message = { title: string; contents: string }

/** The subjects of help requests that have an automatic answer of their own. */
export const subjectNames = ['withdrawal', 'deposit', 'password', 'games', 'other'] as const
export type Subject = (typeof subjectNames)[number]

/** The messages in one language; `{{site}}` is the site's name. */
export type MessageTexts = {
  notes: Record<'welcome' | 'comp' | 'exchangePassword', Message> &
    Record<'accountChanged' | 'newBrowser' | 'wrongCodes' | 'factorOff' | 'factorEnded' | 'limitsReminder', Message>
  helpRequests: Record<'bankAccount' | 'maintenance', Message>
  /** The answer to the help request about the bank account. */
  bankAccountAnswer: string
  notices: Record<'breaks' | 'depositAccount' | 'maintenance', Message>
  popup: Message
  /** The help request that stands for asking for the bank account to pay into. */
  accountRequest: Message
  /** The automatic answer to it. */
  accountAnswer: string
  /** What is around an automatic answer, with `{{answer}}` in it. */
  answer: string
  answers: Record<Subject, string>
}
