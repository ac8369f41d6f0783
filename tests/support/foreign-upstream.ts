import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/**
 * A foreign upstream over HTTP, written from the documentation of the calls. It imports nothing from the site's
 * contract, so that it can't share its mistakes. It has one small account, and tests control its failures.
 */

/** The upstream's own paths, by call name. */
const paths: Record<string, string> = {
  '/public/user/do_login': 'user-do-login',
  '/public/user/user_health_check': 'user-health-check',
  '/public/user/regUsed': 'user-register',
  '/public/user/check_user_id': 'check-user-id',
  '/public/user/check_user_nick': 'check-user-nick',
  '/public/user/get_reg_domain': 'get-reg-domain',
  '/public/community/user_wirte_help': 'user-write-help',
  '/public/community/admin_do_help_message_read': 'read-help-message',
  '/public/community/get_help_list': 'get-help-list',
  '/public/community/admin_del_all_help': 'del-all-help',
  '/public/community/user_get_notices': 'get-user-notices',
  '/public/community/user_get_notice_popup': 'get-notice-popup',
  '/public/community/usre_get_note': 'get-user-note',
  '/public/community/usre_do_read_note': 'read-note-message',
  '/public/community/do_del_all_note': 'user-del-note',
  '/public/community/usre_do_del_note': 'del-note',
  '/public/community/user_del_help': 'del-help',
  '/public/community/get_event_list': 'get-event-list',
  '/public/community/user_ask_account_wirte_help': 'user-ask-account',
  '/public/slot/get_in_game_balance': 'get-in-game-balance',
  '/public/slot/get_casino_setting': 'get-casino-setting',
  '/public/slot/get_sport_setting': 'get-sport-setting',
  '/public/slot/get_slot_setting': 'get-slot-setting',
  '/public/slot/get_slot_by_company': 'get-slot-by-company',
  '/public/slot/user_open_slotv4': 'open-game',
  '/public/balance/apply_user_deposit': 'apply-user-deposit',
  '/public/balance/apply_user_withdraw': 'apply-user-withdraw',
  '/user/point_to_money': 'roll-to-balance',
  '/public/pay/get_deposit_payment': 'get-deposit-payment',
  '/public/pay/apply_deposit_payment': 'apply-deposit-payment',
  '/public/pay/get_withdrawal_payment': 'get-withdrawal-payment',
  '/public/pay/withdrawal_launcher': 'withdrawal-launcher',
  '/balance/get_deposit_list': 'get-deposit-list',
  '/balance/get_withdraw_list': 'get-withdraw-list',
  '/public/slot/get_jackpot': 'get-jackpot',
  '/public/slot/get_lobby_rails': 'get-lobby-rails',
  '/public/user/do_logout': 'do-logout',
  '/user/get_slot_bets_list': 'get-bets-list',
  '/balance/get_point_list': 'get-comp-list',
  '/balance/user_withdraw': 'transfer-out',
}

type ReceivedCall = { callName: string; path: string; method: string; headers: IncomingHttpHeaders; body: unknown }

/** Faults. With `-after`, the upstream processes the call before it fails. */
export type Fault =
  | 'hang'
  | 'hang-after'
  | 'drip'
  | 'reset'
  | 'reset-after'
  | 'reset-in-response'
  | 'html'
  | 'deep'
  | 'endless'
  | 'gzip-bomb'
  | 'broken-gzip'
  | 'redirect'
  /** Sends this response, with `after` once the call was processed. */
  | { status: number; headers?: Record<string, string>; body?: string | Buffer; after?: boolean }

