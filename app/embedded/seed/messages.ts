import { type Locale, locales } from '~/i18n/locale'
import type { BankAccount } from '~/upstream/contract/fields/values'
import { memoize } from '~/values/memoize'
import type { InquirySubject, NoteTopic } from '~/values/status'
import type { SiteName } from '../context.server'
import type { Language } from '../member-language'
import cn from './message-texts/cn.json'
import en from './message-texts/en.json'
import jp from './message-texts/jp.json'
import ko from './message-texts/ko.json'
import textsOf100 from './message-texts/of-1.0.0.json'
import th from './message-texts/th.json'
import vn from './message-texts/vn.json'

export type Message = { title: string; contents: string; topic?: NoteTopic | undefined }

const subjectNames = ['withdrawal', 'deposit', 'password', 'games', 'other'] as const

/** The messages in one language; `{{site}}` is the site's name. */
type MessageTexts = typeof ko

export type AccountChange = keyof MessageTexts['notes']['accountChanged']['titles']

const texts: Readonly<Record<Locale, MessageTexts>> = { ko, en, vn, jp, cn, th }

export const shippedSiteName: SiteName = {
  ko: '마당',
  en: 'Madang',
  vn: 'Madang',
  jp: 'Madang',
  cn: 'Madang',
  th: 'Madang',
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

export function demoMessages(siteName: SiteName) {
  const { notes, helpRequests, bankAccountAnswer, notices, popup } = textsWithName('ko', siteName)
  return {
    notes: [
      { ...notes.welcome, minutesAgo: 6 * dayMinutes, read: true },
      { ...notes.comp, minutesAgo: 2 * dayMinutes, read: false },
      { ...notes.withdrawalPassword, minutesAgo: 5 * hourMinutes, read: false },
    ],
    helpRequests: [
      {
        ...helpRequests.bankAccount,
        minutesAgo: 3 * dayMinutes,
        answer: { contents: bankAccountAnswer, minutesAgo: 2 * dayMinutes + 20 * hourMinutes },
      },
      { ...helpRequests.maintenance, minutesAgo: 40, answer: undefined },
    ],
    notices: [
      { ...notices.breaks, place: 'list', minutesAgo: 12 * dayMinutes },
      { ...notices.depositAccount, place: 'list', minutesAgo: 5 * dayMinutes },
      { ...notices.maintenance, place: 'list', minutesAgo: dayMinutes },
      { ...popup, place: 'popup', minutesAgo: dayMinutes },
    ],
  } as const
}

/** The notes about an account, each with what it asks the member to open. */
const accountNotes = {
  newBrowser: 'logins',
  wrongCodes: 'loginPassword',
  factorOff: 'loginPassword',
  factorEnded: undefined,
} as const satisfies Record<string, NoteTopic | undefined>
const accountChanges = ['login', 'exchange', 'phone', 'bank'] as const satisfies readonly AccountChange[]
export type AccountNote = keyof typeof accountNotes | { changed: AccountChange }

const noteIn = (notes: MessageTexts['notes'], name: AccountNote): Message =>
  typeof name === 'string'
    ? { ...notes[name], topic: accountNotes[name] }
    : { title: notes.accountChanged.titles[name.changed], contents: notes.accountChanged.contents }

export const accountNote = (name: AccountNote): Message => noteIn(ko.notes, name)

export const limitsReminderNote: Message = ko.notes.limitsReminder

export const accountHelpRequest = (language: Language): Message => texts[language].accountRequest

const answerOf = {
  withdrawal: 'withdrawal',
  deposit: 'deposit',
  account: 'password',
  game: 'games',
  other: 'other',
} as const

export function automaticHelpAnswer(
  { account, subject }: { account: boolean; subject: InquirySubject | null },
  language: Language,
  siteName: SiteName = shippedSiteName,
): string {
  if (account) return texts[language].accountAnswer
  return automaticAnswer(textsWithName(language, siteName), answerOf[subject ?? 'other'])
}

export function practiceAccount(language: Language): BankAccount {
  return language === 'ko'
    ? { bank: '연습은행', number: '000-0000-0000', holder: '연습' }
    : { bank: 'Practice Bank', number: '000-0000-0000', holder: 'Practice' }
}

/** Returns a seeded message in the reader's language. Other messages are returned unchanged. */
export function messageInLanguage<M extends Message>(stored: M, locale: Locale, siteName = shippedSiteName): M {
  const { byLocale, messageIndexes } = ownTexts(siteName)
  const index = messageIndexes.get(messageKey(stored))
  return index === undefined ? stored : { ...stored, ...byLocale.get(locale)?.messages[index] }
}

export function answerInLanguage(stored: string, locale: Locale, siteName = shippedSiteName): string {
  const { byLocale, answerIndexes } = ownTexts(siteName)
  const index = answerIndexes.get(stored)
  return (index === undefined ? undefined : byLocale.get(locale)?.answers[index]) ?? stored
}

const ownTexts = memoize((siteName: SiteName) => {
  const listed = (locale: Locale) => {
    const own = textsWithName(locale, siteName)
    const bySubject = subjectNames.map((subject) => automaticAnswer(own, subject))
    const answers = [own.bankAccountAnswer, own.accountAnswer, ...bySubject]
    return { messages: listMessages(own), answers }
  }
  const byLocale = new Map(locales.map((locale) => [locale, listed(locale)]))
  // Texts stored by release 1.0.0 that have changed since then.
  const earlier = (['ko', 'en'] as const).map((locale) => withName(textsOf100[locale], siteName[locale]))
  const stored = [...earlier, listed('ko'), listed('en')]
  return {
    byLocale,
    messageIndexes: new Map(
      stored.flatMap(({ messages }) =>
        messages.flatMap((message, index): [string, number][] => (message ? [[messageKey(message), index]] : [])),
      ),
    ),
    answerIndexes: new Map(
      stored.flatMap(({ answers }) => answers.map((answer, index): [string, number] => [answer, index])),
    ),
  }
})

function listMessages({ notes, helpRequests, notices, popup, accountRequest }: MessageTexts): Message[] {
  return [
    ...[
      notes.welcome,
      { ...notes.comp, topic: 'comp' as const },
      { ...notes.withdrawalPassword, topic: 'withdrawalPassword' as const },
      ...[
        ...(Object.keys(accountNotes) as (keyof typeof accountNotes)[]),
        ...accountChanges.map((changed) => ({ changed })),
      ].map((name) => noteIn(notes, name)),
      { ...notes.limitsReminder, topic: 'limits' as const },
    ],
    ...[helpRequests.bankAccount, helpRequests.maintenance, accountRequest],
    ...[notices.breaks, notices.depositAccount, notices.maintenance, popup],
  ]
}

const messageKey = ({ title, contents }: Message): string => JSON.stringify([title, contents])

function automaticAnswer({ answer, answers }: MessageTexts, subject: (typeof subjectNames)[number]): string {
  return answer.replace('{{answer}}', () => answers[subject])
}

const textsWithName = (locale: Locale, siteName: SiteName): MessageTexts => withName(texts[locale], siteName[locale])

function withName<T>(texts: T, siteName: string): T {
  const name = JSON.stringify(siteName).slice(1, -1)
  return JSON.parse(JSON.stringify(texts).replaceAll('{{site}}', () => name))
}
