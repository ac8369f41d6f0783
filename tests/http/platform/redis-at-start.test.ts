import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../bin/free-port.mjs'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis'
import { settingsForTests } from '../../support/settings'
import { sharedFolder } from '../../support/shared-folder'
import { onPglite, spawnSite } from '../../support/site'

/** A site that can't use its Redis, at start-up and later. */

describe.runIf(hasRedis)('a site', () => {
  const folder = sharedFolder('redis')
  let redis: TestRedis
  const started: ReturnType<typeof spawnSite>[] = []

  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    for (const { process, ended } of started) {
      process.kill('SIGKILL')
      await ended
    }
    await redis?.kill()
  })

  async function start(redisUrl: string) {
    const port = await freePort()
    const dataDir = join(folder, String(port))
    const settings = { ...onPglite, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, REDIS_URL: redisUrl }
    const site = spawnSite(settingsForTests(settings))
    started.push(site)
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    return { ...site, get, readyz: async () => (await get('/readyz'))?.status }
  }

  it.each([
    ['a wrong password', (url: string) => url.replace('redis://', 'redis://:wrong@'), 'WRONGPASS'],
    ['no password', (url: string) => url, 'NOAUTH'],
  ])('with %s for Redis fails to start, with one sentence that names the setting', async (_, urlOf, why) => {
    redis.tell('CONFIG', 'SET', 'requirepass', 'right')
    try {
      const site = await start(urlOf(redis.url))
      expect(await site.ended).toBe(1)
      const lines = site.stderr().trim().split('\n')
      expect(lines).toEqual([expect.stringMatching(/^REDIS_URL: /)])
      expect(lines[0]).toContain(why)
    } finally {
      redis.tell('-a', 'right', 'CONFIG', 'SET', 'requirepass', '')
    }
  })

  it('isn’t ready before Redis first responds, stays ready afterwards, and reports a changed password', async () => {
    await redis.kill()
    const site = await start(redis.url)
    await expect.poll(site.output).toContain('Redis: no answer yet')
    await expect.poll(site.readyz).toBe(503)
    await redis.start()
    await expect.poll(site.readyz).toBe(200)

    redis.tell('CONFIG', 'SET', 'requirepass', 'changed')
    redis.tell('-a', 'changed', 'CLIENT', 'KILL', 'TYPE', 'normal')
    await expect.poll(site.output).toContain('NOAUTH')
    expect(site.output()).toMatch(/"level":"warn".*NOAUTH/)
    const probe = async () => {
      const response = await site.get('/readyz')
      return [response?.status, await response?.json()]
    }
    await expect.poll(probe).toMatchObject([200, { checks: { redis: { ok: false } } }])
    expect(await (await site.get('/metrics'))?.text()).toMatch(/^madang_redis_up 0$/m)
  })
})
