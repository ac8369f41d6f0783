import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { timestampOf } from '~/features/account/history/paged-list.server'
import { toItemRow } from '~/features/inbox/items/items.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { locales } from '~/i18n/locale'
import { provider } from '~/upstream/contract/fields/provider'
import { lenientDate } from '~/upstream/contract/fields/values'
import { playLimits } from '~/upstream/contract/play-limits'

/** Malformed dates and matches from an upstream, none of which may make a page fail. */

const oddDate = fc.oneof(
  fc.constantFrom(
    ...`+275760-09-13T00:00:00Z +275760-09-13 -271821-04-20T00:00:00.000Z -000001-01-01T00:00:00Z 0000-01-01
    0001-01-01T00:00:00Z 9999-12-31T23:59:59.999Z +010000-01-01T00:00:00Z 1 99999 2026-02-30 2026-13-45T99:99:99Z
    NaN`.split(/\s+/),
    ...['', ' ', 'Invalid Date'],
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.string(),
  fc.oneof(fc.integer(), fc.double(), fc.constant(null), fc.boolean(), fc.array(fc.string()), fc.object()),
)

const someDate = /^(?:-|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)$/
const parsedDate = (value: unknown) => lenientDate.parse(value)

it('a malformed date is shown as - or with a four-digit year, in every format of every language', () => {
  fc.assert(
    fc.property(oddDate, fc.constantFrom(...locales), (value, locale) => {
      const i18n = i18nFor(locale)
      // Formatters also get unparsed values.
      for (const iso of [parsedDate(value), ...(typeof value === 'string' ? [value] : [])]) {
        expect(i18n.date(iso)).toMatch(someDate)
        expect(i18n.dateTime(iso)).toMatch(someDate)
        expect(toItemRow({ _id: 1, title: 'x', regDate: iso }, i18n).dateText).not.toMatch(/NaN|undefined|Invalid/)
        expect(timestampOf({ at: iso })).not.toBeNaN()
      }
    }),
  )
})

it('a date without an offset is in UTC, in every time zone of the site and the browser', () => {
  const zone = process.env.TZ
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  process.env.TZ = 'Asia/Seoul'
  expect(new Date(0).getHours(), 'this process is in Seoul').toBe(9)
  const minute = '2026-11-30T14:11:00.000Z'
  for (const [sent, parsed] of [
    ['2026-11-30 14:11:00', minute],
    ['2026-11-30T14:11:00.000000', minute],
    ['2026/11/30 14:11', minute],
    ['Mon, 30 Nov 2026 14:11:00', minute],
    ['2026-11-30', '2026-11-30T00:00:00.000Z'],
    ['2026/11/30', '2026-11-30T00:00:00.000Z'],
    ['2026-11-30T14:11:00Z', minute],
    ['2026-11-30 14:11:00 UTC', minute],
    ['Mon, 30 Nov 2026 14:11:00 GMT', minute],
    ['2026-11-30T23:11:00+09:00', minute],
    ['2026-11-30 23:11:00.000000+09', minute],
    ['Mon Nov 30 2026 09:11:00 GMT-0500 (Eastern Standard Time)', minute],
  ]) {
    expect(parsedDate(sent), sent).toBe(parsed)
    expect(playLimits.parse({ breakUntil: sent }).breakUntil, sent).toBe(parsed)
  }
})

it('a malformed match is omitted from its provider’s matches, and so are a match’s invalid odds of a draw', () => {
  const match = { kind: 'football', startsAt: 'soon', home: { nameKo: '가람' }, away: { nameKo: '누리' } }
  const odds = { home: 185, draw: 1.5, away: 420 }
  const matchesOf = (matches: unknown) => provider.parse({ code: 'a', matches }).matches
  expect(matchesOf([match, { ...match, odds: { home: 99, away: 420 } }, { ...match, odds }])).toEqual([
    { ...match, startsAt: '', odds: { home: 185, away: 420 } },
  ])
  expect([matchesOf('none'), matchesOf([null, {}])]).toEqual([undefined, undefined])
})
