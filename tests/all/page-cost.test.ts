import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parseHTML } from 'linkedom'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { processorMs, type Server, siteProgram, startServer } from '../bench/processes'
import { createHttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'

/**
 * The processor time of a page in the site's process, as a multiple of the time React needs to render the same markup
 * and compress it in this process. Both are measured alternately, because a slow machine slows both. React's time is
 * scaled to a fixed number of elements, so that a page with more elements does not look cheaper.
 */

// React chooses its production build when it is imported.
vi.hoisted(() => {
  process.env.NODE_ENV = 'production'
})

const rounds = 11
const pagesPerRound = 40
const rendersPerRound = 60
const warmUpPages = 400
const warmUpRenders = 200
/** The same quality as in app/server/responses/compress.server.ts. */
const brotliQuality = 4

type Client = ReturnType<typeof createHttpClient>

type Page = {
  name: string
  path: string
  as: 'visitor' | 'member'
  /** Number of elements to which React's time is scaled: that of the first measurement. */
  elements: number
  /** Maximum number of elements. */
  maxElements: number
  /** Maximum multiple of React's time: the value measured on Node 20, plus about a tenth. */
  maxRatio: number
}
const measuredPages: Page[] = [
  { name: 'a visitor’s home, rendered', path: '/', as: 'visitor', elements: 554, maxElements: 430, maxRatio: 8.8 },
  { name: 'a member’s home', path: '/', as: 'member', elements: 810, maxElements: 590, maxRatio: 15 },
  { name: '/deposit', path: '/deposit', as: 'member', elements: 708, maxElements: 550, maxRatio: 15 },
]
const unlimited = '{"all":[1000000000,60],"money":[1000000000,60],"loginId":[1000000,600]}'

/** Attributes with different names in React. */
const reactNames: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  autofocus: 'autoFocus',
  autocomplete: 'autoComplete',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  readonly: 'readOnly',
  enctype: 'encType',
  srcset: 'srcSet',
  crossorigin: 'crossOrigin',
  inputmode: 'inputMode',
  popovertarget: 'popoverTarget',
  popovertargetaction: 'popoverTargetAction',
}
/** Attributes for which React requires a handler or an object. */
const ignoredNames = /^on|^style$|^value$|^checked$|^selected$/

/** Converts markup to React elements with attributes and texts, without scripts. */
function toReact(node: Node, key = 0): ReactNode {
  if (node.nodeType === 3) return node.textContent
  if (node.nodeType !== 1) return null
  const element = node as Element
  const tag = element.localName
  if (tag === 'script' || tag === 'style') return null
  const props: Record<string, unknown> = { key }
  for (const { name, value } of element.attributes) {
    if (!ignoredNames.test(name))
      props[reactNames[name] ?? name] = value === '' && !/^(?:alt|href|data-)/.test(name) ? true : value
  }
  const children = [...element.childNodes].map(toReact)
  // Void elements must not get even an empty list of children.
  return children.length === 0 ? createElement(tag, props) : createElement(tag, props, children)
}

const middle = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

type Prepared = Page & { cookie: string; ownElements: number; renderAlone: () => unknown }

/** Loads a page and prepares rendering it with React only. */
async function prepare(client: Client, page: Page, cookie: string): Promise<Prepared> {
  const { body, status } = await client.send('GET', page.path, { headers: { Cookie: cookie } })
  expect(status).toBe(200)
  const markup = toReact(parseHTML(body).document.documentElement)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const renderAlone = () => brotliCompressSync(renderToString(markup), { params })
  return { ...page, cookie, ownElements: body.match(/<[a-zA-Z]/g)?.length ?? 0, renderAlone }
}

async function loadPages(client: Client, { path, cookie }: Prepared, count: number): Promise<void> {
  const headers = { Cookie: cookie, 'Accept-Encoding': 'br' }
  let left = count
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) expect((await client.send('GET', path, { headers })).status).toBe(200)
    }),
  )
}

/** Returns the processor time of a page as a multiple of React's. */
async function measure(site: Server, client: Client, page: Prepared): Promise<number> {
  const costs: number[] = []
  const limits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = processorMs(site.pid)
    await loadPages(client, page, pagesPerRound)
    costs.push((processorMs(site.pid) - before) / pagesPerRound)
    const began = process.cpuUsage()
    for (let index = 0; index < rendersPerRound; index += 1) page.renderAlone()
    const { user, system } = process.cpuUsage(began)
    limits.push(((user + system) / 1_000 / rendersPerRound) * (page.elements / page.ownElements))
  }
  const ratio = middle(costs.map((cost, round) => cost / (limits[round] ?? Number.NaN)))
  reportFigure(
    `${page.name}: ${page.ownElements} elements, ${middle(costs).toFixed(1)} ms, ${ratio.toFixed(1)} times React’s ` +
      `own ${middle(limits).toFixed(2)} ms`,
  )
  return ratio
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

describe('the processor time of a page compared with React only', () => {
  let site: Server
  let client: Client
  const pages = new Map<string, Prepared>()
  beforeAll(async () => {
    site = await startMeasured({})
    client = createHttpClient(site.port, 4)
    const member = await signIn(site)
    for (const page of measuredPages)
      pages.set(page.name, await prepare(client, page, page.as === 'member' ? member : 'bench=1'))
    // The pages alternate, because V8 optimizes React for the markup it has rendered.
    for (let index = 0; index < warmUpRenders; index += 1) for (const { renderAlone } of pages.values()) renderAlone()
    for (const page of pages.values()) await loadPages(client, page, warmUpPages)
  })
  afterAll(async () => {
    client?.close()
    await site?.stop()
  })

  it.each(measuredPages)('$name stays within its limit', async ({ name, maxElements, maxRatio }) => {
    const page = pages.get(name) ?? expect.unreachable()
    expect(page.ownElements).toBeLessThanOrEqual(maxElements)
    expect(await measure(site, client, page)).toBeLessThan(maxRatio)
  })
})
