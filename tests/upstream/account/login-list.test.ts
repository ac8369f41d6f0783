import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import ko from '~/embedded/seed/message-texts/ko.json'
import { days, hours } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { backoffice } = createBackofficeOf(embedded)
const { getPage, openGame } = createCallsOf(embedded)

type Member = { id: string; pw: string }
const phone = { 'X-Browser': 'Chrome on Android', 'X-Device': randomUUID(), 'X-Forwarded-For': '203.0.113.7' }
const logIn = async ({ id, pw }: Member, headers: Record<string, string> = phone) =>
  (await embedded.call('user-do-login', { id, pw }, undefined, headers)).response.token
const list = async (token: string) => (await embedded.call('get-login-list', {}, token)).response.logins
const isLive = async (token: string) => (await embedded.call('user-health-check', {}, token)).httpStatus === 200
const notesOf = async (token: string) => (await embedded.call('get-user-note', {}, token)).response.note
const newBrowserNote = ko.notes.newBrowser.title
const browserNotes = async (token: string) =>
  (await notesOf(token)).filter(({ title }) => title === newBrowserNote).length

describe('the list of logins', () => {
  it('has the current login, other active ones and the last 20 ended ones, without complete addresses', async () => {
    const member = await embedded.newMember()
    const [own, phoneToken] = [await logIn(member), await logIn(member, { ...phone, 'X-Browser': 'Safari on iPhone' })]
    for (let times = 0; times < 22; times += 1) {
      embedded.advanceClock(1_000)
      const ended = await logIn(member, {})
      await embedded.call('do-logout', {}, ended)
    }
    const logins = await list(own)
    expect(logins.map(({ endedAt }) => endedAt === null)).toEqual([true, true, true, ...Array(20).fill(false)])
    expect(logins[0]).toMatchObject({ current: true, browser: 'Chrome on Android', network: '203.0.113.*' })
    expect(logins.filter(({ current }) => current)).toHaveLength(1)
    expect(logins.some(({ browser }) => browser === 'Safari on iPhone')).toBe(true)
    expect((await list(phoneToken)).find(({ current }) => current)?.browser).toBe('Safari on iPhone')
    expect(Date.parse(String(logins[3]?.endedAt))).toBeGreaterThanOrEqual(Date.parse(String(logins[3]?.at)))
  })

  it('lists an expired login as ended', async () => {
    const member = await embedded.newMember()
    await logIn(member)
    embedded.advanceClock(hours(24))
    const logins = await list(await logIn(member))
    expect(logins.map(({ endedAt }) => endedAt === null)).toEqual([true, false, false])
  })
})

describe('ending a login', () => {
  it('ends the login with the given ID, or all except the current one', async () => {
    const member = await embedded.newMember()
    const [own, second, third] = [await logIn(member), await logIn(member), await logIn(member)]
    const id = String((await list(second)).find(({ current }) => current)?.id)
    expect((await embedded.call('end-login', { id }, own)).status).toBe('success')
    expect([await isLive(own), await isLive(second), await isLive(third)]).toEqual([true, false, true])
    expect((await embedded.call('end-login', { id }, own)).status, 'ended before').toBe('success')
    expect((await embedded.call('end-login', { others: true }, own)).status).toBe('success')
    expect([await isLive(own), await isLive(third), await isLive(member.token)]).toEqual([true, false, false])
  })

  it('also ends the games of ended logins, but not those of the current one', async () => {
    const member = await embedded.newMember()
    const [own, second] = [await logIn(member), await logIn(member)]
    const [ownGame, game] = [await openGame(own), await openGame(second)]
    const statuses = async () => [(await getPage(ownGame.path)).status, (await getPage(game.path)).status]
    expect(await statuses()).toEqual([200, 200])
    expect((await embedded.call('end-login', { others: true }, own)).status).toBe('success')
    expect(await statuses()).toEqual([200, 410])
  })

  it('ends no login of another member, and none without an ID', async () => {
    const [member, stranger] = [await embedded.newMember(), await embedded.newMember()]
    const [{ id = '' } = {}] = await list(stranger.token)
    expect((await embedded.call('end-login', { id }, member.token)).status).toBe('not_found')
    expect((await embedded.call('end-login', { id: '%' }, member.token)).status).toBe('not_found')
    for (const payload of [{}, { id, others: true }, { others: false }])
      expect((await embedded.call('end-login', payload, member.token)).httpStatus).toBe(400)
    expect(await isLive(stranger.token)).toBe(true)
  })
})

describe('a note about a new browser', () => {
  it('is sent after a login from a browser not seen in 90 days, but not for a member’s first browser', async () => {
    const member = await embedded.newMember()
    expect(await browserNotes(await logIn(member))).toBe(0)
    expect(await browserNotes(await logIn(member))).toBe(0)
    const another = { ...phone, 'X-Device': randomUUID() }
    expect(await browserNotes(await logIn(member, another))).toBe(1)
    expect(await browserNotes(await logIn(member, another))).toBe(1)
    const third = { ...phone, 'X-Device': randomUUID() }
    expect(await browserNotes(await logIn(member, third)), 'at most one unread note an hour').toBe(1)
    embedded.advanceClock(days(90))
    expect(await browserNotes(await logIn(member, another))).toBe(2)
    const inEnglish = await embedded.call('get-user-note', {}, await logIn(member), { 'Accept-Language': 'en' })
    expect(JSON.stringify(inEnglish.body)).toContain('A login from a new browser')
  })

  it('depends on hashes of at most 50 browsers’ random values per member', async () => {
    const member = await embedded.newMember()
    for (let times = 0; times < 52; times += 1) await logIn(member, { ...phone, 'X-Device': randomUUID() })
    const rows = await embedded.query<{ hash: string }>(
      'select hash from member_browsers b join members m on m.id = b.member_id where user_id = $1',
      [member.id],
    )
    expect(rows).toHaveLength(50)
    expect(JSON.stringify(rows)).not.toContain(phone['X-Device'])
  })

  it('depends on browsers that are deleted when the member is erased', async () => {
    const member = await embedded.newMember()
    await logIn(member)
    await backoffice('erase', { member: member.id })
    expect(
      await embedded.query(
        "select 1 from tokens where browser = 'Chrome on Android' and member_id = (select max(id) from members)",
      ),
    ).toEqual([])
    expect(
      await embedded.query('select 1 from member_browsers where member_id = (select max(id) from members)'),
    ).toEqual([])
  })
})
