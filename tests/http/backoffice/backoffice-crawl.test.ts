import { beforeAll, describe, expect, it } from 'vitest'
import { isWholeProduct } from '../../support/products'
import { reportFigure } from '../../support/report-figure'
import { sharedSite } from '../../support/shared-site'
import { askBackoffice, secretsOnDatabase } from '../../support/site'
import { memberExchangePassword, newMember, type PageResponse, type Visitor, visitor } from '../../support/visitor'

/** Follows links and GET forms of the back office, one of each shape. `npm run test:all` crawls as every role. */

const token = secretsOnDatabase.BACKOFFICE_TOKEN
const site = sharedSite({
  BACKOFFICE_TOKEN: token,
  PLAY_APPROVAL_MS: '0',
  BACKOFFICE_SECOND_PERSON_FROM: '1000000',
  BACKOFFICE_SECOND_PERSON_FOR: 'change-member,make-token,erase,export-member,backup',
})
const roles = ['reader', 'support', 'cashier', 'owner'] as const
const tokens = new Map<string, string>()
const backoffice = async (command: string, payload: object = {}, own = token) => {
  const response = await askBackoffice(site.base, own, command, payload)
  const body = (await response.json()) as Record<string, unknown> & { rows: Record<string, string>[] }
  expect([command, body]).toEqual([command, expect.objectContaining({ status: expect.stringMatching(/^s/) })])
  return body
}
const transactionsOf = async (member: Visitor & { id: string }, kind = 'deposit') =>
  (await backoffice('movements', { kind, member: member.id, state: 'all', order: 'oldest' })).rows
const deposit = async (member: Visitor, balance: string) => (await member.formOn('/deposit', { balance })).post()

/** Creates at least one row of each kind, and lists with several pages. */
async function seed(): Promise<void> {
  for (const role of roles)
    tokens.set(role, String((await backoffice('make-token', { name: `a-${role}`, role })).token))
  await backoffice('make-token', { name: 'gone', role: 'machine' })
  await backoffice('end-token', { name: 'gone' })
  const [rich, plain, excluded, closed, erased] = await Promise.all(
    ['01011112222', '01022223333', '01044445555', '01055556666', '01066667777'].map((phone) =>
      newMember(site.base, { phone }),
    ),
  )
  if (!rich || !plain || !excluded || !closed || !erased) throw new Error('no members')
  for (const member of [rich, plain, closed])
    await backoffice('correct', { member: member.id, account: 'cash', won: 900_000, reason: 'a test' })
  for (const balance of ['30000', '40000', '50000', '60000', '2000000', '3000000']) await deposit(rich, balance)
  await deposit(excluded, '70000')
  await (await rich.formOn('/withdraw', { balance: '50000', exchange_pw: memberExchangePassword })).post()
  const [one, two, three, , large] = await transactionsOf(rich)
  await backoffice('approve', { kind: 'deposit', id: one?.id })
  await backoffice('cancel', { kind: 'deposit', id: two?.id, tell: 'not found' })
  await backoffice('credit', { id: three?.id, won: 45_000, tell: 'came in' })
  await backoffice('approve', { kind: 'deposit', id: large?.id }, tokens.get('cashier'))
  await backoffice('correct', { member: plain.id, account: 'cash', won: 1_500_000, reason: 'a test' })
  await backoffice('export-member', { member: plain.id })
  await backoffice('change-member', {
    ...{ member: plain.id, reason: 'a test' },
    bank: { name: '국민은행', number: '11122233344', owner: '홍길동' },
  })
  await (await plain.formOn('/deposit')).post({ intent: 'ask-account' })
  for (const title of ['a question', 'another'])
    await (await plain.formOn('/help?write', { title, contents: 'how?' })).post({ intent: 'write' })
  const { rows: asked } = await backoffice('requests', { member: plain.id })
  await backoffice('answer', { id: asked.at(-1)?.id, contents: 'like this' })
  await (await visitor(site.base).formOn('/forgot', { id: plain.id, phone: '01099998888' })).post()
  await backoffice('restrict', { member: excluded.id, exclude: '6m', reason: 'a test' })
  await backoffice('close', { member: closed.id, reason: 'a test' })
  const { id: first } = await backoffice('erase', { member: erased.id })
  await backoffice('erase', { member: erased.id, first }, tokens.get('owner'))
  await backoffice('note', { to: [rich.id], title: 'a note', contents: 'a text' })
  await backoffice('add-internal-note', { member: rich.id, contents: 'a note' })
  await backoffice('tag-member', { member: rich.id, tags: ['vip', '단골'] })
  for (const place of ['list', 'popup']) {
    await backoffice('add-notice', { place, title: 'a title', contents: 'a text' })
    const { idx } = await backoffice('add-notice', { place, title: 'an end', contents: 'a text' })
    await backoffice('end-notice', { place, idx })
  }
  await backoffice('maintenance', { provider: 'dodam-play', used: 'n' })
  await backoffice('add-referral-code', { code: 'CRAWL', owner: rich.id, origin: '*' })
  await backoffice('add-referral-code', { code: 'OUT', owner: rich.id })
  await backoffice('remove-referral-code', { code: 'OUT' })
  await backoffice('keep-view', { name: 'a view', address: '/backoffice/waiting?kind=deposit&state=all' })
  await backoffice('audit')
  await Promise.all(
    Array.from({ length: 55 }, () =>
      backoffice('correct', { member: rich.id, account: 'comp', won: 1, reason: 'a test' }),
    ),
  )
}

