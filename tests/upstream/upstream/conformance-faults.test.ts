import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type CallName, contract } from '~/upstream/contract'
import type { UpstreamFetch, UpstreamRequest, UpstreamResponse } from '~/upstream/contract/upstream-fetch'
import { type ConformanceOptions, runConformance } from '../../../bin/upstream/conformance-run'
import { permissionFor } from '../../../bin/upstream/permissions'
import type { Finding } from '../../../bin/upstream/trials/trials'
import { extraCalls } from '../../support/bare-upstream'
import type { ForeignUpstream } from '../../support/foreign-upstream'
import { readOnlyRun, sharedForeignUpstream } from '../../support/site-client'

/** The conformance run against one sound upstream that is broken in one way at a time. */

const { foreign, connection } = sharedForeignUpstream()

const oneHour = 3_600_000
const options: Omit<ConformanceOptions, 'fetch'> = {
  ...readOnlyRun,
  second: { id: 'demo2', password: 'demo-5678' },
  origin: 'https://www.example.com',
  allowWrites: true,
  allowDeletes: true,
  cap: 10_000_000,
}

/** Runs against an upstream whose member has 45 deposits and 3 withdrawals, unless the account says otherwise. */
async function findingsOf(
  breaks: Break,
  allowed: Partial<ConformanceOptions> = {},
  account: Partial<ForeignUpstream['account']> = {},
): Promise<Finding[]> {
  foreign.reset()
  Object.assign(foreign.style, { limitsLists: true, offersMore: true })
  const rows = { deposits: pastRows('deposit', 45), withdrawals: pastRows('withdraw', 3) }
  Object.assign(foreign.account, rows, account)
  return runConformance({ ...options, ...allowed, fetch: breaks(connection.fetch) })
}

/** The member has made nothing yet. */
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

/** Gives one call to another function; all others go through. */
function onCall(
  callName: CallName,
  instead: (request: UpstreamRequest, next: UpstreamFetch) => Promise<UpstreamResponse>,
): Break {
  return (next) => (request) => (request.path === contract[callName].path ? instead(request, next) : next(request))
}

const fieldsIn = ({ body }: UpstreamRequest) => JSON.parse(body) as Fields

/** Changes the payload of a call. */
function sent(callName: CallName, change: (fields: Fields) => Fields): Break {
  return onCall(callName, (request, next) => next({ ...request, body: JSON.stringify(change(fieldsIn(request))) }))
}

/** Changes the response of a call. */
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
/** Changes the member's record in the response of a call. */
const user = (callName: CallName, change: (user: Fields) => Fields) =>
  answered(callName, (fields) => ({ ...fields, user: change(fields.user as Fields) }))
/** Says one status in place of another. */
const says = (callName: CallName, status: string, instead: string) =>
  answered(callName, (fields) => (fields.status === status ? { status: instead } : fields))
const refusedCodes = new Set<unknown>()
/** Gives the refusal by a status to everything that comes under the same code. */
const remembers = (callName: CallName, status: string) =>
  answered(callName, (fields, { code }) => {
    if (fields.status === status) refusedCodes.add(code)
    return refusedCodes.has(code) ? { status } : fields
  })
/** Takes an amount off the step for the one below it. */
const roundsDown = (callName: CallName) =>
  sent(callName, (fields) => ({ ...fields, balance: Math.floor(Number(fields.balance) / 10_000) * 10_000 }))
/** All breaks, each around the next. */
const all =
  (...breaks: Break[]): Break =>
  (next) =>
    breaks.reduceRight((fetch, each) => each(fetch), next)
/** An upstream that has not this call. */
const lacks = (callName: CallName) => onCall(callName, async () => Response.json({}, { status: 404 }))
const gives = (callName: CallName, fields: Fields) => onCall(callName, async () => Response.json(fields))
const toRows = (callName: 'get-deposit-list' | 'get-comp-list', change: (rows: Row[]) => object[]): Break =>
  answered(callName, (fields) => {
    const name = callName === 'get-comp-list' ? 'points' : 'balances'
    return { ...fields, [name]: change(fields[name] as Row[]) }
  })
