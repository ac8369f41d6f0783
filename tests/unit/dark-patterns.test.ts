import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getCatalogue } from '~/i18n/catalogue.server'
import { type Locale, locales } from '~/i18n/locale'
import { contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'

/** What this site never does to keep somebody playing. Source: docs/safer-play.md. */

const filesIn = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path))

/** Words that hurry somebody, or make much of a win, as patterns. The first of each is the bait of the test itself. */
const urgentWords: Record<Locale, readonly string[]> = {
  ko: [
    ...['지금 바로', '서두르', '서둘러', '임박', '선착순', '놓치지', '마지막 기회', '오늘만', '기간 한정', '한정 기간'],
    ...['당장', '대박', '아깝게', '한 번만 더'],
  ],
  en: [
    ...['hurry', 'last chance', 'don.t miss', 'do not miss', 'limited[- ]time', 'act now', 'only today', 'today only'],
    ...['ends? soon', 'almost won', 'near miss', 'lucky (day|streak)', 'big win', 'one more (spin|try|round)'],
  ],
  vn: [
    ...['đừng bỏ lỡ', 'nhanh tay', 'nhanh lên', 'cơ hội cuối', 'có hạn', 'chỉ hôm nay', 'sắp hết', 'sắp kết thúc'],
    ...['tranh thủ', 'ngay bây giờ', 'suýt (thắng|trúng)'],
  ],
  th: [
    ...['อย่าพลาด', 'รีบ', 'โอกาสสุดท้าย', 'จำนวนจำกัด', 'เวลาจำกัด', 'เฉพาะวันนี้', 'ใกล้หมด', '(?<!สาย)ด่วน'],
    ...['เกือบชนะ', 'อีกครั้งเดียว'],
  ],
  jp: [
    ...['今すぐ', 'お急ぎ', '急いで', '最後のチャンス', 'お見逃し', '期間限定', '本日限り', '今日だけ', '残りわずか'],
    ...['先着', '惜しい', 'もう一回'],
  ],
  cn: ['限时', '赶快', '赶紧', '最后机会', '错过', '仅限今日', '即将结束', '抢先', '手慢', '差一点', '再来一次'],
}
const urgencyOf = (locale: Locale) => new RegExp(urgentWords[locale].join('|'), 'i')

describe.each(locales)('the words of %s', (locale) => {
  it('hurry nobody: neither the messages nor the shipped documents', () => {
    const urgency = urgencyOf(locale)
    expect(urgency.test(urgentWords[locale][0] ?? '')).toBe(true)
    const said = [
      ...Object.entries(getCatalogue(locale)),
      ...filesIn('app/brand/shipped', new RegExp(`\\.${locale}\\.md$`)).map((path) => [
        path,
        readFileSync(path, 'utf8'),
      ]),
    ]
    expect(said.length).toBeGreaterThan(300)
    expect(said.filter(([, text]) => urgency.test(text ?? ''))).toEqual([])
  })
})

describe('the sandbox', () => {
  it('hurries nobody either: neither its pages nor the messages and notices that it begins with', () => {
    const paths = [...filesIn('app/embedded/play', /\.ts$/), ...filesIn('app/embedded/seed', /\.(ts|json)$/)]
    expect(paths.length).toBeGreaterThan(10)
    const hurried = paths.filter((path) => {
      const quoted = readFileSync(path, 'utf8').replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')
      const language = locales.find((locale) => path.endsWith(`/message-texts/${locale}.ts`))
      return [language, 'ko' as const, 'en' as const].some((one) => one && urgencyOf(one).test(quoted))
    })
    expect(hurried).toEqual([])
  })
})

describe('a withdrawal that waits', () => {
  /** Each of these was looked at: none takes back a withdrawal. A new one is to be looked at, too. */
  const changes = [
    ...['accept-documents', 'change-password', 'do-logout', 'set-play-limits', 'user-do-login', 'user-register'],
    ...['apply-deposit-payment', 'apply-user-deposit', 'apply-user-withdraw', 'withdrawal-launcher'],
    ...['money-to-point', 'roll-to-balance', 'open-game', 'transfer-in', 'transfer-out'],
    ...[
      'del-all-help',
      'read-help-message',
      'read-note-message',
      'user-ask-account',
      'user-del-note',
      'user-write-help',
    ],
  ]
  const intents = [
    ...['add', 'all', 'ask-account', 'bring-back', 'clear', 'deposit', 'exchange', 'set', 'withdraw'],
    ...['check-id', 'check-nick', 'delete-all', 'password', 'register', 'write'],
    ...['break', 'exclude', 'go-on', 'limits', 'limits-cancel', 'limits-confirm', 'stop'],
    // In the sandbox: confirm or leave a payment's page, before it is made.
    ...['bring-in', 'confirm', 'leave'],
  ]

  it('is taken back by no call', () => {
    const writes = Object.entries(contract as Record<string, Call>).filter(([, { effect }]) => effect === 'write')
    expect(writes.map(([callName]) => callName).sort()).toEqual([...changes].sort())
  })

  /** Where code says which button was pressed, on a form or in what reads it: names stand in the first group. */
  const intentPatterns = [
    /intentField\(([^)]*)\)/g,
    /name="intent" value="([\w-]+)"/g,
    /\bintent: '([\w-]+)'/g,
    /readIntent\([^[]*\[([^\]]*)/g,
    /(?:choice|intent)\w*(?: =|:) z\.enum\(\[([^\]]*)/gi,
  ]

  it('is taken back by no button and no form', () => {
    const code = filesIn('app', /\.tsx?$/).map((path) => readFileSync(path, 'utf8'))
    const writtenBy = intentPatterns.map((pattern) =>
      code.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? [])),
    )
    expect(writtenBy.filter((names) => names.length === 0)).toEqual([])
    const written = writtenBy.flat()
    expect(new Set(written).size).toBeGreaterThan(10)
    expect([...new Set(written)].filter((name) => !intents.includes(name) && name !== 'string')).toEqual([])
  })
})
