import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processorMs, type Server, siteProgram, startServer } from '../bench/processes'
import { createHttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'

/**
 * What a page costs the site's process beside what React alone needs for the same markup, rendered once and compressed
 * once in a process of its own, turn and turn about: a slow machine slows both. React's cost counts for a fixed number of
 * elements, so that a page with more elements does not look cheaper; the number has a bound of its own.
 */

const rounds = 11
const pagesPerRound = 40
const rendersPerRound = 60
const warmUpPages = 400

type Page = {
  name: string
  path: string
  as: 'visitor' | 'member'
  /** React's own cost is counted for as many elements, those of the page when it was first measured. */
  elements: number
  /** The most elements; more are another page. */
  maxElements: number
  /** The most, in multiples of React's own cost: what was measured on Node 20, and a sixth more for the machine. */
  maxRatio: number
}
const ownPages: Page[] = [
  { name: 'a visitor’s home, rendered', path: '/', as: 'visitor', elements: 554, maxElements: 430, maxRatio: 9.4 },
  { name: 'a member’s home', path: '/', as: 'member', elements: 810, maxElements: 590, maxRatio: 16 },
  { name: '/deposit', path: '/deposit', as: 'member', elements: 708, maxElements: 550, maxRatio: 14 },
]
const unlimited = '{"all":[1000000000,60],"money":[1000000000,60],"loginId":[1000000,600]}'

const middle = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

async function measure(site: Server, page: Page, cookie: string) {
  const client = createHttpClient(site.port, 4)
  const headers = { Cookie: cookie, 'Accept-Encoding': 'br' }
  const { body, status } = await client.send('GET', page.path, { headers: { Cookie: cookie } })
  expect(status).toBe(200)
  const elements = body.match(/<[a-zA-Z]/g)?.length ?? 0
  // React's own cost is that of its production build, which is chosen when it is imported.
  const reactAlone = fork('tests/bench/react-alone.mjs', { env: { ...process.env, NODE_ENV: 'production' } })
  const renderAlone = async (message: string | number): Promise<number> => {
    reactAlone.send(message)
    const [ms] = await once(reactAlone, 'message')
    return ms
  }
  const loadPages = async (count: number) => {
    let left = count
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (left-- > 0) expect((await client.send('GET', page.path, { headers })).status).toBe(200)
      }),
    )
  }
  await renderAlone(body)
  await loadPages(warmUpPages)
  const costs: number[] = []
  const limits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = processorMs(site.pid)
    await loadPages(pagesPerRound)
    costs.push((processorMs(site.pid) - before) / pagesPerRound)
    limits.push((await renderAlone(rendersPerRound)) * (page.elements / elements))
  }
  client.close()
  reactAlone.kill()
  const ratio = middle(costs.map((cost, round) => cost / (limits[round] ?? Number.NaN)))
  reportFigure(
    `${page.name}: ${elements} elements, ${middle(costs).toFixed(1)} ms, ${ratio.toFixed(1)} times React’s own ` +
      `${middle(limits).toFixed(2)} ms`,
  )
  return { ratio, elements }
}

const startMeasured = (settings: Record<string, string>) =>
  startServer(siteProgram, {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'madang-page-cost-')),
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
    RATE_LIMITS: unlimited,
    ...settings,
  })

async function signIn({ port }: Server): Promise<string> {
  const client = createHttpClient(port)
  const cookie = await client.signIn()
  client.close()
  return cookie
}

function expectWithin({ ratio, elements }: Awaited<ReturnType<typeof measure>>, page: Page): void {
  expect(elements).toBeLessThanOrEqual(page.maxElements)
  expect(ratio).toBeLessThan(page.maxRatio)
}

describe('compared with rendering by React alone', () => {
  let site: Server
  let member: string
  beforeAll(async () => {
    site = await startMeasured({})
    member = await signIn(site)
  })
  afterAll(() => site?.stop())

  it.each(ownPages)('$name costs no more than before', async (page) => {
    expectWithin(await measure(site, page, page.as === 'member' ? member : 'bench=1'), page)
  })
})