const codesUsed = new Set<unknown>()
let inFlight = 0
const ownRows = 'has what this run asked for first, the last on top'

/** What is broken, how, and the trial that finds it. */
const faults: Record<string, { breaks: Break; found: [CallName, string] }> = {
  'books two requests of one code that arrive at once twice': {
    breaks: onCall('apply-user-deposit', async (request, next) => {
      inFlight += 1
      const isSecond = inFlight > 1
      await new Promise((resolve) => setImmediate(resolve))
      try {
        return await (isSecond ? sent('apply-user-deposit', newCode)(next)(request) : next(request))
      } finally {
        inFlight -= 1
      }
    }),
    found: ['apply-user-deposit', 'moves money once for two requests at once'],
  },
  'books a code again when it comes later': {
    breaks: onCall('apply-user-deposit', async (request, next) => {
      const { code } = fieldsIn(request)
      const isLater = codesUsed.has(code)
      await new Promise((resolve) => setTimeout(resolve, 1))
      const response = await (isLater ? sent('apply-user-deposit', newCode)(next)(request) : next(request))
      codesUsed.add(code)
      return response
    }),
    found: ['apply-user-deposit', 'moves money once'],
  },
  'ignores the codes of withdrawals': {
    breaks: sent('apply-user-withdraw', newCode),
    found: ['apply-user-withdraw', 'moves money once for two requests at once'],
  },
  'ignores the codes of comp exchanges': {
    breaks: sent('roll-to-balance', newCode),
    found: ['roll-to-balance', 'moves money once for two requests at once'],
  },
  'says fail to the same code again': {
    breaks: says('apply-user-deposit', 'already', 'fail'),
    found: ['apply-user-deposit', 'gives the same code the first outcome'],
  },
  'takes the code of another call': {
    breaks: all(
      sent('apply-user-deposit', (fields) => {
        codesUsed.add(fields.code)
        return fields
      }),
      sent('roll-to-balance', (fields) => (codesUsed.has(fields.code) ? newCode(fields) : fields)),
    ),
    found: ['roll-to-balance', 'refuses the code of another call'],
  },
  'takes another amount under the same code': {
    breaks: says('apply-user-deposit', 'code_reused', 'success'),
    found: ['apply-user-deposit', 'refuses the code for another amount'],
  },
  'remembers a refusal under its code': {
    breaks: remembers('apply-user-withdraw', 'pass'),
    found: ['apply-user-withdraw', 'leaves the code of a refusal unused'],
  },
  'remembers under its code that the wallet held too little': {
    breaks: remembers('apply-user-withdraw', 'balance'),
    found: ['apply-user-withdraw', 'refuses a wrong exchange password'],
  },
  'remembers under its code that there was too little comp': {
    breaks: remembers('roll-to-balance', 'low_point'),
    found: ['roll-to-balance', 'leaves the code of a refusal unused'],
  },
  'lets the wallet fall below zero': {
    breaks: answered('get-in-game-balance', (fields) => ({ ...fields, balance: -9_999 })),
    found: ['get-in-game-balance', 'has nothing below zero after all that'],
  },
  'pays out what is not there': {
    breaks: says('apply-user-withdraw', 'balance', 'success'),
    found: ['apply-user-withdraw', 'refuses more than the wallet holds'],
  },
  'exchanges comp that is not there': {
    breaks: says('roll-to-balance', 'low_point', 'success'),
    found: ['roll-to-balance', 'refuses more than there is'],
  },
  'takes deposits off the step': {
    breaks: roundsDown('apply-user-deposit'),
    found: ['apply-user-deposit', 'refuses 10001 won'],
  },
  'takes withdrawals off the step': {
    breaks: roundsDown('apply-user-withdraw'),
    found: ['apply-user-withdraw', 'refuses 10001 won'],
  },
  'takes any exchange password': {
    breaks: sent('apply-user-withdraw', (fields) => ({ ...fields, exchange_pw: '2580' })),
    found: ['apply-user-withdraw', 'refuses a wrong exchange password'],
  },
  'does not list the new deposit': {
    breaks: toRows('get-deposit-list', (rows) => rows.slice(1)),
    found: ['get-deposit-list', ownRows],
  },
  'lists times of Seoul as if they were UTC': {
    breaks: deposits((row) => ({ ...row, regdate: new Date(Date.parse(row.regdate) + 9 * oneHour).toISOString() })),
    found: ['get-deposit-list', ownRows],
  },
  'lists no amounts': {
    breaks: deposits((row) => ({ ...row, balance: undefined })),
    found: ['get-deposit-list', 'answers'],
  },
  'lists rows of another member': {
    breaks: onCall('get-deposit-list', async (request, next) => {
      const { status } = await next(request)
      const { page = 1 } = fieldsIn(request) as { page?: number }
      const { deposits: rows } = foreign.account
      return Response.json({ total: rows.length, sum: 0, balances: rows.slice(20 * page - 20, 20 * page) }, { status })
    }),
    found: ['get-deposit-list', 'has rows of its member alone'],
  },
  'ignores from': { breaks: sent('get-deposit-list', without('from')), found: ['get-deposit-list', 'heeds from'] },
  'ignores to': { breaks: sent('get-deposit-list', without('to')), found: ['get-deposit-list', 'heeds to'] },
  'takes days as those of UTC': {
    breaks: answered('get-deposit-list', (fields, { from, to }) =>
      from === undefined || from !== to
        ? fields
        : {
            ...fields,
            balances: (fields.balances as Row[]).filter(({ regdate }) => regdate.slice(0, 10) > String(to)),
          },
    ),
    found: ['get-deposit-list', 'heeds from and to'],
  },
  'gives the first page to every page': {
    breaks: sent('get-deposit-list', without('page')),
    found: ['get-deposit-list', 'gives pages of 20'],
  },
  'gives the oldest first': {
    breaks: toRows('get-deposit-list', (rows) => rows.toReversed()),
    found: ['get-deposit-list', 'gives the newest first'],
  },
  'gives every row the id 1': {
    breaks: deposits((row) => ({ ...row, id: 1 })),
    found: ['get-deposit-list', 'names each row'],
  },
  'says done in a word that the site has not': {
    breaks: deposits((row) => ({ ...row, status: row.status === 'already' ? 'COMPLETED' : row.status })),
    found: ['get-deposit-list', 'uses known status words'],
  },
  'gives the login record of somebody else': {
    breaks: all(
      user('user-do-login', (member) => ({ ...member, userId: 'somebody' })),
      user('user-health-check', (member) => ({ ...member, userId: 'somebody' })),
    ),
    found: ['user-do-login', 'names the member who logs in'],
  },
  'names another member in the health check': {
    breaks: user('user-health-check', (member) => ({ ...member, userId: 'somebody' })),
    found: ['user-health-check', 'names the member as the login did'],
  },
  'leaves the balance out of the health check': {
    breaks: user('user-health-check', without('balance')),
    found: ['user-health-check', 'tells the balance'],
  },
  'takes any password': {
    breaks: sent('user-do-login', (fields) => ({ ...fields, pw: fields.id === 'demo' ? 'demo-1234' : fields.pw })),
    found: ['user-do-login', 'refuses a wrong password'],
  },
  'needs no token': {
    breaks: onCall('user-health-check', async (request, next) => {
      const response = await next(request)
      return response.status === 200
        ? response
        : Response.json({ status: 'success', user: { userId: 'demo', balance: 1 } })
    }),
    found: ['user-health-check', 'refuses a call without a token'],
  },
  'keeps a token that was logged out': {
    breaks: onCall('do-logout', async () => Response.json({ status: 'success' })),
    found: ['do-logout', 'the ended token is refused'],
  },
  'takes the second member for the first': {
    breaks: user('user-health-check', (member) => ({ ...member, userId: 'demo' })),
    found: ['user-health-check', 'tells two members apart'],
  },
  'opens games over http for a site on https': {
    breaks: answered('open-game', (fields) => ({ ...fields, gameUrl: 'http://games.test/play' })),
    found: ['open-game', 'opens a game'],
  },
  'opens payments over http for a site on https': {
    breaks: answered('apply-deposit-payment', () => ({ launcherUrl: 'http://pay.test/in' })),
    found: ['apply-deposit-payment', 'begins a payment'],
  },
  'registers an id that is taken': {
    breaks: answered('user-register', () => ({ status: 'success' })),
    found: ['user-register', 'refuses an id that is taken'],
  },
  'says that a taken id is free': {
    breaks: answered('check-user-id', () => ({ status: 'success' })),
    found: ['check-user-id', 'says that the member’s own id is taken'],
  },
  'says that every nickname is taken': {
    breaks: answered('check-user-nick', () => ({ status: 'alread_have_user' })),
    found: ['check-user-nick', 'says that a new nickname is free'],
  },
  'answers notes with a page of HTML': {
    breaks: onCall('get-user-note', async () => new Response('<!doctype html><title>Oops</title>')),
    found: ['get-user-note', 'answers'],
  },
  'loses a help request': {
    breaks: onCall('user-write-help', async () => Response.json({ status: 'error' })),
    found: ['user-write-help', 'takes a request'],
  },
  'stores no help request': {
    breaks: gives('user-write-help', { status: 'success' }),
    found: ['user-write-help', 'stores it'],
  },
  'does not mark a note': {
    breaks: gives('read-note-message', { status: 'success' }),
    found: ['read-note-message', 'counts it as read then'],
  },
  'deletes no notes': {
    breaks: gives('user-del-note', { status: 'success' }),
    found: ['user-del-note', 'leaves none'],
  },
  'sets a password by any code': {
    breaks: onCall('reset-password', async (request) =>
      Response.json({ status: fieldsIn(request).id === 'demo' ? 'success' : 'fail' }),
    ),
    found: ['reset-password', 'refuses a code that it did not give'],
  },
  'leaves the wallet where it is': {
    breaks: gives('transfer-in', { status: 'success' }),
    found: ['transfer-in', 'moves all of it'],
  },
  'brings less back from games': {
    breaks: answered('transfer-out', (fields) => {
      foreign.account.balance -= 1
      return fields
    }),
    found: ['transfer-out', 'moves all of it'],
  },
  'gives the profile of another member': {
    breaks: gives('get-member', { status: 'success', user: { userId: 'somebody' } }),
    found: ['get-member', 'names the member as the login did'],
  },
}

