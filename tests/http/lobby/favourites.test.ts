import { beforeAll, expect, it } from 'vitest'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import { copyOf, newMember, signedIn, type Visitor, visitor } from '../../support/visitor'

/** Favourites that the upstream keeps, and those that a browser had before. */

// The same secret, so that both read the cookies of a member.
const SESSION_SECRET = 'a secret for tests that is long enough to be taken'
const site = sharedSite({ SESSION_SECRET })
const { site: before, upstream: foreign } = sharedForeignSite({ SESSION_SECRET })
beforeAll(() => {
  for (const path of ['/user/get_favourites', '/user/set_favourite']) foreign.fail(path, { status: 404, body: '{}' })
})

type Listed = { favourites: { company: string; code: string }[] }
const favouritesOf = async (member: Pick<Visitor, 'call'>) =>
  ((await member.call('get-favourites', {})).json() as Listed).favourites.map(({ code }) => code)

it('are the member’s in every browser, and leave no cookie', async () => {
  const member = await newMember(site.base)
  const marked = await member.post('/favourite', { company: 'dodam-play', code: 'moon-rabbit-mill', on: 'yes' })
  expect([marked.status, member.cookies.has('favourites')]).toEqual([303, false])
  const tablet = visitor(site.base)
  await tablet.signIn(member.id, 'three-plain-words')
  const page = await tablet.get('/slot?view=favourites')
  expect(page.text).toContain('달토끼')
  await tablet.post('/favourite', { company: 'dodam-play', code: 'moon-rabbit-mill', on: 'no' })
  expect(await favouritesOf(member)).toEqual([])
})

it('that a browser had are handed over once, ten with a page, and one that is taken away meanwhile stays away', async () => {
  const old = await signedIn(before.base)
  for (let number = 1; number <= 12; number += 1)
    await old.post('/favourite', { company: 'dodam-play', code: `game-${number}`, on: 'yes' })
  expect(old.cookies.has('favourites')).toBe(true)

  const browser = copyOf(old, site.base)
  browser.cookies.delete('madang')
  await browser.signIn()
  await browser.get('/slot', { 'Sec-Purpose': 'prefetch' })
  expect(await favouritesOf(browser), 'a prefetch hands nothing over').toEqual([])
  await browser.get('/slot')
  expect((await favouritesOf(browser)).length).toBe(10)
  await browser.post('/favourite', { company: 'dodam-play', code: 'game-12', on: 'no' })
  await browser.get('/')
  expect(browser.cookies.has('favourites')).toBe(false)
  const codes = await favouritesOf(browser)
  expect(codes).toHaveLength(11)
  expect(codes).not.toContain('game-12')
  expect([codes[0], codes.at(-1)]).toEqual(['game-11', 'game-1'])
})

it('stay in the browser where the upstream has no such call, and are not stored where it fails', async () => {
  const member = await signedIn(before.base)
  await member.post('/favourite', { company: 'stone', code: '7', on: 'yes' })
  expect(member.cookies.has('favourites')).toBe(true)
  foreign.fail('/user/set_favourite', { status: 500 })
  expect((await member.post('/favourite', { company: 'stone', code: '8', on: 'yes' })).status).toBe(503)
  expect((await member.post('/favourite.data', { company: 'stone', code: '8', on: 'yes' })).status).toBe(503)
  foreign.fail('/user/set_favourite', { status: 404, body: '{}' })
})
