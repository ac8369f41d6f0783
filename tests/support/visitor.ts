import { parseHTML } from 'linkedom'

/** A response to a browser without JavaScript. */
export type PageResponse = {
  status: number
  headers: Headers
  /** The target of a redirect: path and query on this site, or else a whole URL. */
  location: string | null
  body: string
  /** The page, parsed on first access. */
  page: Document
  /** The text of the page's main part, with white space collapsed. */
  text: string
  /** @throws SyntaxError if the body is not JSON */
  json: () => unknown
}

export type Form = {
  action: string
  /** The fields to send: hidden inputs, default values and typed values. */
  fields: Record<string, string>
  /** Submits the form. `more` overrides fields or has the name and value of the clicked button. */
  post: (more?: Record<string, string>) => Promise<PageResponse>
}

export type Visitor = ReturnType<typeof visitor>

/** The visitors' pages, and a missing page. Without a ticket, /login/code redirects to the login. */
export const visitorPaths = [
  ...['/', '/login', '/login/code', '/register', '/register?code=MADANG', '/forgot', '/reset', '/reset?kind=exchange'],
  ...['/terms', '/privacy', '/accessibility', '/safer-play', '/nowhere'],
]

/**
 * A browser without JavaScript. It stores cookies, sends Origin and Sec-Fetch-Site, and does not follow redirects. It
 * requests uncompressed pages, because compression would take a seventh of the HTTP tests' processor time.
 * @param base the site's origin, without a trailing slash.
 * @param extraHeaders sent with every request, even instead of the browser's headers, such as Host and Origin.
 */
export function visitor(base: string, extraHeaders: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, init: { body?: string; headers?: Record<string, string> } = {}) {
    const response = await fetch(new URL(path, base), {
      method,
      body: init.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(120_000),
      headers: {
        Accept: 'text/html,application/xhtml+xml',
        'Accept-Encoding': 'identity',
        ...(cookies.size > 0 ? { Cookie: cookieHeader({ cookies }) } : {}),
        ...(method === 'POST' ? { Origin: base, 'Sec-Fetch-Site': 'same-origin' } : {}),
        ...extraHeaders,
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    return readResponse(response, await response.text(), base)
  }

  function storeCookie(line: string): void {
    const [pair = '', ...rules] = line.split(';')
    const [name = '', ...value] = pair.trim().split('=')
    const isExpired = rules.some((rule) => {
      const [what = '', when = ''] = rule.trim().toLowerCase().split('=')
      return (what === 'max-age' && Number(when) <= 0) || (what === 'expires' && Date.parse(when) <= Date.now())
    })
    if (isExpired) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }

  const get = (path: string, headers?: Record<string, string>) => send('GET', path, { headers })

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    })

  /** Calls `POST /api/routes/<segment>`, like a script on the page. */
  const call = (callName: string, payload: unknown, headers: Record<string, string> = {}) =>
    send('POST', `/api/routes/${callName}`, {
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    })

  /** Fills in the page's form that has all fields of `typed` and, if given, this `action`. */
  function formIn(response: PageResponse, path: string, typed: Record<string, string> = {}, action?: string): Form {
    const forms = [...response.page.querySelectorAll('form')].map((form) => ({
      target: pathOnSite(form.getAttribute('action') || path, base),
      method: (form.getAttribute('method') ?? 'get').toLowerCase(),
      fields: fieldsOf(form),
      names: fieldNamesOf(form),
    }))
    const wanted = forms.filter(
      (form) =>
        form.method === 'post' &&
        (action === undefined || form.target.split('?')[0] === action) &&
        Object.keys(typed).every((name) => form.names.has(name)),
    )
    // A drawer may have a form with the same fields, but the page's form posts to the page itself.
    const found = wanted.find(({ target }) => target.split('?')[0] === path.split('?')[0]) ?? wanted[0]
    if (!found)
      throw new Error(`No form on ${path} (${response.status}) has ${Object.keys(typed).join(', ') || 'this action'}`)
    // The form of a member's first deposit asks about limits, which most tests don't need.
    const answers: Record<string, string> = found.names.has('question') ? { limit: 'none' } : {}
    const fields = { ...found.fields, ...answers, ...typed }
    return { action: found.target, fields, post: (more = {}) => post(found.target, { ...fields, ...more }) }
  }

  async function formOn(path: string, typed: Record<string, string> = {}, action?: string): Promise<Form> {
    return formIn(await get(path), path, typed, action)
  }

  /** Follows at most ten redirects within this site. */
  async function follow(response: PageResponse): Promise<PageResponse> {
    let last = response
    for (let hops = 0; last.location?.startsWith('/') && hops < 10; hops++) last = await get(last.location)
    return last
  }

  /** Posts the login form without opening its page, which other tests cover. */
  async function signIn(id = 'demo', pw = 'demo-1234'): Promise<PageResponse> {
    const response = await post('/login', { id, pw })
    if (response.status !== 303)
      throw new Error(`Logging in as ${id} returned ${response.status}: ${response.text.slice(0, 400)}`)
    return response
  }

  return { base, cookies, get, post, call, send, formIn, formOn, follow, signIn }
}

/** Signs in as the demo member by default. */
export async function signedIn(base: string, id?: string, pw?: string): Promise<Visitor> {
  const member = visitor(base)
  await member.signIn(id, pw)
  return member
}