/** The same against an upstream whose member has made nothing before: the run makes the rows that show it. */
const faultsOfNewMember: typeof faults = {
  'gives pages of 50': {
    breaks: answered('get-comp-list', (fields, { from, page = 1 }) =>
      from === undefined ? { ...fields, points: foreign.account.comp.slice(50 * (Number(page) - 1), 50) } : fields,
    ),
    found: ['get-comp-list', 'gives pages of 20'],
  },
  'gives the oldest first': {
    breaks: toRows('get-deposit-list', (rows) => rows.toReversed()),
    found: ['get-deposit-list', ownRows],
  },
  'gives the oldest comp first': {
    breaks: toRows('get-comp-list', (rows) => rows.toReversed()),
    found: ['get-comp-list', 'gives the newest first'],
  },
  'names a deposit that is in no list': {
    breaks: answered('apply-user-deposit', ({ id, ...fields }) => (id ? { ...fields, id: randomUUID() } : fields)),
    found: ['apply-user-deposit', 'names its row of the list'],
  },
}

/** An upstream that lets one request of a member wait, and says so to every other. */
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
  account?: () => Partial<ForeignUpstream['account']>
  trials: [CallName, string][]
}

const renamed = (member: Fields) => ({ ...member, userId: 'Demo-1' })
const unnamed = answered('get-in-game-balance', without('userId'))

