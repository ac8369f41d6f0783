import { beforeAll, describe, expect, it } from 'vitest'
import { answerDueHelpRequests } from '~/embedded/messages/inquiries.server'
import textsOf100 from '~/embedded/seed/message-texts/of-1.0.0.json'
import { answerInLanguage, limitsReminderNote, messageInLanguage, shippedSiteName } from '~/embedded/seed/messages'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { backoffice } = createBackofficeOf(embedded)
const { depositByPayment, getPage } = createCallsOf(embedded)
let token: string
beforeAll(async () => {
  token = await embedded.signIn()
})

/** Returns the texts of all messages for a member by kind, in the language of the call. */
async function textsIn(language: string) {
  const headers: Record<string, string> = language === '' ? {} : { 'Accept-Language': language }
  const ask = async <S extends Parameters<typeof embedded.call>[0]>(callName: S) =>
    (await embedded.call(callName, {}, token, headers)).response
  const [popups, notices, notes, helps] = [
    (await ask('get-notice-popup')).note,
    (await ask('get-user-notices')).notices,
    (await ask('get-user-note')).note,
    (await ask('get-help-list')).helps,
  ]
  return {
    popups: popups.flatMap(({ title, contents }) => [title, contents]),
    notices: notices.flatMap(({ title, contents }) => [title, contents]),
    notes: notes.flatMap(({ title, text }) => [title, text]),
    helps: helps.flatMap(({ title, contents, ref }) => [title, contents, ...(ref ? [ref.contents] : [])]),
  }
}

/** Patterns for the scripts, which distinguish the six languages as far as possible. */
const scripts: Record<Locale, RegExp> = {
  ko: /\p{Script=Hangul}/u,
  en: /^[\x20-\x7e\n]+$/,
  vn: /[à-ỹ]/i,
  jp: /\p{Script=Hiragana}|\p{Script=Katakana}/u,
  cn: /\p{Script=Han}/u,
  th: /\p{Script=Thai}/u,
}

describe('messages of the embedded upstream', () => {
  it('are in the reader’s language even if 1.0.0 stored them', () => {
    const named = (text: string) => text.replaceAll('{{site}}', shippedSiteName.ko)
    for (const message of textsOf100.ko.messages) {
      if (!message) continue
      const stored = { title: named(message.title), contents: named(message.contents) }
      const { title, contents } = messageInLanguage(stored, 'th')
      for (const text of [title, contents]) expect(text).toMatch(scripts.th)
    }
    expect(messageInLanguage({ ...limitsReminderNote, topic: undefined }, 'th')).toHaveProperty('topic', 'limits')
    for (const answer of textsOf100.ko.answers) expect(answerInLanguage(named(answer), 'th')).toMatch(scripts.th)
  })

  it('are in the call’s language in pop-ups, notices, notes, help requests and their answers', async () => {
    const counts = { popups: 2, notices: 6, notes: 6, helps: 5 }
    const seen = new Set<string>()
    for (const locale of locales) {
      const texts = await textsIn(bcp47[locale])
      expect(Object.fromEntries(Object.entries(texts).map(([kind, all]) => [kind, all.length]))).toEqual(counts)
      for (const text of Object.values(texts).flat()) {
        expect(text, locale).toMatch(scripts[locale])
        if (locale !== 'ko') expect(text, locale).not.toMatch(scripts.ko)
        if (locale !== 'jp') expect(text, locale).not.toMatch(scripts.jp)
        expect(text).not.toMatch(/\{\{|[!\uff01]/)
        seen.add(text ?? '')
      }
    }
    expect(seen.size).toBe(locales.length * 19)
  })

  it('are Korean without a requested language, and English for an unsupported one', async () => {
    expect(await textsIn('')).toEqual(await textsIn('ko'))
    expect(await textsIn('fr-CH, fr;q=0.9')).toEqual(await textsIn('en'))
    expect(await textsIn('zh-TW')).toEqual(await textsIn('zh-CN'))
  })

  it('are in the call’s language if added later, as automatic answers and the account request', async () => {
    const inThai = { 'Accept-Language': 'th' }
    await embedded.call(
      'user-write-help',
      { title: 'ถอนเงิน', contents: 'ถอนเงินได้เมื่อไร', subject: 'withdrawal' },
      token,
      inThai,
    )
    await embedded.call('user-ask-account', {}, token, inThai)
    embedded.advanceClock(embedded.options.playApprovalMs)
    await answerDueHelpRequests(embedded.context())
    for (const [language, question, answer] of [
      ['th', 'ขอเลขที่บัญชีสำหรับฝากเงิน', 'คุณแจ้งถอนเงินได้ที่หน้าถอนเงิน'],
      ['ja', '振込先口座のお問い合わせ', '出金は、出金画面で10,000ウォン単位で申請できます'],
      ['ko', '입금 계좌 문의', '출금은 출금 화면에서 10,000원 단위로'],
    ] as const) {
      const { helps } = await textsIn(language)
      expect(helps.slice(0, 2).concat(helps.slice(3, 5)), language).toEqual([
        question,
        expect.any(String),
        // A member's text is not translated.
        'ถอนเงิน',
        'ถอนเงินได้เมื่อไร',
      ])
      expect(helps[5]).toContain(answer)
      expect(helps[2], 'the answer about the account is a single line').not.toContain('\n')
    }
  })
})

it('payment methods have a different name in every language, in the history too', async () => {
  const { response } = await depositByPayment(token, 50_000, 2)
  for (const [language, name] of [
    ['ko', '이음 상품권'],
    ['en', 'Ieum Gift Card'],
    ['th', 'Ieum Gift Card'],
  ] as const) {
    const headers = { 'Accept-Language': language }
    const { payments } = (await embedded.call('get-deposit-payment', {}, token, headers)).response
    const { balances } = (await embedded.call('get-deposit-list', {}, token, headers)).response
    expect([payments[1]?.name, balances[0]?.method], language).toEqual([name, name])
  }
  expect((await getPage(`${response.launcherUrl}?lng=en`)).text).toContain('Ieum Gift Card')
})

it('messages of the back office are never translated, even an answer that replaces an automatic one', async () => {
  const title = '오늘의 공지'
  const contents = '직접 쓴 내용입니다'
  for (const place of ['list', 'popup']) await backoffice('add-notice', { place, title, contents })
  await backoffice('note', { to: ['demo'], title, contents })
  const { rows } = await backoffice('requests', { state: 'already' })
  const answered = rows?.find((row) => String(row.title).startsWith('출금 계좌'))
  await backoffice('answer', { id: answered?.id, contents, replace: true })
  for (const locale of locales) {
    const { popups, notices, notes, helps } = await textsIn(bcp47[locale])
    for (const newest of [popups, notices, notes]) expect(newest.slice(0, 2), locale).toEqual([title, contents])
    expect(helps, locale).toContain(contents)
  }
})
