import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { oldFiles, oldFolders, oldHeaders, oldSettings, replacedBy, toNewAddress } from '~/platform/old-names'
import { createHttpClient } from '../../support/http-client'
import { runBackoffice } from '../../support/run-backoffice'
import { sharedFolder } from '../../support/shared-folder'
import { sharedSite } from '../../support/shared-site'
import { askBackoffice, isReplicated, onPglite } from '../../support/site'
import { newMember, type Visitor, visitor } from '../../support/visitor'

/** The names of 1.0.0 work throughout 1.x: each row of app/platform/old-names.ts, on the built site. */

const token = 't'.repeat(40)
const providerSecret = 'p'.repeat(40)
const folder = sharedFolder('old-names')
const [dataDir, tokenFile] = [join(folder, 'data'), join(folder, 'token')]
mkdirSync(dataDir)
for (const file of [tokenFile, ...Object.values(oldFiles).map((name) => join(dataDir, name))])
  writeFileSync(file, token)

/** Returns the status and location of a request with this Host. */
async function answeredAs(port: number, path: string, host: string): Promise<unknown[]> {
  const client = createHttpClient(port)
  const { status, headers } = await client.send('GET', path, { headers: { Host: host } })
  client.close()
  return [status, headers.location]
}

// These sites use PGlite, whose store only one process may open.
describe.skipIf(isReplicated)('a site with the settings of 1.0.0', () => {
  const values: Record<keyof typeof oldSettings, [ending: string, value: string]> = {
    BACKOFFICE_TOKEN: ['_FILE', tokenFile],
    BACKOFFICE_SECOND_PERSON_FROM: ['', '1000'],
    BACKOFFICE_SECOND_PERSON_FOR: ['', 'erase'],
    BACKOFFICE_SECOND_FACTOR: ['', 'optional'],
    BACKOFFICE_WEB: ['', 'on'],
    BACKOFFICE_ORIGIN: ['', 'https://office.example'],
  }
  const rows = Object.entries(oldSettings).map(([now, before]) => {
    const [ending, value] = values[now as keyof typeof values]
    return [`${before}${ending}`, value] as const
  })
  const site = sharedSite({ ...onPglite, ...Object.fromEntries(rows) })

  it('warns about each once, and applies them', async () => {
    for (const [now, before] of Object.entries(oldSettings))
      expect(site.output().split(replacedBy(before, now))).toHaveLength(2)
    expect((await askBackoffice(site.base, token, 'you')).status, 'the token').toBe(200)
    const correct = { member: 'demo', account: 'cash', won: 1_000, reason: 'a test' }
    expect(await (await askBackoffice(site.base, token, 'correct', correct)).json()).toMatchObject({
      status: 'second_person',
    })
    expect(await answeredAs(site.port, '/desk/log?all', 'office.example')).toEqual([308, '/backoffice/log?all'])
    expect(await answeredAs(site.port, '/desk', `127.0.0.1:${site.port}`), 'on another host').toEqual([404, undefined])
  })
})