/** What a sound upstream gives too little to judge, and the trials that must not be said to hold by it. */
const unjudged: Record<string, Unjudged> = {
  'a member with one row and none': {
    breaks: (next) => next,
    allowed: readOnly,
    account: () => ({ deposits: pastRows('deposit', 1), withdrawals: [] }),
    trials: [
      ['get-deposit-list', 'names each row'],
      ['get-deposit-list', 'gives the newest first'],
      ['get-deposit-list', 'gives pages of 20'],
      ['get-withdraw-list', 'answers'],
      ['get-withdraw-list', 'has rows of its member alone'],
      ['get-comp-list', 'answers'],
      ['get-help-list', 'answers'],
    ],
  },
  'rows of one time, without a status': {
    breaks: deposits((row) => ({ ...row, regdate: '2026-01-02T03:04:05Z', status: undefined })),
    allowed: readOnly,
    trials: [
      ['get-deposit-list', 'gives the newest first'],
      ['get-deposit-list', 'uses known status words'],
    ],
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
    trials: [
      ['user-do-login', 'names the member who logs in'],
      ['get-deposit-list', 'heeds from and to'],
      ['get-slot-by-company', 'answers'],
      ['get-casino-setting', 'answers'],
      ['get-notice-popup', 'answers'],
      ['get-reg-domain', 'answers'],
      ['get-deposit-payment', 'answers'],
    ],
  },
  'an id that registration would not take': {
    breaks: all(...(['user-do-login', 'user-health-check'] as const).map((name) => user(name, renamed)), unnamed),
    allowed: { allowDeletes: false, cap: undefined },
    trials: [
      ['check-user-id', 'says that the member’s own id is taken'],
      ['user-register', 'refuses an id that is taken'],
    ],
  },
  'no referral code': {
    breaks: all(gives('get-reg-domain', { user: null }), gives('user-register', { status: 'cant_find_code' })),
    allowed: { allowDeletes: false, cap: undefined },
    trials: [['user-register', 'refuses an id that is taken']],
  },
  'nothing to read and nothing to delete': {
    breaks: gives('user-write-help', { status: 'limit' }),
    allowed: { cap: undefined },
    account: () => ({ notes: [] }),
    trials: [
      ['read-help-message', 'marks a message'],
      ['read-note-message', 'marks a message'],
      ['del-all-help', 'leaves none'],
      ['user-del-note', 'leaves none'],
    ],
  },
  'a request that waits already': {
    breaks: all(oneWaits('apply-user-deposit', 0), oneWaits('apply-user-withdraw', 0)),
    allowed: onlyMoney,
    trials: [
      ['apply-user-deposit', 'refuses 10001 won'],
      ['apply-user-withdraw', 'refuses 10001 won'],
      ['apply-user-withdraw', 'refuses more than the wallet holds'],
      ['apply-user-withdraw', 'refuses a wrong exchange password'],
      ['apply-user-withdraw', 'leaves the code of a refusal unused'],
    ],
  },
  'one request that may wait': {
    breaks: all(oneWaits('apply-user-deposit'), gives('apply-deposit-payment', { status: 'wait' })),
    allowed: onlyMoney,
    account: noRows,
    trials: [
      ['apply-user-deposit', 'takes 20000 won'],
      ['get-deposit-list', ownRows],
      ['apply-deposit-payment', 'begins a payment'],
    ],
  },
  'no lists and no points': {
    breaks: all(lacks('get-deposit-list'), answered('get-in-game-balance', without('rolling'))),
    allowed: onlyMoney,
    trials: [
      ['apply-user-deposit', 'moves money once for two requests at once'],
      ['apply-user-deposit', 'moves money once'],
      ['money-to-point', 'moves money once'],
      ['roll-to-balance', 'takes 1 won'],
    ],
  },
  'no sums': {
    breaks: gives('get-in-game-balance', { status: 'fail' }),
    allowed: onlyMoney,
    trials: [
      ['get-in-game-balance', 'has nothing below zero after all that'],
      ['transfer-in', 'moves the wallet into games'],
    ],
  },
  'an empty wallet and no points': {
    breaks: sent('roll-to-balance', newCode),
    allowed: onlyMoney,
    account: () => ({ balance: 0, rolling: 0 }),
    trials: [
      ['apply-user-withdraw', 'takes a withdrawal'],
      ['roll-to-balance', 'refuses the code of another call'],
      ['transfer-in', 'moves all of it'],
      ['transfer-out', 'moves all of it'],
    ],
  },
}