/** Returns a browser's cookies as a request header. */
export function cookieHeader({ cookies }: Pick<Visitor, 'cookies'>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Returns another browser with the same cookies, on the same site or another. */
export function copyOf(browser: Pick<Visitor, 'base' | 'cookies'>, base = browser.base): Visitor {
  const copy = visitor(base)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

/** Returns a member's wallet from the API. */
export async function walletOf(member: Pick<Visitor, 'call'>): Promise<{ balance: number; rolling: number }> {
  return (await member.call('get-in-game-balance', {})).json() as { balance: number; rolling: number }
}

type Transactions = { total: number; balances: { id: string; balance: number; status: string }[] }

/** Returns a member's newest deposits or withdrawals from the API. */
export async function transactionsOf(
  member: Pick<Visitor, 'call'>,
  kind: 'deposit' | 'withdraw',
): Promise<Transactions> {
  return (await member.call(`get-${kind}-list`, { page: 1 })).json() as Transactions
}

let registeredCount = 0

/** Registers and signs in a new member, so that tests don't share a wallet. */
export async function newMember(
  base: string,
  typed?: Readonly<Record<string, string>>,
): Promise<Visitor & { id: string }> {
  const member = visitor(base)
  const id = await registerMember(member, typed)
  return { ...member, id }
}

export const memberPassword = 'three-plain-words'
export const memberExchangePassword = '2580'

/** The fields of a registration, except the member's id and nickname. */
export const registrationFields = {
  pw: memberPassword,
  pass_check: memberPassword,
  phone: '010-1234-5678',
  bankname: '국민은행',
  banknumber: '123-456-7890',
  bankowner: '김하늘',
  exchange_pw: memberExchangePassword,
  code: 'MADANG',
  adult: 'on',
}

/** Posts the registration form, which also signs in. @param typed fields of this member. @returns the new id. */
export async function registerMember(browser: Visitor, typed: Readonly<Record<string, string>> = {}): Promise<string> {
  const unique = `${process.pid.toString(36)}${Date.now().toString(36).slice(-6)}${(registeredCount++).toString(36)}`
  const id = `t${unique}`.slice(0, 20)
  const response = await browser.post('/register', {
    ...registrationFields,
    id,
    nick: `n${unique}`.slice(0, 16),
    phone: `010${`${Date.now()}${registeredCount}`.slice(-8)}`,
    // Each member has a different bank account, because a self-exclusion blocks registrations with the same one.
    banknumber: `${String(process.pid).padStart(7, '1')}${registeredCount}1234`,
    ...typed,
  })
  if (response.status !== 303)
    throw new Error(`Registering returned ${response.status}: ${response.text.slice(0, 600)}`)
  return id
}

function pathOnSite(href: string, base: string): string {
  const url = new URL(href, base)
  return url.origin === new URL(base).origin ? `${url.pathname}${url.search}` : url.href
}

function readResponse(response: Response, body: string, base: string): PageResponse {
  let page: Document | undefined
  const parsed = () => {
    page ??= parseHTML(body).document
    return page
  }
  const location = response.headers.get('location')
  return {
    status: response.status,
    headers: response.headers,
    location: location === null ? null : pathOnSite(location, base),
    body,
    get page() {
      return parsed()
    },
    get text() {
      return normalizedText(parsed().querySelector('main') ?? parsed().documentElement)
    },
    json: () => JSON.parse(body),
  }
}

/** Returns an element's text with white space collapsed and without the marks for Japanese line breaks. */
export function normalizedText(element: Pick<Element, 'textContent'> | null): string {
  return (element?.textContent ?? '').replaceAll('\u200B', '').replace(/\s+/g, ' ').trim()
}

/** Returns the targets of the links that match a selector in a page or a part of it. */
export function hrefsIn(within: ParentNode | null, selector = 'a'): (string | null)[] {
  return [...(within?.querySelectorAll(selector) ?? [])].map((link) => link.getAttribute('href'))
}

function fieldNamesOf(form: Element): Set<string> {
  return new Set([...form.querySelectorAll('[name]')].map((control) => control.getAttribute('name') ?? ''))
}

/** Returns the fields that a browser sends for an unchanged form: its successful controls except buttons. */
function fieldsOf(form: Element): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const control of form.querySelectorAll('input, select, textarea')) {
    const name = control.getAttribute('name')
    if (!name || control.hasAttribute('disabled')) continue
    const type = (control.getAttribute('type') ?? '').toLowerCase()
    if (['submit', 'button', 'image', 'reset', 'file'].includes(type)) continue
    if ((type === 'checkbox' || type === 'radio') && !control.hasAttribute('checked')) continue
    if (control.localName === 'textarea') fields[name] = control.textContent ?? ''
    else if (control.localName === 'select') {
      const option = control.querySelector('option[selected]') ?? control.querySelector('option')
      fields[name] = option?.getAttribute('value') ?? normalizedText(option)
    } else fields[name] = control.getAttribute('value') ?? (type === 'checkbox' || type === 'radio' ? 'on' : '')
  }
  return fields
}

/** Returns a field's value and its description, each '' if missing. */
export function fieldOf({ page }: Pick<PageResponse, 'page'>, name: string): { value: string; says: string } {
  const field = page.querySelector(`main [name=${name}]`)
  const [noteId = ''] = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  const value = field?.localName === 'textarea' ? field.textContent : field?.getAttribute('value')
  return { value: value ?? '', says: page.getElementById(noteId)?.textContent ?? '' }
}
