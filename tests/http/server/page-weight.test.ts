import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { sharedClient, sharedSite } from '../../support/shared-site'
import { cookieHeader, signedIn } from '../../support/visitor'

/** Transfer sizes of pages in bytes of Brotli. A change that needs more raises its limit here. */

const site = sharedSite()
const client = sharedClient(site)
let member: string

beforeAll(async () => {
  member = await client.signIn()
  // A visitor's rails use lists that were loaded for members.
  await weigh('/slot', member)
})

/** An unknown cookie bypasses the page cache. */
const rendered = 'unknown=1'

async function weigh(path: string, cookie = ''): Promise<number> {
  const { status, headers } = await client.send('GET', path, {
    headers: { 'Accept-Encoding': 'gzip, deflate, br', ...(cookie ? { Cookie: cookie } : {}) },
  })
  expect([path, status]).toEqual([path, 200])
  return Number(headers['content-length'])
}

/** Files of the build that a page refers to, by extension. */
async function filesOf(path: string, cookie: string, ending: string): Promise<string[]> {
  const { body } = await client.send('GET', path, { headers: { Cookie: cookie } })
  const found = body.matchAll(new RegExp(`/assets/[\\w.-]+\\.${ending}(?=[\\\\"#])`, 'g'))
  return [...new Set([...found].map(([address]) => address))]
}

async function weighAll(files: readonly string[]): Promise<number> {
  const bytes = await Promise.all(files.map((file) => weigh(file)))
  return bytes.reduce((sum, weight) => sum + weight, 0)
}

it.each([
  ['/', rendered, 8_500],
  ['/', () => member, 9_500],
  // Includes the URL of its client action's file (docs/decisions/035-lost-responses.md).
  ['/deposit', () => member, 8_700],
  ['/slot', () => member, 13_000],
  ['/slot.data?_routes=root%2Cfeatures%2Flobby%2Fslot', () => member, 4_700],
] as const)('%s stays within its size limit', async (path, cookie, maxBytes) => {
  expect(await weigh(path, typeof cookie === 'string' ? cookie : cookie())).toBeLessThanOrEqual(maxBytes)
})

it('the measured page data includes more than the shell’s', async () => {
  const frame = await weigh('/slot.data?_routes=root', member)
  expect(await weigh('/slot.data?_routes=root%2Cfeatures%2Flobby%2Fslot', member)).toBeGreaterThan(2 * frame)
})

it.each([
  ['/', rendered, 5_200],
  ['/login', rendered, 1_900],
  ['/register', rendered, 2_500],
  ['/nowhere', rendered, 1_800],
  ['/', () => member, 6_800],
  ['/deposit', () => member, 4_300],
  ['/withdraw', () => member, 4_400],
  ['/comp', () => member, 2_500],
  ['/note', () => member, 3_500],
  ['/notice', () => member, 3_400],
  ['/help', () => member, 3_600],
  ['/documents', () => member, 2_400],
  ['/user', () => member, 4_300],
  ['/user?tab=history', () => member, 6_200],
  ['/user?tab=limits', () => member, 5_000],
  ['/casino', () => member, 6_000],
  ['/sport', () => member, 16_500],
  ['/slot', () => member, 10_700],
] as const)('%s stays within its limit of loader data for hydration', async (path, cookie, maxBytes) => {
  const sent = await client.send('GET', path, { headers: { Cookie: typeof cookie === 'string' ? cookie : cookie() } })
  const parts = [...sent.body.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)]
  const bytes = parts.reduce((sum, [, part = '""']) => sum + Buffer.byteLength(JSON.parse(part)), 0)
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(maxBytes)
})

it('documents contain no loader data, because they never hydrate', async () => {
  for (const path of ['/terms', '/privacy', '/accessibility', '/safer-play']) {
    const { body } = await client.send('GET', path, { headers: { Cookie: member } })
    expect(body, path).not.toContain('streamController')
  }
})

