import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type CallName, contract } from '~/upstream/contract'
import type { UpstreamFetch, UpstreamRequest, UpstreamResponse } from '~/upstream/contract/call'
import { type ConformanceOptions, runConformance } from '../../../bin/conformance/run'
import type { Finding } from '../../../bin/conformance/tester'
import { permissionFor } from '../../../bin/upstream/permissions'
import { extraCalls } from '../../support/bare-upstream'
import type { ForeignUpstream } from '../../support/foreign-upstream'
import { readOnlyRun, sharedForeignUpstream } from '../../support/site-client'

const { foreign } = sharedForeignUpstream()

const oneHour = 3_600_000
const options: Omit<ConformanceOptions, 'fetch'> = {
  ...readOnlyRun,
  second: { id: 'demo2', password: 'demo-5678' },
  origin: 'https://www.example.com',
  allowWrites: true,
  allowDeletes: true,
  cap: 10_000_000,
}

/** Runs against an upstream whose member has 45 deposits and 3 withdrawals, unless `account` differs. */
async function findingsOf(
  breaks: Break,
  allowed: Partial<ConformanceOptions> = {},
  account: Partial<ForeignUpstream['account']> = {},
): Promise<Finding[]> {
  foreign.reset()
  Object.assign(foreign.style, { limitsLists: true, offersMore: true })
  const rows = { deposits: pastRows('deposit', 45), withdrawals: pastRows('withdraw', 3) }
  Object.assign(foreign.account, rows, account)
  return runConformance({ ...options, ...allowed, fetch: breaks(foreign.fetch) })
}

const noRows = () => ({ deposits: [], withdrawals: [] })
const readOnly = { allowWrites: false, allowDeletes: false, cap: undefined }
const onlyMoney = { allowWrites: false, allowDeletes: false, second: undefined }

