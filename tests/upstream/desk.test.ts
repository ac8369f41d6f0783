import { createHmac, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '~/embedded/desk/commands'
import { databaseServerUrl } from '../support/database'
import { openTestEmbeddedUpstream } from '../support/embedded-upstream'

const token = 'a token of the desk, for tests'
type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
type Body = Record<string, unknown> & { rows?: Record<string, unknown>[] }

/** Calls the desk of an embedded upstream, with its token unless `headers` replace it. */
function deskOf(embedded: TestEmbeddedUpstream) {
  async function send(act: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
    return embedded.send(
      new Request(`http://site.invalid/house/desk/${act}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
        ...(method === 'POST' ? { body } : {}),
      }),
    )
  }
  async function ask(act: string, payload: Record<string, unknown> = {}) {
    const response = await send(act, JSON.stringify(payload))
    return { httpStatus: response.status, body: (await response.json()) as Body }
  }
  /** The body of a command that must succeed. */
  async function runCommand(act: string, payload: Record<string, unknown> = {}): Promise<Body> {
    const { httpStatus, body } = await ask(act, payload)
    expect(body, act).toMatchObject({ status: 'success' })
    expect(httpStatus).toBe(200)
    return body
  }
  /** The newest line of the log. */
  const lastLine = async () => (await runCommand('acts')).rows?.[0] ?? {}
  return { send, ask, runCommand, lastLine }
}

/** A member's calls. */
async function memberOf(embedded: TestEmbeddedUpstream, id = 'demo', pw = 'demo-1234') {
  const signedIn = await embedded.signIn(id, pw)
  const call = (callName: Parameters<TestEmbeddedUpstream['call']>[0], payload: Record<string, unknown> = {}) =>
    embedded.call(callName, payload, signedIn)
  return {
    call,
    deposits: (won: number) => call('apply-user-deposit', { balance: won, code: randomUUID() }),
    withdraws: (won: number) =>
      call('apply-user-withdraw', { balance: won, code: randomUUID(), exchange_pw: id === 'demo' ? '2580' : '1379' }),
    cash: async () => (await call('get-in-game-balance')).body.balance,
  }
}

describe('a desk', () => {
  let embedded: TestEmbeddedUpstream
  let desk: ReturnType<typeof deskOf>
  let demo: Awaited<ReturnType<typeof memberOf>>
  beforeAll(async () => {
    embedded = await openTestEmbeddedUpstream({ deskToken: token, playApprovalMs: 0 })
    desk = deskOf(embedded)
    demo = await memberOf(embedded)
  })
  afterAll(() => embedded?.close())

  describe('access', () => {
    it('is refused without its token', async () => {
      const wrong = ['', 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, 'Bearer \u00e9']
      for (const authorization of wrong) {
        const response = await desk.send('overview', '{}', { Authorization: authorization })
        expect([response.status, await response.json()], authorization).toEqual([401, { status: 'unauthenticated' }])
      }
      expect((await desk.send('overview', '{}', { Authorization: `bearer ${token}` })).status).toBe(200)
    })

    it('does not show its commands without the token', async () => {
      expect((await desk.send('no-such-act', '{}', { Authorization: 'Bearer x' })).status).toBe(401)
      const known = await desk.ask('no-such-act')
      expect(known).toEqual({ httpStatus: 404, body: { status: 'unknown_act', acts: Object.keys(commands) } })
      expect((await desk.ask('constructor')).httpStatus).toBe(404)
    })

    it('takes a JSON object by POST, of a bounded size, with the names it knows', async () => {
      expect((await desk.send('overview', '{}', {}, 'GET')).status).toBe(405)
      expect((await desk.send('overview', '{}', { 'Content-Type': 'text/plain' })).status).toBe(415)
      for (const body of ['', 'x', '[]', 'null', '"x"']) expect((await desk.send('overview', body)).status).toBe(400)
      expect((await desk.send('overview', JSON.stringify({ search: 'x'.repeat(70_000) }))).status).toBe(413)
      const answer = await desk.ask('movements', { kind: 'deposits', page: 0, lines: 3 })
      expect(answer.httpStatus).toBe(422)
      expect(answer.body.wrong).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ field: 'kind' }),
          expect.objectContaining({ field: 'page' }),
          { field: 'lines', message: 'is not known' },
        ]),
      )
      expect((await desk.ask('overview', { dryRun: true })).httpStatus).toBe(422)
    })

    it('is closed when no token is set', async () => {
      await embedded.reopen({ deskToken: undefined })
      const response = await desk.send('overview', '{}')
      expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ status: 'shut' })])
      await embedded.reopen()
    })
  })

  describe('with deposits and withdrawals', () => {
    it('finds them waiting, however long: with PLAY_APPROVAL_MS=0 nothing is approved by itself', async () => {
      await demo.deposits(30_000)
      await demo.withdraws(20_000)
      embedded.advanceClock(60 * 60_000)
      await demo.call('user-health-check')
      const deposits = await desk.runCommand('movements', { kind: 'deposit' })
      expect(deposits).toMatchObject({ total: 1, sum: 30_000, approvalMs: null, page: 1, pages: 1 })
      expect(deposits.rows?.[0]).toMatchObject({
        member: 'demo',
        won: 30_000,
        method: 'bank',
        state: 'wait',
        dueAt: null,
        bank: { name: '국민은행', number: '12345678901234', owner: '김데모' },
        cash: 980_000,
      })
      const [{ id, number } = {}] = deposits.rows ?? []
      const [listed] = (await demo.call('get-deposit-list')).body.balances as { id: string }[]
      expect(number).toBe(listed?.id)
      const typed = String(number).replace('-', '').toLowerCase()
      expect(await desk.runCommand('movement', { number: typed })).toMatchObject({ movement: { id, kind: 'deposit' } })
      expect((await desk.ask('movement', { number: '0000-00' })).httpStatus).toBe(404)
      expect((await desk.ask('movement', { number: '4F7K' })).body.wrong).toEqual([
        { field: 'number', message: 'a number, such as 21 or 4F7K-21' },
      ])
      expect(await desk.runCommand('movement', { number: id })).toMatchObject({ movement: { id, kind: 'deposit' } })

      const overview = await desk.runCommand('overview')
      expect(overview).toMatchObject({
        approvalMs: null,
        waiting: { deposits: { count: 1, won: 30_000 }, withdrawals: { count: 1, won: 20_000 } },
      })
    })

    it('approves a deposit once, and the log says who did it', async () => {
      const [{ id } = {}] = (await desk.runCommand('movements', { kind: 'deposit' })).rows ?? []
      const approved = await desk.runCommand('approve', { kind: 'deposit', id, reason: '입금 확인' })
      expect(approved).toMatchObject({
        changed: true,
        movement: { state: 'already', settledBy: 'desk', cash: 1_010_000 },
      })
      expect(await desk.lastLine()).toMatchObject({
        who: 'owner',
        act: 'approve',
        rehearsed: false,
        payload: { kind: 'deposit', id, reason: '입금 확인' },
        result: { status: 'success', changed: true },
      })
      expect(await desk.runCommand('approve', { kind: 'deposit', id })).toMatchObject({ changed: false })
      expect(await demo.cash()).toBe(1_010_000)

      const late = await desk.ask('cancel', { kind: 'deposit', id })
      expect(late).toMatchObject({ httpStatus: 409, body: { status: 'ended', movement: { state: 'already' } } })
      expect(await desk.lastLine()).toMatchObject({ act: 'cancel', result: { status: 'ended' } })
    })

    it('gives the money of a cancelled withdrawal back, with its cause in the ledger', async () => {
      const [{ id } = {}] = (await desk.runCommand('movements', { kind: 'withdrawal' })).rows ?? []
      const cancelled = await desk.runCommand('cancel', { kind: 'withdrawal', id })
      expect(cancelled).toMatchObject({
        changed: true,
        movement: { state: 'cansel', settledBy: 'desk', cash: 1_030_000 },
      })
      const ledger = await desk.runCommand('ledger', { member: 'demo', account: 'cash' })
      expect(ledger.rows?.[0]).toMatchObject({
        won: 20_000,
        after: 1_030_000,
        cause: 'withdrawal_returned',
        causeId: id,
        member: 'demo',
      })
    })

    it('changes nothing in a dry run, and logs it as one', async () => {
      await demo.withdraws(50_000)
      const [{ id } = {}] = (await desk.runCommand('movements', { kind: 'withdrawal' })).rows ?? []
      const rehearsed = await desk.runCommand('cancel', { kind: 'withdrawal', id, dryRun: true })
      expect(rehearsed).toMatchObject({ dryRun: true, movement: { state: 'cansel', cash: 1_030_000 } })
      expect(await demo.cash()).toBe(980_000)
      expect(await desk.lastLine()).toMatchObject({ act: 'cancel', rehearsed: true })
      expect(await desk.runCommand('approve', { kind: 'withdrawal', id })).toMatchObject({
        movement: { state: 'already' },
      })
    })

    it('finds none of another kind or number', async () => {
      for (const payload of [
        { kind: 'deposit', id: 999_999 },
        { kind: 'withdrawal', id: 1 },
      ]) {
        expect((await desk.ask('approve', payload)).httpStatus).toBe(404)
      }
      expect((await desk.ask('approve', { kind: 'deposit', id: -1 })).httpStatus).toBe(422)
    })

    it('approves no payment whose page has not reported it, unless it is told to', async () => {
      await demo.call('apply-deposit-payment', { balance: 10_000, code: randomUUID(), idx: 1 })
      const [row = {}] = (await desk.runCommand('movements', { kind: 'deposit' })).rows ?? []
      expect(row).toMatchObject({ method: 'payment', paymentIdx: '1' })
      const { id } = row
      expect(await desk.ask('approve', { kind: 'deposit', id })).toMatchObject({
        httpStatus: 409,
        body: { status: 'unpaid' },
      })
      expect(await desk.runCommand('approve', { kind: 'deposit', id, unpaid: true })).toMatchObject({ changed: true })
    })

    it('makes a change once for one request number, also when it is sent many times at once', async () => {
      const request = { to: ['demo2'], title: '한 번만', contents: '한 번만 갑니다.', requestId: randomUUID() }
      const answers = await Promise.all([1, 2, 3, 4].map(() => desk.runCommand('note', request)))
      expect(answers.map(({ sent }) => sent)).toEqual([1, 1, 1, 1])
      expect(await embedded.query("select 1 from notes where title = '한 번만'")).toHaveLength(1)
      const other = await desk.ask('note', { ...request, to: ['demo'] })
      expect(other).toMatchObject({ httpStatus: 409, body: { status: 'request_reused' } })
    })
  })

  describe('with messages', () => {
    it('answers a help request, which the member finds unread', async () => {
      await demo.call('user-write-help', { title: '질문', contents: '언제 처리되나요?' })
      const [row = {}] = (await desk.runCommand('requests', { member: 'demo' })).rows?.slice(-1) ?? []
      expect(row).toMatchObject({ title: '질문', state: 'wait', account: false, answer: null })
      expect(await desk.runCommand('request', { id: row.id })).toMatchObject({
        request: { contents: '언제 처리되나요?' },
      })
      await desk.runCommand('answer', { id: row.id, contents: '오늘 처리됩니다.' })
      const { helps } = (await demo.call('get-help-list')).response as { helps: Record<string, unknown>[] }
      expect(helps[0]).toMatchObject({ status: 'already', isRead: false, ref: { contents: '오늘 처리됩니다.' } })

      const again = await desk.ask('answer', { id: row.id, contents: '내일입니다.' })
      expect(again).toMatchObject({ httpStatus: 409, body: { status: 'answered' } })
      await desk.runCommand('answer', { id: row.id, contents: '내일입니다.', replace: true })
      const { helps: mended } = (await demo.call('get-help-list')).response as { helps: Record<string, unknown>[] }
      expect(mended[0]).toMatchObject({ isRead: false, ref: { contents: '내일입니다.' } })
    })

    it('answers who asked for the account, who may ask again then', async () => {
      expect((await demo.call('user-ask-account')).status).toBe('success')
      expect((await demo.call('user-ask-account')).status).toBe('already')
      const asked = (await desk.runCommand('requests')).rows?.find(({ account }) => account === true)
      await desk.runCommand('answer', { id: asked?.id, contents: '국민은행 000-000 마당' })
      expect((await demo.call('user-ask-account')).status).toBe('success')
      await demo.call('del-all-help')
      expect((await demo.call('user-ask-account')).status).toBe('success')
    })

    it('names the account to pay into in fields to who asked for it, until another answer takes its place', async () => {
      await demo.call('del-all-help')
      await demo.call('user-ask-account')
      const asked = (await desk.runCommand('requests')).rows?.find(({ account }) => account === true)
      const answerOf = async () => {
        const { helps } = (await demo.call('get-help-list')).response as { helps: Record<string, unknown>[] }
        return helps[0]?.ref
      }
      const account = { bank: '국민은행', number: '123-45', holder: '마당' }
      const { request } = await desk.runCommand('answer', { id: asked?.id, account })
      expect(request).toMatchObject({ answer: '국민은행 123-45 마당', answerAccount: account })
      expect(await answerOf()).toMatchObject({ contents: '국민은행 123-45 마당', account })

      const withText = { id: asked?.id, account: { ...account, number: '678' }, contents: '오늘만 이 계좌입니다.' }
      await desk.runCommand('answer', { ...withText, replace: true })
      expect(await answerOf()).toMatchObject({ contents: '오늘만 이 계좌입니다.', account: withText.account })
      // As a release that knows no fields writes it.
      await embedded.query("update help_requests set answer = '다른 계좌', answered_at = $2 where id = $1", [
        asked?.id,
        new Date(Date.now() + 60_000),
      ])
      expect(await answerOf()).toEqual({ contents: '다른 계좌', regDate: expect.any(String) })
      await desk.runCommand('answer', { ...withText, replace: true })
      await desk.runCommand('answer', { id: asked?.id, contents: '국민은행 000', replace: true })
      expect(await answerOf()).toEqual({ contents: '국민은행 000', regDate: expect.any(String) })
    })

    it('refuses an account of which a part is missing, or where nobody asked for one, and an answer without any', async () => {
      await demo.call('user-write-help', { title: '다른 질문', contents: '언제인가요?' })
      const row = (await desk.runCommand('requests')).rows?.find(({ title }) => title === '다른 질문')
      const account = { bank: '국민은행', number: '123-45', holder: '마당' }
      for (const [payload, field] of [
        [{ account }, 'account'],
        [{ account: { ...account, holder: undefined } }, 'account.holder'],
        [{ account: { ...account, number: ' ' } }, 'account.number'],
        [{ account: { ...account, number: '1\n2' } }, 'account.number'],
        [{}, 'contents'],
      ] as const) {
        const refused = await desk.ask('answer', { id: row?.id, ...payload })
        expect([refused.httpStatus, (refused.body.wrong as { field: string }[])[0]?.field]).toEqual([422, field])
      }
      expect((await desk.runCommand('request', { id: row?.id })).request).toMatchObject({ state: 'wait' })
    })

    it('sends notes to those it names, to all, or to nobody when it does not know one of them', async () => {
      const note = { title: '안내', contents: '첫 줄\n둘째 줄' }
      expect(await desk.runCommand('note', { ...note, to: ['demo', 'DEMO'] })).toMatchObject({ sent: 1 })
      const unknown = await desk.ask('note', { ...note, to: ['demo', 'nobody'] })
      expect(unknown).toEqual({ httpStatus: 404, body: { status: 'not_found', members: ['nobody'] } })
      expect(await desk.runCommand('note', { ...note, to: 'all', dryRun: true })).toMatchObject({ sent: 2 })
      expect(await desk.runCommand('note', { ...note, to: 'all' })).toMatchObject({ sent: 2 })
      const { note: notes } = (await demo.call('get-user-note')).body as { note: Record<string, unknown>[] }
      expect(notes.filter(({ title }) => title === '안내')).toHaveLength(2)
      expect(notes[0]).toMatchObject({ text: '첫 줄\n둘째 줄', isRead: false })
    })

    it.each([
      ['list', 'get-user-notices', 'notices'],
      ['popup', 'get-notice-popup', 'note'],
    ] as const)('shows a %s notice until it is ended, or its last day is over', async (place, callName, field) => {
      const shown = async () =>
        ((await demo.call(callName)).body[field] as { title: string }[]).map(({ title }) => title)
      const before = await shown()
      const { idx } = await desk.runCommand('add-notice', { place, title: '점검 안내', contents: '오늘 밤' })
      expect(await shown()).toEqual(['점검 안내', ...before])
      expect(await desk.runCommand('end-notice', { place, idx })).toMatchObject({ changed: true, title: '점검 안내' })
      expect(await desk.runCommand('end-notice', { place, idx })).toMatchObject({ changed: false })
      expect(await shown()).toEqual(before)
      expect((await desk.ask('end-notice', { place: place === 'list' ? 'popup' : 'list', idx })).httpStatus).toBe(404)

      const today = new Date(embedded.context().now().getTime() + 9 * 60 * 60_000).toISOString().slice(0, 10)
      await desk.runCommand('add-notice', { place, title: '오늘까지', contents: '오늘', until: today })
      expect(await shown()).toContain('오늘까지')
      embedded.advanceClock(24 * 60 * 60_000)
      demo = await memberOf(embedded)
      expect(await shown()).toEqual(before)
      expect((await desk.ask('add-notice', { place, title: '늦음', contents: '어제', until: today })).httpStatus).toBe(
        422,
      )
      const ended = await desk.runCommand('notices', { place, state: 'ended' })
      expect(ended.rows?.map(({ title }) => title)).toEqual(['오늘까지', '점검 안내'])
    })
  })

  describe('with providers', () => {
    it('puts one under maintenance, which then opens no game, and opens it again', async () => {
      const used = async () => {
        const { slot } = (await demo.call('get-slot-setting')).body as { slot: { code: string; used: string }[] }
        return slot.find(({ code }) => code === 'mir-works')?.used
      }
      expect(await desk.runCommand('maintenance', { provider: 'mir-works', used: 'n' })).toMatchObject({
        changed: true,
      })
      expect(await desk.runCommand('maintenance', { provider: 'mir-works', used: 'n' })).toMatchObject({
        changed: false,
      })
      expect(await used()).toBe('n')
      const closed = await desk.runCommand('providers', { closed: true, kind: 'slot' })
      expect(closed.rows?.map(({ code }) => code)).toContain('mir-works')
      expect((await demo.call('open-game', { company: 'mir-works', code: 'x' })).status).not.toBe('success')
      expect(await desk.runCommand('maintenance', { provider: 'mir-works', used: 'y' })).toMatchObject({
        changed: true,
      })
      expect(await used()).toBe('y')
      expect((await desk.ask('maintenance', { provider: 'nobody', used: 'n' })).httpStatus).toBe(404)
    })

    it('makes a code that opens a registration, once, and lists it', async () => {
      const made = { code: 'SPRING26', owner: 'madang', origin: 'https://spring.example' }
      expect(await desk.runCommand('add-referral-code', made)).toMatchObject(made)
      expect((await desk.ask('add-referral-code', made)).httpStatus).toBe(409)
      expect((await desk.ask('add-referral-code', { ...made, code: 'small' })).httpStatus).toBe(422)
      expect((await desk.runCommand('referral-codes', {})).rows).toContainEqual(
        expect.objectContaining({ ...made, members: 0 }),
      )
    })

    it('shows the secrets of a sender of callbacks, newest first, and keeps them out of the log', async () => {
      const told = async (provider: string) =>
        (await desk.runCommand('callback-secret', { provider })).secrets as string[]
      const made = await desk.runCommand('callback-secret', { provider: 'mir-works' })
      expect(made).toMatchObject({ provider: 'mir-works', kind: 'games', from: 'database' })
      expect(
        new Set([...(await told('mir-works')), ...(await told('dodam-play')), ...(await told('payments'))]).size,
      ).toBe(3)
      expect((await desk.ask('callback-secret', { provider: 'nobody' })).httpStatus).toBe(404)
      expect(JSON.stringify((await desk.runCommand('acts', { act: 'callback-secret' })).rows)).not.toMatch(
        /[0-9a-f]{64}/,
      )

      await embedded.reopen({ providerSecrets: ['newer', 'older'], paymentSecrets: ['other'] })
      const derived = (from: string, code: string) => createHmac('sha256', from).update(code).digest('hex')
      expect(await told('mir-works')).toEqual([derived('newer', 'mir-works'), derived('older', 'mir-works')])
      expect(await told('payments')).toEqual([derived('other', 'payments')])
      await embedded.reopen()
      expect(await told('mir-works')).toEqual(made.secrets)
    })
  })

  describe('with members', () => {
    it('shows one with balances and ledger, and never the password hashes', async () => {
      const { member } = await desk.runCommand('member', { member: 'Demo' })
      expect(member).toMatchObject({ member: 'demo', nick: '데모', comp: 50_000, phone: '01012345678' })
      expect(JSON.stringify(member)).not.toMatch(/argon|hash|2580/)
      expect((await desk.ask('member', { member: 'nobody' })).httpStatus).toBe(404)
      expect((await desk.ask('ledger', { member: 'nobody' })).httpStatus).toBe(404)
      const ledger = await desk.runCommand('ledger', { member: 'demo', from: '2026-01-01', to: '2026-01-31' })
      expect(ledger.rows?.length).toBeGreaterThan(0)
      expect(ledger.rows?.every(({ at }) => String(at) < '2026-01-31T15:00:00')).toBe(true)
    })

    it('finds them by a part of id or nick, and by the end of the phone number', async () => {
      const found = async (search: string) =>
        (await desk.runCommand('members', { search })).rows?.map(({ member }) => member)
      expect(await found('EMO')).toEqual(['demo2', 'demo'])
      expect(await found('둘')).toEqual(['demo2'])
      expect(await found('5678')).toEqual(['demo'])
      expect(await found('%')).toEqual([])
    })

    it('corrects a mistake by a transfer with its cause, once, with the reason in the log', async () => {
      const before = Number(await demo.cash())
      const given = {
        member: 'demo',
        account: 'cash',
        won: 70_000,
        reason: '입금 확인이 늦어졌습니다',
        requestId: randomUUID(),
      }
      expect(await desk.runCommand('correct', given)).toMatchObject({ won: 70_000, after: before + 70_000 })
      expect(await desk.runCommand('correct', given)).toMatchObject({ won: 70_000, after: before + 70_000 })
      expect(await demo.cash()).toBe(before + 70_000)
      const { rows } = await desk.runCommand('ledger', { member: 'demo', account: 'cash' })
      expect(rows?.[0]).toMatchObject({ cause: 'correction', won: 70_000, after: before + 70_000 })
      const lines = (await desk.runCommand('acts', { act: 'correct' })).rows
      expect(lines?.map(({ payload }) => payload)).toEqual([expect.objectContaining({ reason: given.reason })])

      const taken = { member: 'demo', account: 'cash', won: -70_000, reason: '되돌립니다' }
      expect(await desk.runCommand('correct', { ...taken, dryRun: true })).toMatchObject({ after: before })
      expect(await demo.cash()).toBe(before + 70_000)
      expect(await desk.runCommand('correct', taken)).toMatchObject({ after: before })
      expect(await desk.runCommand('correct', { ...taken, account: 'comp', won: 300 })).toMatchObject({ after: 50_300 })
      expect(await desk.runCommand('correct', { ...taken, account: 'comp', won: -300 })).toMatchObject({
        after: 50_000,
      })
    })

    it('can not take more money than a member has, give more than an account can hold, or go without a reason or a member', async () => {
      const asked = { member: 'demo', account: 'cash', reason: '확인' }
      expect(await desk.ask('correct', { ...asked, won: -9_000_000_000_000_000 })).toMatchObject({
        httpStatus: 409,
        body: { status: 'balance' },
      })
      expect(await desk.ask('correct', { ...asked, won: Number.MAX_SAFE_INTEGER })).toMatchObject({
        httpStatus: 409,
        body: { status: 'limit' },
      })
      for (const wrong of [
        { won: 0 },
        { won: 0.5 },
        { won: '1000' },
        { won: 1000, reason: ' ' },
        { won: 1000, account: 'bank' },
      ]) {
        expect((await desk.ask('correct', { ...asked, ...wrong })).httpStatus).toBe(422)
      }
      expect((await desk.ask('correct', { ...asked, won: 1000, member: 'nobody' })).httpStatus).toBe(404)
    })

    it('ends their sessions', async () => {
      const other = await memberOf(embedded, 'demo2', 'demo-5678')
      expect(await desk.runCommand('sign-out', { to: ['demo2'] })).toMatchObject({ ended: 1 })
      expect((await other.call('user-health-check')).httpStatus).toBe(401)
      expect((await demo.call('user-health-check')).httpStatus).toBe(200)
    })
  })

  describe('with files', () => {
    const text = async (payload: Record<string, unknown>) => {
      const response = await desk.send('export', JSON.stringify(payload))
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const bytes = Buffer.from(await response.arrayBuffer()).toString('utf8')
      return bytes.split('\r\n')
    }

    it('writes the ledger so that its sum can be taken: every entry, once, as numbers', async () => {
      const [head, ...lines] = await text({ what: 'ledger' })
      expect(head).toBe('\ufeffentry,transfer,time,account,member,provider,won,balance_after,cause,cause_id')
      const rows = lines.slice(0, -1).map((line) => line.split(','))
      const [all] = await embedded.query<{ count: bigint }>('select count(*) from entries')
      expect(rows).toHaveLength(Number(all?.count))
      expect(rows.reduce((sum, row) => sum + BigInt(row[6] ?? ''), 0n)).toBe(0n)
      expect(rows.some((row) => row[6]?.startsWith('-'))).toBe(true)
      const cash = rows.filter((row) => row[3] === 'cash' && row[4] === 'demo').at(-1)
      expect(cash?.[7]).toBe(String(await demo.cash()))
    })

    it('runs nothing that a member wrote as a formula', async () => {
      await embedded.query("update members set bank_owner = '=1+1', nick = '@x' where user_id = 'demo'")
      const lines = await text({ what: 'deposits', member: 'demo' })
      expect(lines[1]).toMatch(/,'@x,/)
      expect(lines[1]).toMatch(/,'=1\+1,$/)
      await embedded.query("update members set bank_owner = '김데모', nick = '데모' where user_id = 'demo'")
    })

    it('takes a range, a state and a member', async () => {
      const count = async (payload: object) => (await text({ what: 'withdrawals', ...payload })).length - 2
      expect(await count({ from: '2026-01-01', to: '2026-01-31' })).toBeGreaterThan(0)
      expect(await count({ state: 'cansel' })).toBe(1)
      expect(await count({ member: 'demo2' })).toBe(0)
      expect((await desk.ask('export', { what: 'ledger', member: 'nobody' })).httpStatus).toBe(404)
      // A store that fails answers with a status, before any part of a file.
      await embedded.query('alter table movements rename to movements_away')
      const failed = await desk.ask('export', { what: 'deposits' })
      await embedded.query('alter table movements_away rename to movements')
      expect(failed).toEqual({ httpStatus: 500, body: { status: 'error' } })
      expect((await desk.ask('export', { what: 'secrets' })).httpStatus).toBe(422)
    })

    it('reads in batches without leaving an entry out', async () => {
      const cash =
        "(select id from accounts where kind = 'cash' and member_id = (select id from members where user_id = 'demo2'))"
      await embedded.query(
        `with made as (insert into transfers (cause, made_at) select 'correction', now() from generate_series(1, 1200) returning id)
         insert into entries (transfer_id, account_id, won)
         select id, side.account, side.won from made, (
             values (${cash}, 1::bigint), ((select id from accounts where kind = 'bank'), -1::bigint)
           ) side (account, won)`,
      )
      const lines = await text({ what: 'ledger' })
      const [all] = await embedded.query<{ count: bigint }>('select count(*) from entries')
      expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0])).size).toBe(Number(all?.count))
    })

    it.runIf(databaseServerUrl)('leaves the backup of PostgreSQL to PostgreSQL', async () => {
      expect(await desk.runCommand('backup')).toEqual({ status: 'success', store: 'postgres' })
    })

    it.skipIf(databaseServerUrl)('copies the store once at a time, and leaves no temporary copy behind', async () => {
      const { dataDir } = embedded.options
      const copies = () => readdirSync(dataDir).filter((name) => name.includes('backup'))
      const unread = await desk.send('backup', '{}')
      expect(copies()).toHaveLength(1)
      expect(await desk.ask('backup')).toMatchObject({ httpStatus: 409, body: { status: 'busy' } })
      await unread.body?.cancel()
      await expect.poll(copies).toEqual([])
    })
  })

  describe('and its log', () => {
    it('has a line for each command, which can’t be changed, without what was searched for', async () => {
      await desk.runCommand('members', { search: 'demo' })
      expect(await desk.lastLine()).toMatchObject({
        who: 'owner',
        act: 'members',
        payload: {},
        result: { status: 'success', total: 2 },
      })
      const approvals = await desk.runCommand('acts', { act: 'approve' })
      expect(approvals.rows?.every(({ act }) => act === 'approve')).toBe(true)
      for (const statement of [
        'delete from desk_acts',
        "update desk_acts set who = 'nobody'",
        'truncate desk_acts cascade',
      ]) {
        await expect(embedded.query(statement), statement).rejects.toThrow('stays written')
      }
    })

    it('keeps ids and texts apart from the lines, which name members by number', async () => {
      const note = { to: ['demo'], title: '따로', contents: '따로 둡니다', requestId: randomUUID() }
      await desk.runCommand('note', note)
      await desk.runCommand('restrict', { member: 'demo', deposit: { day: 900_000 }, reason: '전화 요청' })
      const lines = await embedded.query('select payload, result from desk_acts order by id desc limit 2')
      expect(lines).toEqual([
        { payload: { deposit: { day: 900_000 } }, result: { status: 'success' } },
        { payload: {}, result: { status: 'success', sent: 1 } },
      ])
      expect(await desk.lastLine()).toMatchObject({ members: ['demo'], payload: { reason: '전화 요청' } })
      expect(await desk.runCommand('note', note)).toMatchObject({ sent: 1 })
      expect((await desk.ask('note', { ...note, title: '다른' })).body.status).toBe('request_reused')
    })

    it('has neither line nor change when the line can’t be written', async () => {
      const before = await embedded.query('select 1 from notices')
      const lost = 'alter table desk_acts add constraint never check (false) not valid'
      await embedded.query(lost)
      const answer = await desk.ask('add-notice', { place: 'list', title: '사라짐', contents: '사라짐' })
      await embedded.query('alter table desk_acts drop constraint never')
      expect(answer.httpStatus).toBe(500)
      expect(await embedded.query('select 1 from notices')).toHaveLength(before.length)
    })
  })

  it('is told when play money has settled a request already', async () => {
    await embedded.reopen({ playApprovalMs: 3_000 })
    await demo.withdraws(10_000)
    const waiting = await desk.runCommand('movements', { kind: 'withdrawal' })
    expect(waiting).toMatchObject({ approvalMs: 3_000, rows: [{ dueAt: expect.any(String) }] })
    embedded.advanceClock(3_000)
    await demo.call('user-health-check')
    const late = await desk.ask('cancel', { kind: 'withdrawal', id: waiting.rows?.[0]?.id })
    expect(late.body).toMatchObject({ status: 'ended', movement: { state: 'already', settledBy: 'play' } })
  })
})
