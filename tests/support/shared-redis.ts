import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { connectRedis, type SharedStore } from '~/platform/redis.server'
import { hasRedis, startRedis, type TestRedis } from './redis'

/** A Redis that a file's tests share, started before them. @param options.persists whether it persists its data. */
export function sharedRedis({ persists = false } = {}) {
  const redis = {} as TestRedis
  const folder = mkdtempSync(join(tmpdir(), 'madang-redis-'))
  const opened: SharedStore[] = []
  beforeAll(async () => {
    if (hasRedis) Object.assign(redis, await startRedis(persists ? folder : undefined))
  })
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()))
    await redis.kill?.()
    rmSync(folder, { recursive: true, force: true })
  })
  /** The connection of another replica of a site. */
  function connect(): SharedStore {
    const store = connectRedis(redis.url)
    opened.push(store)
    return store
  }
  return { redis, connect }
}