const pastRows = (type: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${type}-${count - index}`,
    type,
    balance: 30_000,
    after: 0,
    regdate: new Date(Date.now() - (index + 1) * 5 * oneHour).toISOString(),
    status: 'already',
  }))

type Fields = Record<string, unknown>
type Break = (next: UpstreamFetch) => UpstreamFetch

/** Handles one call with another function, and passes on all others. */
function onCall(
  callName: CallName,
  instead: (request: UpstreamRequest, next: UpstreamFetch) => Promise<UpstreamResponse>,
): Break {
  return (next) => (request) => (request.path === contract[callName].path ? instead(request, next) : next(request))
}

const fieldsIn = ({ body }: UpstreamRequest) => JSON.parse(body) as Fields

function sent(callName: CallName, change: (fields: Fields) => Fields): Break {
  return onCall(callName, (request, next) => next({ ...request, body: JSON.stringify(change(fieldsIn(request))) }))
}

function answered(callName: CallName, change: (fields: Fields, request: Fields) => Fields): Break {
  return onCall(callName, async (request, next) => {
    const response = await next(request)
    if (response.status !== 200 || !response.body) return response
    const fields = (await json(response.body as Readable)) as Fields
    return Response.json(change(fields, fieldsIn(request)))
  })
}

type Row = ForeignUpstream['account']['deposits'][number]
const deposits = (change: (row: Row, index: number) => object) => toRows('get-deposit-list', (rows) => rows.map(change))
const without = (name: string) => (fields: Fields) => ({ ...fields, [name]: undefined })
const newCode = (fields: Fields) => ({ ...fields, code: randomUUID() })
const user = (callName: CallName, change: (user: Fields) => Fields) =>
  answered(callName, (fields) => ({ ...fields, user: change(fields.user as Fields) }))
const says = (callName: CallName, status: string, instead: string) =>
  answered(callName, (fields) => (fields.status === status ? { status: instead } : fields))
const refusedCodes = new Set<unknown>()
/** Returns the refusal with a status to every request with the same code. */
const remembers = (callName: CallName, status: string) =>
  answered(callName, (fields, { code }) => {
    if (fields.status === status) refusedCodes.add(code)
    return refusedCodes.has(code) ? { status } : fields
  })
/** Changes an amount to the multiple of the step below it. */
const roundsDown = (callName: CallName) =>
  sent(callName, (fields) => ({ ...fields, balance: Math.floor(Number(fields.balance) / 10_000) * 10_000 }))
const all =
  (...breaks: Break[]): Break =>
  (next) =>
    breaks.reduceRight((fetch, each) => each(fetch), next)
const lacks = (callName: CallName) => onCall(callName, async () => Response.json({}, { status: 404 }))
const gives = (callName: CallName, fields: Fields) => onCall(callName, async () => Response.json(fields))
const toRows = (callName: 'get-deposit-list' | 'get-comp-list', change: (rows: Row[]) => object[]): Break =>
  answered(callName, (fields) => {
    const name = callName === 'get-comp-list' ? 'points' : 'balances'
    return { ...fields, [name]: change(fields[name] as Row[]) }
  })
const codesUsed = new Set<unknown>()
let inFlight = 0
const ownRows = 'lists first what this run requested, the latest on top'

/** The trials that fail, as call and name, with every fault that breaks them. */
type Faults = Record<`${CallName}: ${string}`, Break | Break[]>
const somebody = (member: Fields) => ({ ...member, userId: 'somebody' })
const faults: Faults = {
  'apply-user-deposit: moves money once for two requests at once': onCall(
    'apply-user-deposit',
    async (request, next) => {
      inFlight += 1
      const isSecond = inFlight > 1
      await new Promise((resolve) => setImmediate(resolve))
      try {
        return await (isSecond ? sent('apply-user-deposit', newCode)(next)(request) : next(request))
      } finally {
        inFlight -= 1
      }
    },
  ),
  'apply-user-deposit: moves money once': onCall('apply-user-deposit', async (request, next) => {
    const { code } = fieldsIn(request)
    const isLater = codesUsed.has(code)
    await new Promise((resolve) => setTimeout(resolve, 1))
    const response = await (isLater ? sent('apply-user-deposit', newCode)(next)(request) : next(request))
    codesUsed.add(code)
    return response
  }),
  'apply-user-withdraw: moves money once for two requests at once': sent('apply-user-withdraw', newCode),
  'roll-to-balance: moves money once for two requests at once': sent('roll-to-balance', newCode),
  'apply-user-deposit: gives the same code the first outcome': says('apply-user-deposit', 'already', 'fail'),
  'roll-to-balance: refuses the code of another call': all(
    sent('apply-user-deposit', (fields) => {
      codesUsed.add(fields.code)
      return fields
    }),
    sent('roll-to-balance', (fields) => (codesUsed.has(fields.code) ? newCode(fields) : fields)),
  ),
  'apply-user-deposit: refuses the code for another amount': says('apply-user-deposit', 'code_reused', 'success'),
  'apply-user-withdraw: leaves the code of a refusal unused': remembers('apply-user-withdraw', 'pass'),
  'apply-user-withdraw: refuses a wrong withdrawal password': [
    remembers('apply-user-withdraw', 'balance'),
    sent('apply-user-withdraw', (fields) => ({ ...fields, exchange_pw: '2580' })),
  ],
  'roll-to-balance: leaves the code of a refusal unused': remembers('roll-to-balance', 'low_point'),
  'get-in-game-balance: has nothing below zero after all that': answered('get-in-game-balance', (fields) => ({
    ...fields,
    balance: -9_999,
  })),
  'apply-user-withdraw: refuses more than the wallet holds': says('apply-user-withdraw', 'balance', 'success'),
  'roll-to-balance: refuses more than there is': says('roll-to-balance', 'low_point', 'success'),
  'apply-user-deposit: refuses 10001 won': roundsDown('apply-user-deposit'),
  'apply-user-withdraw: refuses 10001 won': roundsDown('apply-user-withdraw'),
  [`get-deposit-list: ${ownRows}`]: [
    toRows('get-deposit-list', (rows) => rows.slice(1)),
    // Times in Seoul labelled as UTC.
    deposits((row) => ({ ...row, regdate: new Date(Date.parse(row.regdate) + 9 * oneHour).toISOString() })),
  ],
  'get-deposit-list: answers': deposits((row) => ({ ...row, balance: undefined })),
  'get-deposit-list: has rows of its member alone': onCall('get-deposit-list', async (request, next) => {
    const { status } = await next(request)
    const { page = 1 } = fieldsIn(request) as { page?: number }
    const { deposits: rows } = foreign.account
    return Response.json({ total: rows.length, sum: 0, balances: rows.slice(20 * page - 20, 20 * page) }, { status })
  }),
  'get-deposit-list: heeds from': sent('get-deposit-list', without('from')),
  'get-deposit-list: heeds to': sent('get-deposit-list', without('to')),
  // Days in UTC.
  'get-deposit-list: heeds from and to': answered('get-deposit-list', (fields, { from, to }) => {
    const balances = (fields.balances as Row[]).filter(({ regdate }) => regdate.slice(0, 10) > String(to))
    return from === undefined || from !== to ? fields : { ...fields, balances }
  }),
  'get-deposit-list: gives pages of 20': sent('get-deposit-list', without('page')),
  'get-deposit-list: gives the newest first': toRows('get-deposit-list', (rows) => rows.toReversed()),
  'get-deposit-list: names each row': deposits((row) => ({ ...row, id: 1 })),
  'get-deposit-list: uses known status words': deposits((row) => ({
    ...row,
    status: row.status === 'already' ? 'COMPLETED' : row.status,
  })),
  'user-do-login: names the member who logs in': all(
    user('user-do-login', somebody),
    user('user-health-check', somebody),
  ),
  'user-health-check: names the member as the login did': user('user-health-check', somebody),
  'user-health-check: tells the balance': user('user-health-check', without('balance')),
  'user-do-login: refuses a wrong password': sent('user-do-login', (fields) => ({
    ...fields,
    pw: fields.id === 'demo' ? 'demo-1234' : fields.pw,
  })),
  'user-health-check: refuses a call without a token': onCall('user-health-check', async (request, next) => {
    const response = await next(request)
    const anybody = { status: 'success', user: { userId: 'demo', balance: 1 } }
    return response.status === 200 ? response : Response.json(anybody)
  }),
  'do-logout: the ended token is refused': gives('do-logout', { status: 'success' }),
  'user-health-check: tells two members apart': user('user-health-check', (member) => ({ ...member, userId: 'demo' })),
  // http for a site on https.
  'open-game: opens a game': answered('open-game', (fields) => ({ ...fields, gameUrl: 'http://games.test/play' })),
  'apply-deposit-payment: begins a payment': answered('apply-deposit-payment', () => ({
    launcherUrl: 'http://pay.test/in',
  })),
  'user-register: refuses an id that is taken': answered('user-register', () => ({ status: 'success' })),
  'check-user-id: says that the member’s own id is taken': answered('check-user-id', () => ({ status: 'success' })),
  'check-user-nick: says that a new nickname is free': answered('check-user-nick', () => ({
    status: 'alread_have_user',
  })),
  'get-user-note: answers': onCall('get-user-note', async () => new Response('<!doctype html><title>Oops</title>')),
  'user-write-help: takes a request': gives('user-write-help', { status: 'error' }),
  'user-write-help: stores it': gives('user-write-help', { status: 'success' }),
  'read-note-message: counts it as read then': gives('read-note-message', { status: 'success' }),
  'del-note: leaves the others': sent('del-note', () => ({})),
  'user-del-note: leaves none': gives('user-del-note', { status: 'success' }),
  'reset-password: refuses a code that it did not give': onCall('reset-password', async (request) =>
    Response.json({ status: fieldsIn(request).id === 'demo' ? 'success' : 'fail' }),
  ),
  'transfer-in: moves all of it': gives('transfer-in', { status: 'success' }),
  'transfer-out: moves all of it': answered('transfer-out', (fields) => {
    foreign.account.balance -= 1
    return fields
  }),
  'get-member: names the member as the login did': gives('get-member', { status: 'success', user: somebody({}) }),
}

/** The same with a member without rows, for whom the run creates the rows. */
const faultsOfNewMember: Faults = {
  'get-comp-list: gives pages of 20': answered('get-comp-list', (fields, { from, page = 1 }) =>
    from === undefined ? { ...fields, points: foreign.account.comp.slice(50 * (Number(page) - 1), 50) } : fields,
  ),
  [`get-deposit-list: ${ownRows}`]: toRows('get-deposit-list', (rows) => rows.toReversed()),
  'get-comp-list: gives the newest first': toRows('get-comp-list', (rows) => rows.toReversed()),
  'apply-user-deposit: names its row of the list': answered('apply-user-deposit', ({ id, ...fields }) =>
    id ? { ...fields, id: randomUUID() } : fields,
  ),
}
const eachOf = (table: Faults, account?: object) =>
  Object.entries(table).flatMap(([name, faults]) => [faults].flat().map((breaks) => ({ name, breaks, account })))

/** An upstream that accepts one pending request per member, and refuses further ones. */
const oneWaits = (callName: 'apply-user-deposit' | 'apply-user-withdraw', mayWait = 1): Break => {
  const taken = new Set<unknown>()
  return onCall(callName, async (request, next) => {
    const { code, balance } = fieldsIn(request)
    if (Number(balance) % 10_000 === 0 && (taken.has(code) || taken.size < mayWait)) {
      const response = await next(request)
      const fields = (await json(response.body as Readable)) as Fields
      if (fields.status === 'success') taken.add(code)
      return Response.json(fields)
    }
    return Response.json({ status: 'wait' })
  })
}

type Unjudged = {
  breaks: Break
  allowed?: Partial<ConformanceOptions>
  account?: Partial<ForeignUpstream['account']>
  tester: Partial<Record<CallName, string[]>>
}

const unnamed = answered('get-in-game-balance', without('userId'))
const onlyWrites = { allowDeletes: false, cap: undefined }

/** Correct upstreams with too little data, and the trials whose results must not count as passed. */
const unjudged: Record<string, Unjudged> = {
  'a member with one row and none': {
    breaks: (next) => next,
    allowed: readOnly,
    account: { deposits: pastRows('deposit', 1), withdrawals: [] },
    tester: {
      'get-deposit-list': ['names each row', 'gives the newest first', 'gives pages of 20'],
      'get-withdraw-list': ['answers', 'has rows of its member alone'],
      'get-comp-list': ['answers'],
      'get-help-list': ['answers'],
    },
  },
  'rows of one time, without a status': {
    breaks: deposits((row) => ({ ...row, regdate: '2026-01-02T03:04:05Z', status: undefined })),
    allowed: readOnly,
    tester: { 'get-deposit-list': ['gives the newest first', 'uses known status words'] },
  },
  'responses without a member and lists without an entry': {
    breaks: all(
      answered('user-do-login', without('user')),
      deposits((row) => ({ ...row, regdate: '' })),
      gives('get-slot-by-company', { games: [] }),
      gives('get-casino-setting', { casiono: [] }),
      gives('get-notice-popup', { note: [] }),
      gives('get-reg-domain', { user: null }),
      gives('get-deposit-payment', { payments: [] }),
    ),
    allowed: readOnly,
    tester: {
      'user-do-login': ['names the member who logs in'],
      'get-deposit-list': ['heeds from and to'],
      'get-slot-by-company': ['answers'],
      'get-casino-setting': ['answers'],
      'get-notice-popup': ['answers'],
      'get-reg-domain': ['answers'],
      'get-deposit-payment': ['answers'],
    },
  },
  'an id that registration would not take': {
    breaks: all(
      ...(['user-do-login', 'user-health-check'] as const).map((name) =>
        user(name, (member) => ({ ...member, userId: 'Demo-1' })),
      ),
      unnamed,
    ),
    allowed: onlyWrites,
    tester: {
      'check-user-id': ['says that the member’s own id is taken'],
      'user-register': ['refuses an id that is taken'],
    },
  },
  'no referral code': {
    breaks: all(gives('get-reg-domain', { user: null }), gives('user-register', { status: 'cant_find_code' })),
    allowed: onlyWrites,
    tester: { 'user-register': ['refuses an id that is taken'] },
  },
  'nothing to read and nothing to delete': {
    breaks: gives('user-write-help', { status: 'limit' }),
    allowed: { cap: undefined },
    account: { notes: [] },
    tester: {
      'read-help-message': ['marks a message'],
      'read-note-message': ['marks a message'],
      'del-all-help': ['leaves none'],
      'user-del-note': ['leaves none'],
    },
  },
  'a request that waits already': {
    breaks: all(oneWaits('apply-user-deposit', 0), oneWaits('apply-user-withdraw', 0)),
    allowed: onlyMoney,
    tester: {
      'apply-user-deposit': ['refuses 10001 won'],
      'apply-user-withdraw': [
        ...['refuses 10001 won', 'refuses more than the wallet holds', 'refuses a wrong withdrawal password'],
        'leaves the code of a refusal unused',
      ],
    },
  },
  'one request that may wait': {
    breaks: all(oneWaits('apply-user-deposit'), gives('apply-deposit-payment', { status: 'wait' })),
    allowed: onlyMoney,
    account: noRows(),
    tester: {
      'apply-user-deposit': ['takes 20000 won'],
      'get-deposit-list': [ownRows],
      'apply-deposit-payment': ['begins a payment'],
    },
  },
  'no lists and no points': {
    breaks: all(lacks('get-deposit-list'), answered('get-in-game-balance', without('rolling'))),
    allowed: onlyMoney,
    tester: {
      'apply-user-deposit': ['moves money once for two requests at once', 'moves money once'],
      'money-to-point': ['moves money once'],
      'roll-to-balance': ['takes 1 won'],
    },
  },
  'no sums': {
    breaks: gives('get-in-game-balance', { status: 'fail' }),
    allowed: onlyMoney,
    tester: {
      'get-in-game-balance': ['has nothing below zero after all that'],
      'transfer-in': ['moves the wallet into games'],
    },
  },
  'an empty wallet and no points': {
    breaks: sent('roll-to-balance', newCode),
    allowed: onlyMoney,
    account: { balance: 0, rolling: 0 },
    tester: {
      'apply-user-withdraw': ['takes a withdrawal'],
      'roll-to-balance': ['refuses the code of another call'],
      'transfer-in': ['moves all of it'],
      'transfer-out': ['moves all of it'],
    },
  },
}

/** Ignores slow responses, because the machine may be busy. */
const isBad = ({ result, seen }: Finding) => (result === 'fails' || result === 'short') && !/^took \d+ ms$/.test(seen)

describe('the conformance run', () => {
  it('finds no faults in a correct upstream, even in the reference’s strict form', async () => {
    expect((await findingsOf((next) => next)).filter(isBad)).toEqual([])
  })

  it('finds no faults in a correct upstream with the other known spellings', async () => {
    const spellings: [CallName[], Record<string, string>][] = [
      [['user-do-login', 'user-health-check'], { userId: 'id', rolling: 'point', token: 'session' }],
      [['get-slot-by-company'], { company: 'gameCompany', img: 'imgUrl' }],
      [['get-user-notices', 'get-user-note', 'get-help-list'], { regDate: 'regdate' }],
    ]
    const respelled = spellings.flatMap(([calls, names]) =>
      calls.map((callName) =>
        answered(callName, (fields) =>
          JSON.parse(
            JSON.stringify(fields).replace(/"(\w+)":/g, (key, name) => (names[name] ? `"${names[name]}":` : key)),
          ),
        ),
      ),
    )
    const ofGames = answered('get-in-game-balance', ({ gameMoney, balance: _, ...others }) => ({
      ...others,
      balance: Number(gameMoney).toLocaleString('en'),
    }))
    const quirks = { gameBalance: 'balance', tokenHeader: 'X-Token' } as const
    const findings = await findingsOf(all(ofGames, ...respelled), { quirks })
    expect(findings.filter(isBad).filter(({ seen }) => !/^balance|^gameMoney: .*string/.test(seen))).toEqual([])
    expect(foreign.callsOf('get-slot-by-company')[0]?.body).toEqual({ code: 'slot-1', company: 'slot-1' })
  })

  it('reports tags in bodies unless the site parses them as markup', async () => {
    const marked = answered('get-user-note', (fields) => ({
      note: [{ ...(fields.note as object[])[0], text: '<p>a</p>' }],
    }))
    const trial = expect.objectContaining({ call: 'get-user-note', result: 'short', seen: 'markup in 1 of 1' })
    expect(await findingsOf(marked, readOnly)).toContainEqual(trial)
    expect(await findingsOf(marked, { ...readOnly, hasMarkup: true })).not.toContainEqual(trial)
  })

  it('creates a new member’s missing rows (two requests and a second page of comp) without moving money', async () => {
    const before = { balance: 1_000_000, rolling: 50_000 }
    const findings = await findingsOf((next) => next, {}, { ...noRows(), ...before })
    expect(findings.filter(isBad)).toEqual([])
    const ofLists = findings.filter(({ call, result }) => result === 'not judged' && /^get-.*-list$/.test(call))
    expect(ofLists.map(({ call, trial, seen }) => [call, trial, seen])).toEqual([
      ['get-deposit-list', 'gives pages of 20', '3 rows, and a page holds 20'],
      ['get-withdraw-list', 'gives pages of 20', '2 rows, and a page holds 20'],
    ])
    const { balance, inGames, rolling, comp, withdrawals } = foreign.account
    expect([balance, inGames, rolling]).toEqual([before.balance - 30_000, 0, before.rolling])
    expect([comp.length, withdrawals.length]).toEqual([22, 2])
  })

  it('reports the missing calls of a correct upstream with only games and bank transfers, but no faults', async () => {
    foreign.reset()
    // Only the strict form of the reference requires these.
    const cap = 120_000 + 2 * foreign.account.balance
    const findings = await findingsOf(all(...extraCalls.map(lacks)), { cap })
    expect(findings.filter(isBad)).toEqual([])
    expect(findings.filter(({ seen }) => seen.includes('--cap'))).toEqual([])
    const missing = findings.filter(({ result }) => result === 'missing').map(({ call }) => call)
    expect(missing).toEqual(expect.arrayContaining([...extraCalls]))
  })

  /** Only the permissions that this trial needs, because runs are long. */
  function allowedFor(call: CallName, trial: string): Partial<ConformanceOptions> {
    const second = /of its member alone|two members/.test(trial) ? options.second : undefined
    const isAfterMoney = trial === ownRows || /after all that/.test(trial)
    switch (isAfterMoney ? 'money' : permissionFor(call)) {
      case 'nothing':
        return { ...readOnly, second }
      case 'money':
        return { ...onlyMoney, second }
      default:
        return { cap: undefined, second }
    }
  }

  const allFaults = [...eachOf(faults), ...eachOf(faultsOfNewMember, noRows())]

  it.each(allFaults)('fails the trial “$name” for an upstream that breaks it', async ({ name, breaks, account }) => {
    const [call, trial] = name.split(/: (.*)/) as [CallName, string]
    const findings = await findingsOf(breaks, account ? onlyMoney : allowedFor(call, trial), account)
    expect(findings.filter(({ result }) => result === 'fails')).toContainEqual(expect.objectContaining({ call, trial }))
  })

  it.each(Object.entries(unjudged))('doesn’t judge a trial whose result it can’t see: %s', async (_, given) => {
    const { breaks, allowed, account, tester } = given
    const findings = await findingsOf(breaks, allowed, account)
    for (const [call, names] of Object.entries(tester))
      for (const trial of names) {
        const results = findings.filter((finding) => finding.call === call && finding.trial === trial)
        expect([call, trial, ...results.map(({ result }) => result)]).toEqual([call, trial, 'not judged'])
      }
  })

  it('doesn’t add invisible money back to the cap', async () => {
    const breaks = all(lacks('get-deposit-list'), sent('apply-user-deposit', newCode))
    await findingsOf(breaks, { cap: 30_000 }, noRows())
    const moved = foreign.account.deposits.reduce((won, { balance }) => won + balance, 0)
    expect(moved).toBe(30_000)
  })

  it('names the wrong field of a malformed response', async () => {
    const findings = await findingsOf(gives('get-casino-setting', { status: 'success' }), readOnly)
    expect(findings).toContainEqual(
      expect.objectContaining({ call: 'get-casino-setting', result: 'fails', seen: 'wrong shape: casiono' }),
    )
  })
})