const filterNames = ['state', 'from', 'to', 'order', 'page', 'tick', 'by', 'column']
/** Parameters that don't affect the content of a page. */
const ignoredNames = ['back', 'address', 'requestId', 'fixed']
/** Parameters whose values lead to different kinds of pages. */
const kinds = ['kind', 'place', 'used', 'by', 'all']

/** Path and parameters of a URL, without the ignored ones. */
function identityOf(address: string): string {
  const { pathname, searchParams } = new URL(address, site.base)
  for (const name of ignoredNames) searchParams.delete(name)
  searchParams.sort()
  return `${pathname}?${searchParams}`
}

/** Path and parameter names of a URL, with the values that lead to a different kind of page. */
function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(identityOf(address), site.base)
  const isRead = (name: string) => countFilters(address) === 0 || kinds.includes(name) || filterNames.includes(name)
  const names = [...searchParams].flatMap(([name, value]) =>
    kinds.includes(name) ? [`${name}=${value}`] : isRead(name) ? [name] : [],
  )
  return `${pathname}?${[...new Set(names)].join('&')}`
}

/** Number of filters in a URL; a period counts as one. */
const countFilters = (address: string) =>
  filterNames.filter((name) => name !== 'to' && new URL(address, site.base).searchParams.get(name)).length

/** URLs of the GET forms of a page with their initial values, and with the first row ticked. */
function addressesOfForms(page: Document, here: string): string[] {
  return [...page.querySelectorAll('form')].flatMap((form) => {
    const fields = new URLSearchParams()
    for (const field of form.querySelectorAll('input[name], select[name], textarea[name]')) {
      const name = field.getAttribute('name') ?? ''
      const isBox = field.getAttribute('type') === 'checkbox'
      if (isBox && !field.hasAttribute('checked') && !(name === 'id' && !fields.has('id'))) continue
      const option = field.querySelector('option[selected]') ?? field.querySelector('option')
      fields.append(name, (option ?? field).getAttribute('value') ?? (isBox ? 'on' : ''))
    }
    const own = form.getAttribute('method') === 'post' ? [] : [form.getAttribute('action') ?? here]
    const buttons = [...form.querySelectorAll('button[formmethod=get]')].map(
      (button) => button.getAttribute('formaction') ?? here,
    )
    return [...own, ...buttons].map((action) => `${action.split('?')[0]}?${fields}`)
  })
}

const maxPageBytes = 60_000

