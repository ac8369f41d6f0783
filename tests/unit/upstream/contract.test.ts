import { describe, expect, it } from 'vitest'
import { safeLaunchUrl } from '~/upstream/client/launch-url.server'
import { type Exchange, withGameMoney } from '~/upstream/client/transport/exchange.server'
import { type CallName, callsWithRequestCode, contract, knownCallNames } from '~/upstream/contract'
import { fieldErrors } from '~/upstream/contract/field-errors'
import { answered, classify as classifyWhole, launch } from '../../support/exchanges'

const classify = (callName: CallName, exchange: Exchange) => classifyWhole(callName, exchange).outcome

const writes = [...knownCallNames.values()].filter(
  (name) => contract[name].effect === 'write' && name !== 'user-do-login' && name !== 'confirm-login',
)

function problemsOf(callName: CallName, payload: unknown): Record<string, string[]> {
  const parsed = contract[callName].payload.safeParse(payload)
  return parsed.success ? {} : fieldErrors(parsed.error)
}

const code = 'a-code-of-a-form'

it('the contract treats code as a request code exactly if the payload has balance or points', () => {
  const withMoney = [...knownCallNames.values()].filter((callName) => {
    const fields = 'shape' in contract[callName].payload ? Object.keys(contract[callName].payload.shape) : []
    return fields.includes('balance') || fields.includes('points')
  })
  expect(new Set(withMoney)).toEqual(callsWithRequestCode)
})

describe('a payload', () => {
  it('is rejected without its amount', () => {
    expect(problemsOf('apply-user-deposit', { code })).toEqual({ balance: ['msg2007'] })
    expect(problemsOf('apply-user-withdraw', { code })).toEqual({ balance: ['msg2014'] })
    expect(problemsOf('roll-to-balance', {})).toEqual({ points: ['comp.points.least'] })
  })

  it('may omit optional fields of the comp exchange and the withdrawal', () => {
    expect(problemsOf('roll-to-balance', { points: 1 })).toEqual({})
    expect(problemsOf('apply-user-withdraw', { balance: 10_000, code })).toEqual({})
  })

  it.each<[field: string, taken: string[], refused: string[]]>([
    ['id', ['abcd', `a${'9'.repeat(19)}`, 'a_b9', ' ABCD '], ['abc', `a${'9'.repeat(20)}`, '9abc', '_abc', 'ab-c']],
    ['pw', ['8 비밀번호 글', 'x'.repeat(64)], ['7 chars', 'x'.repeat(65)]],
    ['nick', ['김늘', '가'.repeat(16), '１ａ'], ['김', '가'.repeat(17), '김 늘']],
    ['phone', ['0101234567', '010-1234-5678'], ['010123456', '010123456789', '02012345678']],
    ['bankname', ['은', '은'.repeat(40)], ['', '은'.repeat(41)]],
    ['banknumber', ['123456', '1-2-3-4-5-6', '1'.repeat(20)], ['12345', '1'.repeat(21), '12345a']],
    ['bankowner', ['김늘', '김'.repeat(40)], ['김', '김'.repeat(41)]],
    ['exchange_pw', ['1234', '1'.repeat(12)], ['123', '1'.repeat(13), '123a']],
    ['code', ['A', 'a'.repeat(32)], ['', 'A'.repeat(33), 'A-B']],
  ])('of a registration follows the rule for %s in docs/product.md', (field, taken, refused) => {
    const isTaken = (value: string) => problemsOf('user-register', { [field]: value })[field] === undefined
    expect([taken.filter((value) => !isTaken(value)), refused.filter(isTaken)]).toEqual([[], []])
  })

  it('that moves money has a request code of 8 to 64 letters, digits, - and _', () => {
    const isTaken = (code: string) => problemsOf('apply-user-deposit', { balance: 10_000, code }).code === undefined
    expect(['a-code_1', 'A'.repeat(64)].filter((code) => !isTaken(code))).toEqual([])
    expect(['a-code1', 'A'.repeat(65), 'a code 1', 'a-code-é'].filter(isTaken)).toEqual([])
  })

  it('of an inquiry has a title of 1 to 100 and contents of 1 to 4,000 characters', () => {
    const inquiry = (title: number, contents: number) =>
      Object.keys(problemsOf('user-write-help', { title: '가'.repeat(title), contents: '가'.repeat(contents) }))
    expect([inquiry(1, 1), inquiry(100, 4_000)]).toEqual([[], []])
    expect([inquiry(0, 0), inquiry(101, 4_001)]).toEqual(Array(2).fill(['title', 'contents']))
  })

  it.each(['password', '12345678', 'qwertyuiop', '1q2w3e4r', 'PassWord1', 'QWER1234'])(
    'can’t have the common password %s as a new one, but at a login',
    (pw) => {
      expect(problemsOf('user-register', { pw }).pw).toEqual(['register.pw.common'])
      expect(problemsOf('change-password', { kind: 'login', pass: 'x', new_pass: pw })).toEqual({
        new_pass: ['register.pw.common'],
      })
      expect(problemsOf('user-do-login', { id: 'demo', pw })).toEqual({})
    },
  )
})