/** A busy machine is slow. */
const isBad = ({ result, seen }: Finding) => (result === 'fails' || result === 'short') && !/^took \d+ ms$/.test(seen)

describe('the conformance run', () => {
  it('finds nothing in an upstream that is sound, by the strict form of the reference too', async () => {
    expect((await findingsOf((next) => next)).filter(isBad)).toEqual([])
  })

  it('makes the rows that a new member lacks, two requests and a second page of comp, and leaves money where it was', async () => {
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

  it('names what a sound upstream of games and bank transfers alone has not, and finds nothing bad in it', async () => {
    foreign.reset()
    // What the reference says that leaves nothing out.
    const cap = 120_000 + 2 * foreign.account.balance
    const findings = await findingsOf(all(...extraCalls.map(lacks)), { cap })
    expect(findings.filter(isBad)).toEqual([])
    expect(findings.filter(({ seen }) => seen.includes('--cap'))).toEqual([])
    const missing = findings.filter(({ result }) => result === 'missing').map(({ call }) => call)
    expect(missing).toEqual(expect.arrayContaining([...extraCalls]))
  })

  /** Only what finds a fault at this trial, because runs are long. */
  function allowedFor([call, trial]: [CallName, string]): Partial<ConformanceOptions> {
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

  it.each(Object.entries(faults))('finds an upstream that %s', async (_, { breaks, found }) => {
    const [call, trial] = found
    const findings = await findingsOf(breaks, allowedFor(found))
    expect(findings.filter(({ result }) => result === 'fails')).toContainEqual(expect.objectContaining({ call, trial }))
  })

  it.each(Object.entries(faultsOfNewMember))('finds by rows that it makes an upstream that %s', async (_, fault) => {
    const [call, trial] = fault.found
    const findings = await findingsOf(fault.breaks, onlyMoney, noRows())
    expect(findings.filter(({ result }) => result === 'fails')).toContainEqual(expect.objectContaining({ call, trial }))
  })

  it.each(Object.entries(unjudged))('judges by no trial what it does not see: %s', async (_, given) => {
    const { breaks, allowed, account, trials } = given
    const findings = await findingsOf(breaks, allowed, account?.())
    for (const [call, trial] of trials) {
      const results = findings.filter((finding) => finding.call === call && finding.trial === trial)
      expect(
        results.map(({ result }) => result),
        `${call} ${trial}`,
      ).toEqual(['not judged'])
    }
  })

  it('gives nothing of the cap back for money that it does not see', async () => {
    const breaks = all(lacks('get-deposit-list'), sent('apply-user-deposit', newCode))
    await findingsOf(breaks, { cap: 30_000 }, noRows())
    const moved = foreign.account.deposits.reduce((won, { balance }) => won + balance, 0)
    expect(moved).toBe(30_000)
  })

  it('names the field of a response of the wrong shape', async () => {
    const findings = await findingsOf(gives('get-casino-setting', { status: 'success' }), readOnly)
    expect(findings).toContainEqual(
      expect.objectContaining({ call: 'get-casino-setting', result: 'fails', seen: 'wrong shape: casiono' }),
    )
  })
})
