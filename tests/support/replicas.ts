import { startHaproxy } from './haproxy'
import { startRedis } from './redis'
import { createSiteDatabase, type Site, secretsOnDatabase, startSingleSite } from './site'

/**
 * Starts a site's processes behind a round-robin HAProxy, with a separate PostgreSQL database and Redis. `startSite`
 * uses it in a run with TEST_REPLICAS. `process` is the first process, and `output` that of all processes.
 * @throws Error for a site on PGlite, whose folder only one process can use. Skip its test with isReplicated.
 */
export async function startReplicas(count: number, settings: Record<string, string>): Promise<Site> {
  if (settings.DATABASE_URL === '') throw new Error('a site on PGlite has only one process')
  const ownDatabase =
    settings.DATABASE_URL || 'UPSTREAM_URL' in settings ? undefined : await createSiteDatabase(settings)
  const ownRedis = settings.REDIS_URL ? undefined : await startRedis()
  const shared = {
    ...(ownDatabase ? { DATABASE_URL: ownDatabase.url, ...secretsOnDatabase } : {}),
    ...(ownRedis ? { REDIS_URL: ownRedis.url } : {}),
    ...settings,
  }
  const deleteData = async () => {
    await ownRedis?.kill()
    await ownDatabase?.drop()
  }
  const started = await Promise.allSettled(Array.from({ length: count }, () => startSingleSite(shared)))
  const sites = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const [first] = sites
  const failed = started.find((start) => start.status === 'rejected')
  if (failed || !first) {
    for (const site of sites) await site.kill()
    await deleteData()
    throw failed?.reason
  }
  // Without checks, because all processes are ready, and so many checks would slow down the tests.
  const proxy = await startHaproxy(
    sites.map(({ port }) => port),
    { checked: false },
  )
  return {
    base: proxy.base,
    port: proxy.port,
    dataDir: first.dataDir,
    process: first.process,
    output: () => sites.map((site) => site.output()).join(''),
    ended: Promise.all(sites.map(({ ended }) => ended)).then(([exitCode]) => exitCode ?? null),
    stop: async () => {
      const [exitCode = null] = await Promise.all(sites.map((site) => site.stop()))
      await proxy.stop()
      await deleteData()
      return exitCode
    },
    kill: async () => {
      await Promise.all(sites.map((site) => site.kill()))
      await proxy.stop()
      await deleteData()
    },
  }
}