describe('a response', () => {
  it('may be wrapped in data once, but not twice', () => {
    const bare = { status: 'success', user: null }
    const done = { kind: 'done', response: bare }
    expect(classify('get-reg-domain', answered(bare))).toEqual(done)
    expect(classify('get-reg-domain', answered({ data: bare }))).toEqual(done)
    expect(classify('get-reg-domain', answered({ status: 'success', data: { user: null } }))).toEqual(done)
    expect(classify('get-reg-domain', answered({ data: { data: bare } }))).toMatchObject({ kind: 'broken' })
  })

  it('may use the alternative spellings of its fields', () => {
    const entry = { code: 1, used: 'y' }
    expect(classify('get-casino-setting', answered({ casino: [entry] }))).toEqual({
      kind: 'done',
      response: { casiono: [entry] },
    })
    expect(classify('get-user-note', answered({ notes: [] }))).toEqual({ kind: 'done', response: { note: [] } })
    expect(classify('get-notice-popup', answered({ data: { notes: [] } }))).toEqual({
      kind: 'done',
      response: { note: [] },
    })
    const user = { id: 'demo', point: '1,234', bankowner: '김', banknumber: '123' }
    const known = { userId: 'demo', rolling: 1_234, bankOwner: '김', banknum: '123' }
    expect(classify('get-member', answered({ user }))).toMatchObject({ response: { user: known } })
    expect(classify('user-do-login', answered({ session: 't', user }))).toMatchObject({
      response: { token: 't', user: known },
    })
    const games = [{ code: 5, gameCompany: 'a', imgUrl: 'https://img.test/a.png' }]
    expect(classify('get-slot-by-company', answered({ games }))).toMatchObject({
      response: { games: [{ code: 5, company: 'a', img: 'https://img.test/a.png' }] },
    })
    const [regdate, regDate] = ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z']
    expect(classify('get-event-list', answered({ evens: [{ idx: 1, regdate }] }))).toMatchObject({
      response: { events: [{ idx: 1, regDate }] },
    })
    expect(classify('get-help-list', answered({ helps: [{ regdate, ref: { regdate } }] }))).toMatchObject({
      response: { helps: [{ regDate, ref: { regDate } }] },
    })
  })

  it('is invalid if alternative names of a field have different values', () => {
    const user = { userId: 'demo', id: 'demo', rolling: 1, point: '1' }
    expect(classify('get-member', answered({ user }))).toMatchObject({ kind: 'done' })
    for (const [callName, body] of [
      ['get-member', { user: { ...user, id: 'other' } }],
      ['user-do-login', { token: 't', session: 'u', user }],
      ['get-user-note', { note: [{ regDate: '2026-01-02T03:04:05Z', regdate: '2026-01-03T03:04:05Z' }] }],
      ['get-user-note', { note: [], notes: [{}] }],
    ] as const)
      expect(classify(callName, answered(body)).kind, callName).toBe('broken')
  })

  it('of get-in-game-balance may have the game money in another field', () => {
    const sent = answered({ balance: '30,000', gameMoney: 5, rolling: 7 })
    const known = withGameMoney('get-in-game-balance', sent, { gameBalance: 'balance' })
    expect(classify('get-in-game-balance', known)).toMatchObject({ response: { gameMoney: 30_000, rolling: 7 } })
    const other = answered({ balance: 5 })
    expect(withGameMoney('get-member', other, { gameBalance: 'balance' })).toBe(other)
  })

  it.each<[unknown, number | null | undefined]>([
    [184_500.7, 184_500],
    ['12.9', 12],
    [-12.9, -12],
    [-0.5, 0],
  ])('has the amount %j cut to %s whole won', (sum, whole) => {
    const { response } = classify('get-in-game-balance', answered({ rolling: sum })) as { response: object }
    expect(response).toEqual({ rolling: whole })
  })

  it('may omit inessential fields of an entry, which is then shown but can’t be opened', () => {
    const body = { slot: [{ nameKo: '가온' }, { code: '', used: 'n' }, { code: null, img: 5 }, { code: 0, used: 'x' }] }
    expect(classify('get-slot-setting', answered(body))).toMatchObject({
      response: {
        slot: [
          { nameKo: '가온', used: 'y' },
          { code: undefined, used: 'n' },
          { code: undefined, img: '5' },
          { code: 0, used: 'y' },
        ],
      },
    })
  })

  it('to a login may omit the member, but must contain a token that is valid in a header', () => {
    for (const user of [undefined, null, {}, { nick: '데모' }]) {
      expect(classify('user-do-login', answered({ status: 'success', token: 't', user }))).toEqual({
        kind: 'done',
        response: { status: 'success', token: 't' },
      })
    }
    for (const token of [undefined, '', 'a\nb', 'é', 5, 'x'.repeat(2_049)])
      expect(classify('user-do-login', answered({ status: 'success', token })).kind).toBe('broken')
  })

  it('is invalid if it is null, a list, text or of the wrong shape', () => {
    for (const value of [null, [], 'success', 5, { status: {} }, { status: 'success', casiono: {} }, {}])
      expect(classify('get-casino-setting', answered(value)).kind).toBe('broken')
    expect(classify('user-ask-account', answered({}))).toMatchObject({ kind: 'unknown', httpStatus: 502 })
  })
})