function faultsOf({ status, body, page }: PageResponse): string[] {
  const empty = [...page.querySelectorAll('h1, h2, h3, legend, summary, dt, main a, button, th')].filter(
    (element) => !(element.textContent?.trim() || element.getAttribute('aria-label') || element.closest('svg')),
  )
  const bare = [...page.querySelectorAll('main section')].filter((section) => {
    const heading = section.querySelector('h2')
    return heading && section.textContent?.trim() === heading.textContent?.trim()
  })
  const heads = page.querySelectorAll('h1').length
  const bytes = Buffer.byteLength(body)
  return [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(bytes > maxPageBytes ? [`${bytes} bytes`] : []),
    ...(heads === 1 ? [] : [`${heads} headings of the first level`]),
    ...bare.map(({ textContent }) => `nothing below ${textContent}`),
    ...empty.map(({ outerHTML }) => `nothing in ${outerHTML.slice(0, 80)}`),
  ]
}

async function crawl(operator: Visitor) {
  const faults: string[] = []
  const found = new Set<string>()
  const shapes = new Set<string>()
  const fragments: { from: string; to: string }[] = []
  const ids = new Map<string, ReadonlySet<string>>()
  const queue: { to: string; from: string }[] = []
  let links = 0
  const add = (href: string, from: string, isForm = false) => {
    const { origin, pathname, searchParams, search, hash } = new URL(href, new URL(from, site.base))
    const to = pathname + search + hash
    links += 1
    // A notice links to the member page that shows it.
    if (['/', '/notice'].includes(href)) return undefined
    if (origin !== site.base || !pathname.startsWith('/backoffice'))
      return faults.push(`${from}: ${href} leads elsewhere`)
    if (searchParams.has('lng')) return undefined
    if (hash) fragments.push({ from, to })
    if (found.has(identityOf(to))) return undefined
    if (shapes.has(shapeOf(to)) || (!isForm && countFilters(to) > 0)) return undefined
    shapes.add(shapeOf(to))
    found.add(identityOf(to))
    return queue.push({ to, from })
  }
  const visit = async ({ to: address, from }: { to: string; from: string }) => {
    const response = await operator.follow(await operator.get(address.split('#')[0] ?? ''))
    if (response.headers.get('content-type')?.startsWith('text/csv')) {
      if (response.status !== 200 || response.body.length < 3) faults.push(`${from} → ${address}: no file`)
      return
    }
    const { page } = response
    faults.push(...faultsOf(response).map((fault) => `${from} → ${address}: ${fault}`))
    ids.set(shapeOf(address), new Set([...page.querySelectorAll('[id]')].map(({ id }) => id)))
    for (const link of page.querySelectorAll('a[href]')) add(link.getAttribute('href') ?? '', address)
    for (const to of addressesOfForms(page, address)) add(to, address, true)
  }
  add('/backoffice', '/backoffice')
  // Two at a time: the site renders one page while the test reads the other.
  while (queue.length > 0) await Promise.all(queue.splice(0, 2).map(visit))
  for (const { from, to } of fragments)
    if (!ids.get(shapeOf(to))?.has(decodeURIComponent(to.split('#')[1] ?? '')))
      faults.push(`${from} → ${to}: no such place`)
  return { faults, pages: found.size, links }
}

describe('every link and every GET form of the back office', () => {
  beforeAll(seed, 120_000)

  it.each(isWholeProduct ? roles : (['reader', 'owner'] as const))(
    'opens a valid page for a %s, with the linked section',
    async (role) => {
      const operator = visitor(site.base)
      await operator.post('/backoffice/login', {
        name: `a-${role}`,
        token: tokens.get(role) ?? '',
        next: '/backoffice',
      })
      const { faults, pages, links } = await crawl(operator)
      reportFigure(`a ${role} of the back office finds ${links} links to ${pages} pages`)
      expect(faults).toEqual([])
      expect(pages).toBeGreaterThan(60)
    },
    240_000,
  )
})
