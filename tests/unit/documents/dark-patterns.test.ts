import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getCatalogue } from '~/i18n/catalogue.server'
import { type Locale, locales } from '~/i18n/locale'

/** Phrases that the site never uses to keep members playing. Source: docs/safer-play.md. */

const filesIn = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path))

/** Patterns for phrases that rush members or exaggerate wins. The first of each language tests the pattern itself. */
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

describe.each(locales)('the texts in %s', (locale) => {
  it('contain no phrase that rushes members, in messages or shipped documents', () => {
    const urgency = urgencyOf(locale)
    expect(urgency.test(urgentWords[locale][0] ?? '')).toBe(true)
    const texts = [
      ...Object.entries(getCatalogue(locale)),
      ...filesIn('app/brand/shipped', new RegExp(`\\.${locale}\\.md$`)).map((path) => [
        path,
        readFileSync(path, 'utf8'),
      ]),
    ]
    expect(texts.length).toBeGreaterThan(300)
    expect(texts.filter(([, text]) => urgency.test(text ?? ''))).toEqual([])
  })
})