describe('a status', () => {
  it.each<[CallName, string]>([
    ['apply-user-deposit', 'already'],
    ['apply-user-withdraw', 'alread'],
    ['roll-to-balance', 'already'],
    ['money-to-point', 'alread'],
  ])('of %s counts as a success if it is %s', (callName, status) => {
    const response = { status, token: 't', user: { userId: 'demo' } }
    expect(classify(callName, answered(response)).kind).toBe('done')
  })

  it('counts as a success if it is missing but the expected fields were sent', () => {
    expect(classify('withdrawal-launcher', answered({ launcherUrl: '/sandbox/pay/x' })).kind).toBe('done')
    expect(classify('open-game', answered({ status: null, gameUrl: 'https://games.test/' })).kind).toBe('done')
    expect(classify('get-help-list', answered({ helps: [] })).kind).toBe('done')
    expect(classify('apply-user-deposit', answered({ code })).kind).toBe('unknown')
  })

  it('is a refusal if it is unknown', () => {
    for (const callName of ['apply-user-deposit', 'get-user-note', 'user-do-login'] as const) {
      expect(classify(callName, answered({ status: 'mystery' }))).toMatchObject({
        kind: 'refused',
        status: 'other',
        upstreamStatus: 'mystery',
      })
    }
    expect(classify('user-ask-account', answered({ status: 200 }))).toMatchObject({
      status: 'other',
      upstreamStatus: '200',
    })
    expect(classify('apply-user-deposit', answered({ status: 'time' }))).toMatchObject({
      status: 'other',
      upstreamStatus: 'time',
    })
  })

  it('includes the time to wait if it is wait and the upstream sends one', () => {
    const wait = (ms: unknown) => classify('apply-user-withdraw', answered({ status: 'wait', ms }))
    expect(wait('90000')).toMatchObject({ waitMs: 90_000, upstreamStatus: 'wait', response: { ms: 90_000 } })
    expect(wait('soon')).toMatchObject({ waitMs: 0 })
    expect(wait(-5)).toMatchObject({ waitMs: 0 })
    expect(wait(undefined)).not.toHaveProperty('waitMs')
  })
})

describe('an HTTP status', () => {
  it('of a rejection may come with a known status in the body', () => {
    expect(classify('roll-to-balance', answered({ status: 'low_point' }, 422))).toMatchObject({ status: 'low_point' })
    expect(classify('roll-to-balance', answered({ status: 'success' }, 422))).toMatchObject({
      kind: 'refused',
      status: 'other',
    })
  })

  it.each([
    [null, 5],
    ['7', 7],
    ['0', 1],
    ['999999', 3_600],
    ['-3', 1],
    ['soon', 5],
  ])('of 429 with Retry-After %j means a wait of %d seconds', (header, seconds) => {
    expect(classify('apply-user-deposit', answered({}, 429, header))).toEqual({
      kind: 'limited',
      by: 'upstream',
      retryAfterSeconds: seconds,
    })
  })

  it('of 429 may come with a date in Retry-After', () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString()
    const outcome = classify('get-user-note', answered({}, 429, inAMinute))
    expect(outcome).toMatchObject({ kind: 'limited', retryAfterSeconds: expect.closeTo(60, -1) })
  })
})

