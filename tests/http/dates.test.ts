import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDatesWithoutYear } from '../support/dates'
import { type Site, startSite } from '../support/site'
import { normalizedText, type PageResponse, signedIn, type Visitor } from '../support/visitor'

/** Dates outside the site's own pages: in the history file, in games and on payment pages. */

let site: Site
let member: Visitor

beforeAll(async () => {
  site = await startSite()
  member = await signedIn(site.base)
})
afterAll(() => site?.stop())

it.each(['money', 'bets', 'comp'])('the file of the history (%s) has no date without its year', async (tab) => {
  const file = await member.get(`/user/history.csv?tab=${tab}`)
  expect(file.status).toBe(200)
  if (tab === 'money') expect(file.body).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/)
  expect(findDatesWithoutYear(file.body)).toEqual([])
})

it('games and payment pages have no date without its year', async () => {
  const payments: PageResponse[] = []
  for (const path of ['/deposit', '/withdraw']) {
    payments.push(await (await member.formOn(path, { idx: '1', balance: '10000' })).post())
  }
  // Last, because it moves the whole wallet into the game.
  const game = await member.post('/game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
  for (const { status, location } of [...payments, game]) {
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/house\/(game|pay)\//)])
    for (const lng of ['ko', 'en']) {
      const page = await member.get(location ?? '', { 'Accept-Language': lng })
      expect([page.status, normalizedText(page.page.body)]).toEqual([200, expect.stringMatching(/\S/)])
      expect(findDatesWithoutYear(normalizedText(page.page.body))).toEqual([])
    }
  }
})

it('the search for dates without a year does not match amounts, rates and codes', () => {
  for (const wrong of ['03.05 09:00', '오늘 11:20', 'Nov 9', '9 November', '11월 9일', '11/09', '2024-03-05, 09:00']) {
    expect(findDatesWithoutYear(wrong), wrong).not.toEqual([])
  }
  for (const right of ['2024-03-05', '2024-03-05 09:00', '10.000 won', '96.50%', '1/2', '***-**-*1234', '1:1']) {
    expect(findDatesWithoutYear(right), right).toEqual([])
  }
})