describe.skipIf(isReplicated)('a site with the files of 1.0.0', () => {
  const site = sharedSite({
    ...onPglite,
    DATA_DIR: dataDir,
    PROVIDER_SECRET: providerSecret,
    PLAY_APPROVAL_MS: '0',
    LOG_LEVEL: 'info',
  })
  let member: Visitor
  let game: string
  beforeAll(async () => {
    member = await newMember(site.base)
    const opened = await member.call('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    game = new URL((opened.json() as { gameUrl: string }).gameUrl, site.base).pathname
  })

  it('uses its stored token, as does the program, which also runs under its old names', async () => {
    expect((await askBackoffice(site.base, token, 'you')).status).toBe(200)
    for (const name of Object.keys(oldFiles)) expect(existsSync(join(dataDir, name))).toBe(false)
    const settings = { PORT: `${site.port}`, DATA_DIR: dataDir, npm_lifecycle_event: 'desk' }
    const { code, err } = await runBackoffice(settings, 'deposits')
    expect([code, err]).toEqual([0, `${replacedBy('npm run desk', 'npm run backoffice')}\n`])
    const byOldPath = await runBackoffice({ ...settings, npm_lifecycle_event: '', PROGRAM: 'bin/desk.mjs' }, 'deposits')
    expect([byOldPath.code, byOldPath.err]).toEqual([0, ''])
    expect((await runBackoffice({ ...settings, DESK_TOKEN: 'x', BACKOFFICE_TOKEN: 'y' }, 'deposits')).err).toContain(
      'BACKOFFICE_TOKEN: DESK_TOKEN, its old name, has another value; remove DESK_TOKEN',
    )
  })

  const callBack = async (path: string, time: string, signature: string) => {
    const at = `${Date.now()}`
    const body = JSON.stringify({
      type: 'rollback',
      provider: 'dodam-play',
      id: `${path}${time}`.replace(/\W/g, '.'),
      bet: 'none',
    })
    const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
    const headers = { [time]: at, [signature]: hmac(hmac(providerSecret, 'dodam-play'), `${at}.${body}`) }
    return (await fetch(site.base + path, { method: 'POST', headers, body })).status
  }
  const examples: Record<(typeof oldFolders)[number]['now'], (folder: string) => Promise<unknown>> = {
    '/callbacks': (of) => callBack(`${of}/dodam-play`, 'X-Callback-Time', 'X-Callback-Signature'),
    '/backoffice/api': async (of) => (await askBackoffice(site.base, token, 'you', {}, of)).status,
    '/sandbox': async (of) => (await member.get(game.replace('/sandbox', of))).status,
    '/backoffice': async (of) => {
      const operator = visitor(site.base)
      const fields = { name: 'owner', token, next: `${of}/waiting?kind=deposit` }
      const response = await operator.post(`${of}/login`, fields)
      if (of === '/backoffice') return response.location === '/backoffice/waiting?kind=deposit' ? 200 : response
      expect([response.status, response.location, response.headers.get('Cache-Control')]).toEqual([
        ...[308, '/backoffice/login', 'no-store'],
      ])
      return (await operator.post('/backoffice/login', fields)).location === toNewAddress(fields.next) ? 200 : response
    },
  }
  it.each(oldFolders)('$before leads to the same response as $now', async ({ now, before }) => {
    expect([await examples[now](now), await examples[now](before)]).toEqual([200, 200])
    expect((await member.get(`${before}x/nowhere`)).status).toBe(404)
  })

  it('accepts signatures of callbacks in headers with either name', async () => {
    const [time, signature] = ['X-Callback-Time', 'X-Callback-Signature'] as const
    expect(await callBack('/callbacks/dodam-play', oldHeaders[time], oldHeaders[signature])).toBe(200)
    expect(await callBack('/house/callback/dodam-play', oldHeaders[time], oldHeaders[signature])).toBe(200)
    expect(await callBack('/callbacks/dodam-play', 'X-Other-Time', oldHeaders[signature])).toBe(401)
  })

  it('accepts API sessions in headers with either name', async () => {
    const ask = async (header: string, value: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', [header]: value }
      return (await fetch(`${site.base}/backoffice/api/you`, { method: 'POST', headers, body: '{}' })).status
    }
    const started = (await (await askBackoffice(site.base, token, 'begin-desk-session')).json()) as { session: string }
    for (const header of ['X-Backoffice-Session', oldHeaders['X-Backoffice-Session']])
      expect([await ask(header, started.session), await ask(header, 'of nobody')], header).toEqual([200, 401])
  })

  it('opens the screen of a view stored by 1.0.0', async () => {
    const keep = (name: string, address: string) => askBackoffice(site.base, token, 'keep-view', { name, address })
    for (const of of ['/backoffice', '/desk']) expect((await keep(of, `${of}/waiting?kind=deposit`)).status).toBe(200)
    const { rows } = (await (await askBackoffice(site.base, token, 'views')).json()) as { rows: { address: string }[] }
    expect(rows.map(({ address }) => address)).toEqual(Array(2).fill('/backoffice/waiting?kind=deposit'))
  })

  it('logs no key of a game, at either URL', async () => {
    const key = game.split('/').at(-1) ?? ''
    expect(key.length).toBeGreaterThan(30)
    expect(site.output()).toContain(`${game.slice(0, -key.length)}-`)
    expect(site.output()).toContain('/house/game/-')
    expect(site.output()).not.toContain(key)
  })
})