describe('a missing response', () => {
  const failure = (callName: CallName, exchange: Exchange) => {
    const outcome = classify(callName, exchange)
    return [outcome.kind, 'httpStatus' in outcome && outcome.httpStatus]
  }

  it.each<[string, Exchange, unknown[], unknown[]]>([
    ['after the time limit', { kind: 'lost', timedOut: true, why: '' }, ['unavailable', 504], ['unknown', 504]],
    ['after a broken connection', { kind: 'lost', timedOut: false, why: '' }, ['unavailable', 503], ['unknown', 503]],
    ['to an unsent call', { kind: 'not-sent', timedOut: false, why: '' }, ['unavailable', 503], ['unavailable', 503]],
  ])(
    '%s makes a read or login fail, and other writes unknown if they may have been processed',
    (_, exchange, read, write) => {
      for (const callName of ['get-user-note', 'user-do-login'] as const)
        expect(failure(callName, exchange)).toEqual(read)
      for (const callName of writes) expect(failure(callName, exchange), callName).toEqual(write)
    },
  )
})

describe('a URL to open', () => {
  const onHttp = { ...launch, origin: 'http://site.test:3000', https: false }
  const narrowed = { ...launch, launchOrigins: ['https://games.test'] }
  const embedded = { ...launch, embedded: true }

  it.each([
    ['https://games.test/play?x=1', launch, 'https://games.test/play?x=1'],
    ['HTTPS://GAMES.test', launch, 'https://games.test/'],
    ['/sandbox/game/abc', launch, '/sandbox/game/abc'],
    ['/sandbox/game/a?b=c#d', launch, '/sandbox/game/a?b=c#d'],
    ['http://games.test/', onHttp, 'http://games.test/'],
    ['https://games.test/', narrowed, 'https://games.test/'],
    ['/sandbox/pay/x', narrowed, '/sandbox/pay/x'],
    ['https://site.test/x', narrowed, 'https://site.test/x'],
    ['/sandbox/game/x', embedded, '/sandbox/game/x'],
    ['https://site.test/x', embedded, 'https://site.test/x'],
  ])('%j may be opened', (address, rules, opened) => {
    expect(safeLaunchUrl(address, rules)).toBe(opened)
  })

  it.each([
    ['http://games.test/', launch],
    ['//evil.test/', launch],
    ['/\t/evil.test/', launch],
    ['/\\evil.test/', launch],
    ['/.//evil.test', launch],
    ['/a/..//evil.test', launch],
    ['\\\\evil.test', launch],
    ['javascript:alert(1)', launch],
    ['java\nscript:alert(1)', launch],
    ['ftp://games.test/', onHttp],
    ['', launch],
    ['https://games.test/\r\nSet-Cookie: a=b', launch],
    ['https://games.test.evil.test/', narrowed],
    ['https://games.test:8443/', narrowed],
    ['http://games.test/', narrowed],
    ['https://bank.test@games.test/', launch],
    ['https://:pw@games.test/', narrowed],
    ['https://games.test/', embedded],
  ])('%j may not be opened', (address, rules) => {
    expect(safeLaunchUrl(address, rules)).toBeUndefined()
  })

  it('makes the response invalid if it may not be opened', () => {
    expect(classify('open-game', answered({ status: 'success', gameUrl: '//evil.test' })).kind).toBe('broken')
    expect(classify('withdrawal-launcher', answered({ launcherUrl: 'javascript:1' })).kind).toBe('broken')
    expect(classify('withdrawal-launcher', answered({ launcherUrl: 5 })).kind).toBe('unknown')
  })
})

describe('a provider’s kinds', () => {
  const kindsOf = (kinds: unknown) => {
    const response = { status: 'success', casiono: [{ code: 'a', kinds }] }
    return contract['get-casino-setting'].response.parse(response).casiono[0]?.kinds
  }

  it('are the known ones once each, in order', () => {
    expect(kindsOf(['roulette', 'baccarat', 'crash', 'roulette', 7])).toEqual(['roulette', 'baccarat'])
  })

  it.each([[undefined], [null], ['baccarat'], [['crash', {}, null]], [[]], [{ 0: 'baccarat' }]])(
    'are missing for %j',
    (kinds) => expect(kindsOf(kinds)).toBeUndefined(),
  )
})