it('scripts and texts of the first visit stay within their size limit', async () => {
  const scripts = await filesOf('/', rendered, '(?:js|json)')
  expect(scripts.some((name) => name.includes('/ko-'))).toBe(true)
  expect(await weighAll(scripts)).toBeLessThanOrEqual(124_300)
})

it('a visitor’s home loads fewer texts than other pages and a member’s home', async () => {
  const wordsOf = async (path: string, cookie: string) => (await filesOf(path, cookie, 'json')).sort()
  const ofHome = await wordsOf('/', rendered)
  const ofLogin = await wordsOf('/login', rendered)
  expect([ofHome.length, ofLogin.length]).toEqual([1, 2])
  expect(ofLogin).toEqual(expect.arrayContaining(ofHome))
  for (const path of ['/', '/deposit']) expect(await wordsOf(path, member), path).toEqual(ofLogin)
  expect(await weighAll(ofHome)).toBeLessThanOrEqual(3_500)
  expect(await weighAll(ofLogin)).toBeLessThanOrEqual(17_640)
})

it('a member’s page lists the scripts for member-only parts, and a visitor’s doesn’t', async () => {
  const forMembers = async (path: string, cookie: string) =>
    (await filesOf(path, cookie, 'js')).filter((name) => /\/member-(?:shell|home)-/.test(name))
  for (const path of ['/', '/deposit', '/nowhere']) expect(await forMembers(path, member), path).toHaveLength(2)
  for (const path of ['/', '/login']) expect(await forMembers(path, rendered), path).toEqual([])
})

it('every page uses the same style sheet and the same icon file, for visitors and members', async () => {
  const visitors = ['/', '/login', '/register', '/terms', '/nowhere']
  const members = ['/', '/terms', '/nowhere', '/deposit', '/slot', '/user', '/note']
  for (const ending of ['css', 'svg']) {
    const named = await Promise.all([
      ...visitors.map((path) => filesOf(path, rendered, ending)),
      ...members.map((path) => filesOf(path, member, ending)),
    ])
    expect([ending, new Set(named.flat()).size, named.every((files) => files.length === 1)]).toEqual([ending, 1, true])
  }
  expect(await weighAll(await filesOf('/', rendered, 'css'))).toBeLessThanOrEqual(14_320)
  expect(await weighAll(await filesOf('/', rendered, 'svg'))).toBeLessThanOrEqual(2_000)
})

it('scripts loaded later load no style sheet, because it would override rules meant to override it', () => {
  const scripts = readdirSync('build/client/assets').filter(
    (name) => name.endsWith('.js') && !name.startsWith('manifest-'),
  )
  expect(scripts.length).toBeGreaterThan(10)
  const naming = scripts.filter((name) =>
    /assets\/[\w.-]+\.css["'`]/.test(readFileSync(`build/client/assets/${name}`, 'utf8')),
  )
  expect(naming).toEqual([])
})

it('a member’s home with recent games, favourites and two pending deposits stays within its size limit', async () => {
  const player = await signedIn(site.base)
  const { page } = await player.get('/slot?page=9')
  const games = [...page.querySelectorAll('main ul[aria-labelledby=games] a')]
    .slice(0, 16)
    .map((link) => Object.fromEntries(new URL(link.getAttribute('href') ?? '', site.base).searchParams))
  for (const game of games.slice(0, 8)) expect((await player.post('/game', game)).status).toBe(303)
  for (const game of games.slice(8)) expect((await player.post('/favourite', { ...game, on: 'yes' })).status).toBe(303)
  for (const code of [randomUUID(), randomUUID()])
    expect((await player.call('apply-user-deposit', { balance: 10_000, code })).status).toBe(200)
  const home = await player.get('/')
  for (const row of ['continue', 'favourites'])
    expect(home.page.querySelectorAll(`main ul[aria-labelledby=${row}] a`).length, row).toBeGreaterThanOrEqual(6)
  expect(await weigh('/', cookieHeader(player))).toBeLessThanOrEqual(11_600)
})