export type ForeignUpstream = {
  url: string
  calls: ReceivedCall[]
  /** Optional behaviour of this upstream. */
  style: {
    honoursCodes: boolean
    /** Whether a login response contains the member. */
    namesMember: boolean
    /** Whether lists respect the requested days and have pages of 20. Otherwise each response contains every row. */
    limitsLists: boolean
    /** Whether it has the calls for comp, exchanges and game money, and returns a request's row. */
    offersMore: boolean
  }
  /** The member's account; tests read and change it. */
  account: Account
  /** Makes a call (or all calls, `*`) fail `times` times or until `clearFaults`. */
  fail(callName: string, fault: Fault, times?: number): void
  /** Returns this body for a call, unchanged and without processing the call. */
  answer(callName: string, body: unknown): void
  /** Removes all faults and fixed responses. */
  clearFaults(): void
  /** Restores the account, and removes faults, fixed responses and recorded calls. Logins remain valid. */
  reset(): void
  callsOf(callName: string): ReceivedCall[]
  /** Adds members who share demo's password and account. @returns their ids */
  addMembers(count: number): string[]
  /** Processes a call without HTTP or faults, which takes half the time. */
  fetch(request: { path: string; headers: Record<string, string>; body: string }): Promise<Response>
  /** Delays the responses of processed calls until the returned function is called. */
  holdResponses(): () => void
  /** Stops listening, so that connections are refused until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

let lastMs = 0
/** Returns the current time, at least a millisecond after the previous one, so that no two rows have the same time. */
const nextTime = () => {
  lastMs = Math.max(Date.now(), lastMs + 1)
  return new Date(lastMs).toISOString()
}

type Transaction = { id: string; type: string; balance: number; after: number; regdate: string; status: string }
type CompEntry = { id: string; kind: string; points: number; regdate: string }
type Account = {
  balance: number
  inGames: number
  rolling: number
  comp: CompEntry[]
  deposits: Transaction[]
  withdrawals: Transaction[]
  notes: { _id: string | number; title: string; text: string; regDate: string; isRead: boolean }[]
  helps: { _id: string; title: string; contents: string; regDate: string; status: string; ref: null }[]
}

const member = { id: 'demo', pw: 'demo-1234', exchange_pw: '2580' }
/** Passwords by user id, which is case-insensitive. The second member has an empty account. */
const passwords = new Map([
  [member.id, member.pw],
  ['demo2', 'demo-5678'],
])
const newAccount = (): Account => ({
  balance: 1_000_000,
  inGames: 0,
  rolling: 50_000,
  comp: [],
  deposits: [],
  withdrawals: [],
  notes: [
    { _id: 7, title: '환영합니다', text: '즐거운 시간 보내세요.', regDate: '2026-01-02T03:04:05Z', isRead: false },
    { _id: 'n8', title: '점검', text: '새벽 점검', regDate: '', isRead: true },
  ],
  helps: [],
})
/** Compressed once, so that a slow machine responds before the client's timeout. */
let gzipBomb: Buffer | undefined

/** Starts a foreign upstream on a free local port. The caller must stop it. */
export async function startForeignUpstream(): Promise<ForeignUpstream> {
  /** User ids by token. */
  const tokens = new Map<string, string>()
  /** The member and token of the call that is being processed. */
  let caller = { userId: member.id, token: '' }
  const codes = new Map<string, { payload: string; body: { status?: string } }>()
  const faults = new Map<string, { fault: Fault; times: number }>()
  const responses = new Map<string, unknown>()
  const account = newAccount()
  const secondAccount: Account = { ...newAccount(), notes: [] }
  /** The account of the call that is being processed. */
  const own = () => (caller.userId === 'demo2' ? secondAccount : account)
  let held: Promise<void> | undefined
  const foreign: ForeignUpstream = {
    url: '',
    calls: [],
    style: { honoursCodes: true, namesMember: true, limitsLists: false, offersMore: false },
    account,
    fail: (callName, fault, times = Number.POSITIVE_INFINITY) => faults.set(callName, { fault, times }),
    answer: (callName, body) => responses.set(callName, body),
    clearFaults: () => {
      faults.clear()
      responses.clear()
    },
    reset: () => {
      foreign.clearFaults()
      foreign.calls.length = 0
      codes.clear()
      Object.assign(account, newAccount())
    },
    callsOf: (callName) => foreign.calls.filter((call) => call.callName === callName),
    addMembers: (count) =>
      Array.from({ length: count }, (_, index) => {
        const id = `member${index}`
        passwords.set(id, member.pw)
        return id
      }),
    fetch: async ({ path, headers, body }) => {
      const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      const { status, body: answer } = answerTo(receive(path, 'POST', Object.fromEntries(lowerCase), body))
      return Response.json(answer, { status })
    },
    holdResponses: () => {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        held = undefined
        release()
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: () => new Promise((resolve) => server.listen(Number(new URL(foreign.url).port), '127.0.0.1', resolve)),
  }

  const entries = (kind: string) => [
    {
      code: kind === 'sport' ? 77 : `${kind}-1`,
      nameKo: '가온',
      nameEn: 'Gaon',
      used: 'y',
      img: 'https://img.test/a.png',
    },
    { code: `${kind}-2`, nameKo: '나래', nameEn: 'Narae', used: 'n' },
    { nameKo: '다솜', nameEn: 'Dasom' },
  ]
  const payments = [{ idx: 3, name: '간편 결제', min: 10_000, max: 500_000, fee: 500 }]
  const user = () => ({
    userId: caller.userId,
    nick: '데모',
    phone: '01012345678',
    rolling: own().rolling,
    balance: own().balance,
    in_balance: own().inGames,
    bankname: '국민은행',
    bankOwner: '김데모',
    banknum: '123456789012',
    level: 1,
    noteCount: own().notes.filter(({ isRead }) => !isRead).length,
    helpCount: 0,
    secretOfTheHouse: 'never shown',
  })
  const addTransaction = (list: Transaction[], type: string, balance: number, status: string) => {
    const id = randomUUID()
    list.unshift({ id, type, balance, after: own().balance, regdate: nextTime(), status })
    return foreign.style.offersMore ? { id } : {}
  }
  const exchange = (points: number) => {
    own().rolling += points
    own().balance -= points
    own().comp.unshift({ id: randomUUID(), kind: 'exchange', points, regdate: nextTime() })
    return { status: 'success' }
  }
  const moveIntoGames = (won: number) => {
    own().inGames += won
    own().balance -= won
    return { status: 'success' }
  }

  /** Processes each call and returns its response. */
  const handlers: Record<string, (body: Record<string, unknown>) => object> = {
    'user-do-login': ({ id, pw }) => {
      const userId = String(id).toLowerCase()
      if (pw === undefined || pw !== passwords.get(userId)) return { status: 'fail' }
      const token = randomUUID()
      tokens.set(token, userId)
      caller = { userId, token }
      return { status: 'success', token, ...(foreign.style.namesMember ? { user: user() } : {}) }
    },
    'user-health-check': () => ({ status: 'authenticated', user: user(), noteCount: user().noteCount, helpCount: 0 }),
    'user-register': ({ id, code }) =>
      id === member.id ? { status: 'alread_have_user' } : { status: code === 'MADANG' ? 'success' : 'cant_find_code' },
    'check-user-id': ({ id }) => ({ status: id === member.id ? 'alread_have_user' : 'success' }),
    'check-user-nick': ({ nick }) => ({ status: nick === '데모' ? 'alread_have_user' : 'success' }),
    'get-reg-domain': () => ({ user: { userId: 'partner', code: 'MADANG' } }),
    'user-write-help': ({ title, contents }) => {
      own().helps.unshift({
        _id: randomUUID(),
        title: String(title),
        contents: String(contents),
        regDate: new Date().toISOString(),
        status: 'wait',
        ref: null,
      })
      return { status: 'success' }
    },
    'read-help-message': () => ({ status: 'success' }),
    'get-help-list': () => ({ helps: own().helps }),
    'del-all-help': () => {
      own().helps.length = 0
      return { status: 'success' }
    },
    'get-user-notices': () => ({
      notices: [{ idx: 1, title: '공지', contents: '안내', regDate: '2026-01-01T00:00:00Z' }],
    }),
    'get-notice-popup': () => ({ note: [{ idx: 11, title: '이벤트', contents: '안내' }] }),
    'get-user-note': () => ({ note: own().notes }),
    'read-note-message': ({ id }) => {
      for (const note of own().notes) if (note._id === id) note.isRead = true
      return { status: 'success' }
    },
    'user-del-note': () => {
      own().notes.length = 0
      return { status: 'success' }
    },
    'del-note': ({ id }) => {
      own().notes = own().notes.filter(({ _id }) => id !== undefined && _id !== id)
      return { status: 'success' }
    },
    'del-help': ({ id }) => {
      own().helps = own().helps.filter(({ _id }) => _id !== id)
      return { status: 'success' }
    },
    'get-event-list': () => ({
      events: [{ idx: 5, title: '이벤트', contents: '안내', regDate: '2026-01-01T00:00:00Z' }],
    }),
    'user-ask-account': () => ({ status: 'success' }),
    'get-in-game-balance': () => ({
      status: 'success',
      gameMoney: own().inGames,
      balance: own().balance,
      rolling: own().rolling,
      userId: caller.userId,
    }),
    'get-casino-setting': () => ({ casiono: entries('casino') }),
    'get-sport-setting': () => ({ sport: entries('sport') }),
    'get-slot-setting': () => ({ slot: entries('slot') }),
    'get-slot-by-company': ({ code }) => ({
      games: [{ code: 501, company: code, nameKo: '별빛', nameEn: 'Starlight', img: '' }],
    }),
    'open-game': ({ code }) => ({ status: 'success', gameUrl: `https://games.test/play?game=${code}` }),
    'apply-user-deposit': ({ balance }) => {
      if (Number(balance) % 10_000 !== 0) return { status: 'invalid' }
      return { status: 'success', ...addTransaction(own().deposits, 'deposit', Number(balance), 'wait') }
    },
    'apply-user-withdraw': ({ balance, exchange_pw }) => {
      if (Number(balance) % 10_000 !== 0) return { status: 'invalid' }
      if (exchange_pw !== member.exchange_pw) return { status: 'pass' }
      if (Number(balance) > own().balance) return { status: 'balance' }
      own().balance -= Number(balance)
      return { status: 'success', ...addTransaction(own().withdrawals, 'withdraw', Number(balance), 'wait') }
    },
    'roll-to-balance': ({ points }) =>
      Number(points) > own().rolling ? { status: 'low_point' } : exchange(-Number(points)),
    'get-deposit-payment': () => ({ payments }),
    'apply-deposit-payment': ({ balance }) => {
      addTransaction(own().deposits, 'payment', Number(balance), 'wait')
      return { launcherUrl: 'https://pay.test/in' }
    },
    'get-withdrawal-payment': () => ({ payments }),
    'withdrawal-launcher': () => ({ launcherUrl: 'https://pay.test/out' }),
    'get-deposit-list': (query) => transactionsResponse(own().deposits, query),
    'get-withdraw-list': (query) => transactionsResponse(own().withdrawals, query),
    'get-jackpot': () => ({ amount: 123_456_789 }),
    'get-lobby-rails': () => ({
      rails: [
        {
          idx: 7,
          kr_name: '새 게임',
          en_name: 'New games',
          games: [{ company: 'slot-1', code: 501, nameKo: '별빛', nameEn: 'Starlight' }],
        },
      ],
    }),
    'do-logout': ({ everywhere }) => {
      for (const [token, userId] of tokens) {
        if (token === caller.token || (everywhere === true && userId === caller.userId)) tokens.delete(token)
      }
      return { status: 'success' }
    },
  }
  /** Calls that only an upstream with `offersMore` has. Calls that tests send by path have their path as the key. */
  const moreHandlers: typeof handlers = {
    'get-comp-list': (query) => {
      const { total, rows: points } = selectRows(own().comp, query)
      return { total, points }
    },
    '/user/money_to_point': ({ points }) =>
      Number(points) > own().balance ? { status: 'balance' } : exchange(Number(points)),
    '/balance/user_transfer_in': () => moveIntoGames(own().balance),
    'transfer-out': () => moveIntoGames(-own().inGames),
  }
  const forVisitors = new Set([
    ...['user-do-login', 'user-register', 'check-user-id', 'check-user-nick', 'get-reg-domain'],
    ...['get-notice-popup', 'get-casino-setting', 'get-sport-setting', 'get-slot-setting', 'get-jackpot'],
    'get-lobby-rails',
  ])

  function transactionsResponse(transactions: Transaction[], query: Record<string, unknown>): object {
    const { found, total, rows: balances } = selectRows(transactions, query)
    return { total, sum: found.reduce((won, { balance }) => won + balance, 0), balances }
  }

  function selectRows<Row extends { regdate: string }>(all: Row[], { from, to, page = 1 }: Record<string, unknown>) {
    const dayOf = ({ regdate }: Row) => new Date(Date.parse(regdate) + 9 * 3_600_000).toISOString().slice(0, 10)
    const { limitsLists } = foreign.style
    const found = limitsLists
      ? all.filter((row) => (!from || dayOf(row) >= String(from)) && (!to || dayOf(row) <= String(to)))
      : all
    const first = 20 * (Number(page) - 1)
    return { found, total: found.length, rows: limitsLists ? found.slice(first, first + 20) : found }
  }

  /** Processes a call. If request codes are honoured, processes each code only once. */
  function processCall({ callName, headers, body }: ReceivedCall): { status: number; body: object } {
    const token = String(headers['x-token'] ?? headers.authorization ?? '').replace(/^Bearer /, '')
    const userId = tokens.get(token)
    if (!forVisitors.has(callName) && userId === undefined) return { status: 401, body: { status: 'unauthenticated' } }
    caller = { userId: userId ?? member.id, token }
    const handler = handlers[callName] ?? (foreign.style.offersMore ? moreHandlers[callName] : undefined)
    if (!handler) return { status: 404, body: {} }
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    const code = 'balance' in fields || 'points' in fields ? fields.code : undefined
    if (typeof code === 'string' && foreign.style.honoursCodes) {
      const payload = JSON.stringify([callName, { ...fields, exchange_pw: undefined }])
      const seen = codes.get(`${caller.userId} ${code}`)
      const isSame = seen?.payload === payload
      // A repeated payment gets its page's URL again, because the status doesn't contain it.
      if (isSame && seen.body.status === undefined) return { status: 200, body: seen.body }
      if (seen) return { status: 200, body: { status: isSame ? 'already' : 'code_reused' } }
      const body: { status?: string } = handler(fields)
      if (body.status === undefined || body.status === 'success')
        codes.set(`${caller.userId} ${code}`, { payload, body })
      return { status: 200, body }
    }
    return { status: 200, body: handler(fields) }
  }

  function receive(path: string, method: string, headers: IncomingHttpHeaders, body: string): ReceivedCall {
    const call = { callName: paths[path] ?? path, path, method, headers, body: parseJson(body) }
    foreign.calls.push(call)
    return call
  }

  const answerTo = (call: ReceivedCall) =>
    responses.has(call.callName) ? { status: 200, body: responses.get(call.callName) } : processCall(call)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const callName = paths[path] ?? path
    const planned = faults.get(callName) ?? faults.get('*')
    const fault = planned && planned.times > 0 ? planned.fault : undefined
    if (planned) planned.times -= 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = receive(path, request.method ?? '', request.headers, Buffer.concat(chunks).toString())

    const happens = fault === undefined || (typeof fault === 'string' ? fault.endsWith('-after') : fault.after === true)
    const normal = happens ? answerTo(call) : { status: 200, body: responses.get(callName) }
    await held
    if (fault !== undefined) return sendFault(fault, response)
    response.writeHead(normal.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(normal.body))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  foreign.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return foreign
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function sendFault(fault: Fault, response: ServerResponse): void {
  const json = (body: string) => response.setHeader('Content-Type', 'application/json').end(body)
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers })
    response.end(fault.body ?? '{}')
    return
  }
  switch (fault) {
    case 'hang':
    case 'hang-after':
      return
    case 'drip': {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{')
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
      return
    }
    case 'reset':
    case 'reset-after':
      response.socket?.resetAndDestroy()
      return
    case 'reset-in-response':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 })
      response.write('{"status":', () => response.socket?.resetAndDestroy())
      return
    case 'html':
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Oops</title><p>Fatal error')
      return
    case 'deep':
      json(`{"status":"success","casiono":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
      return
    case 'endless': {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const chunk = ' '.repeat(64 * 1024)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
      return
    }
    case 'gzip-bomb': {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      gzipBomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })
      response.end(gzipBomb)
      return
    }
    case 'broken-gzip':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      response.end(gzipSync('{"status":"success"}').fill(0xff, 10))
      return
    case 'redirect':
      response.writeHead(302, { Location: '/public/user/do_login' }).end()
      return
    default:
      fault satisfies never
  }
}
