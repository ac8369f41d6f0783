import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '~/embedded/backoffice/commands/table'
import { createBackofficeOf } from '../../support/backoffice-people'
import { databaseServerUrl } from '../../support/database'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { ask, askBackoffice, backoffice, lastLine, exportLines, makeToken } = createBackofficeOf(embedded)
const { deposit, depositByPayment, withdraw, cashOf } = createCallsOf(embedded)

/** The demo member's token. */
let demo: string
beforeAll(async () => {
  demo = await embedded.signIn()
})
const call = (callName: Parameters<typeof embedded.call>[0], payload: Record<string, unknown> = {}) =>
  embedded.call(callName, payload, demo)
const withdraws = (won: number) => withdraw(demo, won, { exchange_pw: '2580' })
const today = (later = 0) =>
  new Date(embedded.context().now().getTime() + (9 + 24 * later) * 60 * 60_000).toISOString().slice(0, 10)
/** Returns the newest pending row. */
const firstWaiting = async (kind: 'deposit' | 'withdrawal') => (await backoffice('movements', { kind })).rows?.[0] ?? {}

async function send(command: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
  const authorization = `Bearer ${embedded.options.backofficeToken}`
  return embedded.send(
    new Request(`http://site.invalid/backoffice/api/${command}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: authorization, ...headers },
      ...(method === 'POST' ? { body } : {}),
    }),
  )
}

describe('the back office', () => {
  it('rejects requests without its token', async () => {
    const token = embedded.options.backofficeToken ?? ''
    const wrong = ['', 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, 'Bearer \u00e9']
    for (const authorization of wrong) {
      const response = await send('overview', '{}', { Authorization: authorization })
      expect([response.status, await response.json()], authorization).toEqual([401, { status: 'unauthenticated' }])
    }
    expect((await send('overview', '{}', { Authorization: `bearer ${token}` })).status).toBe(200)
  })

  it('doesn’t reveal its commands without the token', async () => {
    expect((await send('no-such-act', '{}', { Authorization: 'Bearer x' })).status).toBe(401)
    const known = await askBackoffice('no-such-act')
    expect(known).toEqual({ httpStatus: 404, body: { status: 'unknown_act', acts: Object.keys(commands) } })
    expect((await askBackoffice('constructor')).httpStatus).toBe(404)
  })

  it('accepts only POST with a JSON object of limited size and known fields', async () => {
    expect((await send('overview', '{}', {}, 'GET')).status).toBe(405)
    expect((await send('overview', '{}', { 'Content-Type': 'text/plain' })).status).toBe(415)
    for (const body of ['', 'x', '[]', 'null', '"x"']) expect((await send('overview', body)).status).toBe(400)
    expect((await send('overview', JSON.stringify({ search: 'x'.repeat(70_000) }))).status).toBe(413)
    const answer = await askBackoffice('movements', { kind: 'deposits', page: 0, lines: 3 })
    expect(answer.httpStatus).toBe(422)
    expect(answer.body.wrong).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'kind' }),
        expect.objectContaining({ field: 'page' }),
        { field: 'lines', message: 'is not known' },
      ]),
    )
    expect((await askBackoffice('overview', { dryRun: true })).httpStatus).toBe(422)
  })

  it('is closed if no token is set', async () => {
    await embedded.reopen({ backofficeToken: undefined })
    const response = await send('overview', '{}')
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ status: 'shut' })])
    await embedded.reopen()
  })
})

describe('with deposits and withdrawals', () => {
  it('lists all pending ones, because nothing is approved automatically with PLAY_APPROVAL_MS=0', async () => {
    await deposit(demo, 30_000)
    await withdraws(20_000)
    embedded.advanceClock(60 * 60_000)
    await call('user-health-check')
    const deposits = await backoffice('movements', { kind: 'deposit' })
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
    const { id, number } = deposits.rows?.[0] ?? {}
    const [listed] = (await call('get-deposit-list')).body.balances as { id: string }[]
    expect(number).toBe(listed?.id)
    const typed = String(number).replace('-', '').toLowerCase()
    expect(await backoffice('movement', { number: typed })).toMatchObject({ movement: { id, kind: 'deposit' } })
    expect((await askBackoffice('movement', { number: '0000-00' })).httpStatus).toBe(404)
    expect((await askBackoffice('movement', { number: '4F7K' })).body.wrong).toEqual([
      { field: 'number', message: 'a number, such as 21 or 4F7K-21' },
    ])
    expect(await backoffice('movement', { number: id })).toMatchObject({ movement: { id, kind: 'deposit' } })

    expect(await backoffice('overview')).toMatchObject({
      approvalMs: null,
      waiting: { deposits: { count: 1, won: 30_000 }, withdrawals: { count: 1, won: 20_000 } },
    })
  })

  it('approves a deposit once, and logs who did it', async () => {
    const { id } = await firstWaiting('deposit')
    expect(await backoffice('approve', { kind: 'deposit', id, reason: '입금 확인' })).toMatchObject({
      changed: true,
      movement: { state: 'already', settledBy: 'owner', cash: 1_010_000 },
    })
    expect(await lastLine()).toMatchObject({
      who: 'owner',
      act: 'approve',
      rehearsed: false,
      payload: { kind: 'deposit', id, reason: '입금 확인' },
      result: { status: 'success', changed: true },
    })

    const { movement: transaction } = await backoffice('movement', { number: id })
    const number = String(transaction?.number)
    const typed = ` ${number.toLowerCase().replace('-', '').replaceAll('0', 'o').replaceAll('1', 'l')} `
    await backoffice('approve', { kind: 'deposit', id: typed })
    const { rows } = await backoffice('acts', { movement: id, changes: true, order: 'oldest' })
    expect(rows?.map(({ payload }) => (payload as { id: string }).id)).toEqual([id, typed])
    expect(await backoffice('approve', { kind: 'deposit', id })).toMatchObject({ changed: false })
    expect(await cashOf(demo)).toBe(1_010_000)

    const late = await askBackoffice('cancel', { kind: 'deposit', id })
    expect(late).toMatchObject({ httpStatus: 409, body: { status: 'ended', movement: { state: 'already' } } })
    expect(await lastLine()).toMatchObject({ act: 'cancel', result: { status: 'ended' } })
  })

  it('returns a cancelled withdrawal’s money with the reason, and rejects another kind or number', async () => {
    const { id } = await firstWaiting('withdrawal')
    const wrong = { kind: 'deposit', id: 999_999 }
    for (const payload of [wrong, { kind: 'withdrawal', id: 1 }])
      expect((await askBackoffice('approve', payload)).httpStatus).toBe(404)
    expect((await askBackoffice('approve', { ...wrong, id: -1 })).httpStatus).toBe(422)
    expect(await backoffice('cancel', { kind: 'withdrawal', id })).toMatchObject({
      changed: true,
      movement: { state: 'cansel', settledBy: 'owner', cash: 1_030_000 },
    })
    expect((await backoffice('ledger', { member: 'demo', account: 'cash' })).rows?.[0]).toMatchObject({
      won: 20_000,
      after: 1_030_000,
      cause: 'withdrawal_returned',
      causeId: id,
      member: 'demo',
    })
  })

  it('changes nothing in a dry run, and logs it as one', async () => {
    await withdraws(50_000)
    const { id } = await firstWaiting('withdrawal')
    const dryRun = await backoffice('cancel', { kind: 'withdrawal', id, dryRun: true })
    expect(dryRun).toMatchObject({ dryRun: true, movement: { state: 'cansel', cash: 1_030_000 } })
    expect(await cashOf(demo)).toBe(980_000)
    expect(await lastLine()).toMatchObject({ act: 'cancel', rehearsed: true })
    expect(await backoffice('approve', { kind: 'withdrawal', id })).toMatchObject({ movement: { state: 'already' } })
  })

  it('approves a payment before its page reports it only if explicitly requested', async () => {
    await depositByPayment(demo)
    const { id, ...row } = await firstWaiting('deposit')
    expect(row).toMatchObject({ method: 'payment', paymentIdx: '1' })
    expect(await askBackoffice('approve', { kind: 'deposit', id })).toMatchObject({
      httpStatus: 409,
      body: { status: 'unpaid' },
    })
    expect(await backoffice('approve', { kind: 'deposit', id, unpaid: true })).toMatchObject({ changed: true })
  })

  it('makes a change once per request id, even if it is sent many times simultaneously', async () => {
    const request = { to: ['demo2'], title: '한 번만', contents: '한 번만 갑니다.', requestId: randomUUID() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => backoffice('note', request)))
    expect(answers.map(({ sent }) => sent)).toEqual([1, 1, 1, 1])
    expect(await embedded.query("select 1 from notes where title = '한 번만'")).toHaveLength(1)
    const reused = await askBackoffice('note', { ...request, to: ['demo'] })
    expect(reused).toMatchObject({ httpStatus: 409, body: { status: 'request_reused' } })
  })
})

describe('with messages', () => {
  const answerOf = async () => (await embedded.call('get-help-list', {}, demo)).response.helps[0]

  it('answers an inquiry, which is then unread for the member', async () => {
    await call('user-write-help', { title: '질문', contents: '언제 처리되나요?' })
    const [row = {}] = (await backoffice('requests', { member: 'demo' })).rows?.slice(-1) ?? []
    expect(row).toMatchObject({ title: '질문', state: 'wait', asksAccount: false, answer: null })
    expect(await backoffice('request', { id: row.id })).toMatchObject({ request: { contents: '언제 처리되나요?' } })
    await backoffice('answer', { id: row.id, contents: '오늘 처리됩니다.' })
    expect(await answerOf()).toMatchObject({ status: 'already', isRead: false, ref: { contents: '오늘 처리됩니다.' } })

    const again = await askBackoffice('answer', { id: row.id, contents: '내일입니다.' })
    expect(again).toMatchObject({ httpStatus: 409, body: { status: 'answered' } })
    await backoffice('answer', { id: row.id, contents: '내일입니다.', replace: true })
    expect(await answerOf()).toMatchObject({ isRead: false, ref: { contents: '내일입니다.' } })
  })

  it('stores a member’s follow-ups as a thread with the kind of its first inquiry', async () => {
    const helpsOf = async (token = demo) => (await embedded.call('get-help-list', {}, token)).response
    const write = async (title: string, more: object = {}, token = demo) =>
      (await embedded.call('user-write-help', { title, contents: title, ...more }, token)).body.status
    await write('게임 문의', { subject: 'game' })
    const { threads, helps } = await helpsOf()
    expect([threads, helps[0]?.subject, helps[0]?.thread]).toEqual([true, 'game', undefined])
    const first = helps[0]?._id
    const other = await embedded.signIn('demo2', 'demo-5678')
    expect(await write('남의 문의', { replyTo: first }, other)).toBe('not_found')
    const [, reply] = [await write('게임 문의', { replyTo: first }), (await helpsOf()).helps[0]]
    expect(await write('게임 문의', { replyTo: reply?._id, subject: 'deposit' })).toBe('success')
    const thread = (await helpsOf()).helps.slice(0, 2)
    expect(thread).toMatchObject([1, 2].map(() => ({ thread: first, subject: 'game' })))

    const listed = (await backoffice('requests', { subject: 'game', order: 'newest' })).rows ?? []
    expect(listed.map(({ id }) => Number(id))).toEqual([...thread.map(({ _id }) => _id), first])
    await backoffice('answer', { id: first, contents: '첫 답변' })
    await backoffice('answer', { id: reply?._id, contents: '둘째 답변' })
    const { earlier } = await backoffice('request', { id: thread[0]?._id })
    expect(earlier).toMatchObject([{ answer: '첫 답변' }, { answer: '둘째 답변' }])
    const unread = async () => (await helpsOf()).helps.filter((help) => help.isRead === false).length
    const before = await unread()
    await call('read-help-message', { id: first })
    expect(await unread()).toBe(before - 2)

    // The thread continues even after retention deletes its first requests.
    await embedded.query('delete from help_requests where id = $1', [first])
    expect(await write('게임 문의', { replyTo: first })).toBe('success')
    const count = (await helpsOf()).helps.length
    await call('del-help', { id: first })
    expect((await helpsOf()).helps).toHaveLength(count - 3)
    expect(await write('게임 문의', { replyTo: first })).toBe('not_found')
  })

  it('adds messages to an answered inquiry, shows who answered, and changes the thread’s kind', async () => {
    const write = (title: string, more: object = {}) => call('user-write-help', { title, contents: title, ...more })
    await write('첫 문의', { subject: 'game' })
    const [first] = (await backoffice('requests', { order: 'newest', kind: 'question' })).rows ?? []
    await backoffice('answer', { id: first?.id, contents: '첫 답변' })
    const { request } = await backoffice('answer', { id: first?.id, contents: '덧붙임', more: true })
    expect(request).toMatchObject({ contents: '', answer: '덧붙임', answeredBy: 'owner', isReply: true })
    await write('Re', { replyTo: Number(first?.id) })
    const { helps } = (await embedded.call('get-help-list', {}, demo)).response
    expect(helps.slice(0, 3).map(({ contents, ref }) => [contents, ref?.contents])).toEqual([
      ['Re', undefined],
      ['', '덧붙임'],
      ['첫 문의', '첫 답변'],
    ])
    const [reply] = (await backoffice('requests', { order: 'newest' })).rows ?? []
    expect(reply).toMatchObject({ title: '첫 문의', contents: 'Re', isReply: true })
    const { later } = await backoffice('request', { id: first?.id })
    expect(later).toMatchObject([
      { answer: '덧붙임', answeredBy: 'owner' },
      { contents: 'Re', answer: null },
    ])
    await backoffice('change-inquiry', { id: reply?.id, subject: 'withdrawal' })
    const ofKind = (await backoffice('requests', { subject: 'withdrawal', state: 'all' })).rows ?? []
    expect(ofKind.map(({ id }) => id)).toEqual([reply?.id, first?.id])
  })

  it('reserves a claimed inquiry for its claimer for 15 minutes, unless somebody takes it over', async () => {
    const token = await makeToken('hana', 'support')
    await call('user-write-help', { title: '맡은 문의', contents: '언제인가요?' })
    const [{ id } = {}] = (await backoffice('requests', { order: 'newest' })).rows ?? []
    await ask(token, 'claim-inquiry', { id })
    expect(await askBackoffice('answer', { id, contents: '제가 먼저' })).toMatchObject({
      ...{ httpStatus: 409, body: { status: 'claimed', by: 'hana' } },
    })
    const claim = async (release: boolean) =>
      (await backoffice('claim-inquiry', { id, release })).request as { claimedBy: string | null }
    expect([await claim(false), await claim(true)]).toMatchObject([{ claimedBy: 'owner' }, { claimedBy: null }])
    expect((await ask(token, 'you')).body.takenClaims).toMatchObject([
      { act: 'claim-inquiry', by: 'owner', number: String(id), reason: '' },
    ])
    await ask(token, 'claim-inquiry', { id })
    expect((await ask(token, 'you')).body.takenClaims).toEqual([])
    embedded.advanceClock(15 * 60_000)
    expect((await backoffice('request', { id })).request).toMatchObject({ claimedBy: null })
    expect((await backoffice('answer', { id, contents: '오늘입니다.' })).request).toMatchObject({ answeredBy: 'owner' })
  })

  it('saves up to 50 templates, changes and deletes them', async () => {
    const template = { kind: 'cancel', title: '연락처', contents: '연락처를 확인해 주세요.' }
    await backoffice('save-template', template)
    const [saved] = (await backoffice('templates', { kind: 'cancel' })).rows ?? []
    await backoffice('save-template', { ...template, id: saved?.id, kind: 'answer' })
    expect((await backoffice('templates', { kind: 'cancel' })).rows).toEqual([])
    for (let title = 2; title <= 50; title += 1) await backoffice('save-template', { ...template, title: `${title}` })
    const refused = await askBackoffice('save-template', template)
    expect([refused.httpStatus, refused.body.status]).toEqual([409, 'too_many_templates'])
    for (const contents of ['안녕하세요, {nick} 님', '{{nick}}', '{{member}'])
      expect((await askBackoffice('save-template', { ...template, contents })).body.wrong, contents).toEqual([
        { field: 'contents', message: 'known placeholders' },
      ])
    for (const [kind, length] of [
      ['answer', 1_001],
      ['cancel', 201],
    ] as const)
      expect(
        (await askBackoffice('save-template', { ...template, kind, contents: 'x'.repeat(length) })).httpStatus,
      ).toBe(422)
    expect(await backoffice('delete-template', { id: saved?.id })).toMatchObject({ title: '연락처' })
    expect((await backoffice('templates')).rows).toHaveLength(49)
  })

  it('shows the requester the account in fields until another answer replaces it', async () => {
    expect((await call('user-ask-account')).status).toBe('success')
    expect((await call('user-ask-account')).status).toBe('already')
    const accountRequest = (await backoffice('requests')).rows?.find(({ asksAccount }) => asksAccount)
    const account = { bank: '국민은행', number: '123-45', holder: '마당' }
    const { request } = await backoffice('answer', { id: accountRequest?.id, account })
    expect(request).toMatchObject({ answer: '국민은행 123-45 마당', answerAccount: account })
    expect((await answerOf())?.ref).toMatchObject({ contents: '국민은행 123-45 마당', account })

    const withText = {
      id: accountRequest?.id,
      account: { ...account, number: '678' },
      contents: '오늘만 이 계좌입니다.',
    }
    await backoffice('answer', { ...withText, replace: true })
    expect((await answerOf())?.ref).toMatchObject({ contents: '오늘만 이 계좌입니다.', account: withText.account })
    // The answer of a release without these fields.
    await embedded.query("update help_requests set answer = '다른 계좌', answered_at = $2 where id = $1", [
      accountRequest?.id,
      new Date(Date.now() + 60_000),
    ])
    expect((await answerOf())?.ref).toEqual({ contents: '다른 계좌', regDate: expect.any(String) })
    await backoffice('answer', { ...withText, replace: true })
    await backoffice('answer', { id: accountRequest?.id, contents: '국민은행 000', replace: true })
    expect((await answerOf())?.ref).toEqual({ contents: '국민은행 000', regDate: expect.any(String) })
    expect((await call('user-ask-account')).status, 'after an answered request').toBe('success')
    await call('del-all-help')
    expect((await call('user-ask-account')).status, 'after a deleted request').toBe('success')
  })

  it('rejects an incomplete or unrequested account, and an empty answer', async () => {
    await call('user-write-help', { title: '다른 질문', contents: '언제인가요?' })
    const row = (await backoffice('requests')).rows?.find(({ title }) => title === '다른 질문')
    const account = { bank: '국민은행', number: '123-45', holder: '마당' }
    for (const [payload, field] of [
      [{ account }, 'account'],
      [{ account: { ...account, holder: undefined } }, 'account.holder'],
      [{ account: { ...account, number: ' ' } }, 'account.number'],
      [{ account: { ...account, number: '1\n2' } }, 'account.number'],
      [{}, 'contents'],
    ] as const) {
      const refused = await askBackoffice('answer', { id: row?.id, ...payload })
      expect([refused.httpStatus, (refused.body.wrong as { field: string }[])[0]?.field]).toEqual([422, field])
    }
    expect((await backoffice('request', { id: row?.id })).request).toMatchObject({ state: 'wait' })
  })

  it('sends notes to named members or to all, but to nobody if one of the names is unknown', async () => {
    const note = { title: '안내', contents: '첫 줄\n둘째 줄' }
    expect(await backoffice('note', { ...note, to: ['demo', 'DEMO'] })).toMatchObject({ sent: 1 })
    const unknown = await askBackoffice('note', { ...note, to: ['demo', 'nobody'] })
    expect(unknown).toEqual({ httpStatus: 404, body: { status: 'not_found', members: ['nobody'] } })
    expect(await backoffice('note', { ...note, to: 'all', dryRun: true })).toMatchObject({ sent: 2 })
    expect(await backoffice('note', { ...note, to: 'all' })).toMatchObject({ sent: 2 })
    const { note: notes } = (await call('get-user-note')).body as { note: Record<string, unknown>[] }
    expect(notes.filter(({ title }) => title === '안내')).toHaveLength(2)
    expect(notes[0]).toMatchObject({ text: '첫 줄\n둘째 줄', isRead: false })
  })

  it.each([
    ['list', 'get-user-notices', 'notices'],
    ['popup', 'get-notice-popup', 'note'],
  ] as const)('shows a %s notice until it is ended or its last day is over', async (place, callName, field) => {
    const shown = async () => ((await call(callName)).body[field] as { title: string }[]).map(({ title }) => title)
    const before = await shown()
    const { idx } = await backoffice('add-notice', { place, title: '점검 안내', contents: '오늘 밤' })
    expect(await shown()).toEqual(['점검 안내', ...before])
    const changed = { place, idx, title: '점검 시각 변경', contents: '내일 밤', until: today() }
    expect(await backoffice('change-notice', changed)).toMatchObject({ idx, endsAt: expect.any(String) })
    expect(await shown()).toEqual(['점검 시각 변경', ...before])
    expect(await lastLine()).toMatchObject({ act: 'change-notice', payload: { idx, title: '점검 시각 변경' } })
    const wrongs = [{ until: '2020-01-01' }, { title: '' }, { contents: ' ' }, { place: 'menu' }]
    for (const wrong of wrongs)
      expect((await askBackoffice('change-notice', { ...changed, ...wrong })).httpStatus).toBe(422)
    expect((await askBackoffice('change-notice', { ...changed, idx: 999_999 })).httpStatus).toBe(404)
    await backoffice('change-notice', { place, idx, title: '점검 안내', contents: '오늘 밤' })
    expect(await backoffice('end-notice', { place, idx })).toMatchObject({ changed: true, title: '점검 안내' })
    expect(await backoffice('end-notice', { place, idx })).toMatchObject({ changed: false })
    expect(await shown()).toEqual(before)
    expect((await askBackoffice('end-notice', { place: place === 'list' ? 'popup' : 'list', idx })).httpStatus).toBe(
      404,
    )

    const startsAt = `${today(1)} 10:00`
    const times = { startsAt, until: today(2) }
    const planned = await backoffice('add-notice', { place, title: '예정', contents: '나중', ...times })
    expect(planned).toMatchObject({ startsAt: new Date(`${today(1)}T10:00:00+09:00`).toISOString() })
    expect(await shown()).toEqual(before)
    expect((await backoffice('notices', { place })).rows?.[0]).toMatchObject({ title: '예정', shown: false })
    for (const wrong of [{ startsAt: '2020-01-01 10:00' }, { until: startsAt }]) {
      const answer = await askBackoffice('add-notice', { place, title: '늦음', contents: '나중', ...times, ...wrong })
      expect(answer.httpStatus).toBe(422)
    }
    const previewed = { place, idx: planned.idx, title: '바로', contents: '지금', until: `${today()} 15:00` }
    const { digest: expects } = await backoffice('change-notice', { ...previewed, dryRun: true })
    // The same input as in the preview, but after today's 15:00.
    const later = await askBackoffice('change-notice', { ...previewed, until: `${today(1)} 15:00`, expects })
    expect(later).toEqual({ httpStatus: 409, body: { status: 'otherwise' } })
    const atOnce = { place, idx: planned.idx, title: '바로', contents: '지금' }
    const { startsAt: start, endsAt: end } = planned
    const earlier = { title: '예정', contents: '나중', startsAt: start, endsAt: end, shown: false }
    expect(await backoffice('change-notice', atOnce)).toMatchObject({ startsAt: null, before: earlier })
    expect(await shown()).toEqual(['바로', ...before])
    const postponed = await askBackoffice('change-notice', { ...atOnce, ...times })
    expect(postponed.body.wrong, 'the start of a shown notice').toMatchObject([{ field: 'startsAt' }])
    await backoffice('end-notice', { place, idx: planned.idx })
    expect(await backoffice('change-notice', { ...atOnce, ...times })).toMatchObject({ startsAt: start, endsAt: end })
    expect(await shown()).toEqual(before)
    await backoffice('change-notice', atOnce)
    expect(await shown()).toEqual(['바로', ...before])
    await backoffice('end-notice', { place, idx: planned.idx })

    const until = today()
    await backoffice('add-notice', { place, title: '오늘까지', contents: '오늘', until })
    expect(await shown()).toContain('오늘까지')
    embedded.advanceClock(24 * 60 * 60_000)
    demo = await embedded.signIn()
    expect(await shown()).toEqual(before)
    expect((await askBackoffice('add-notice', { place, title: '늦음', contents: '어제', until })).httpStatus).toBe(422)
    const ended = await backoffice('notices', { place, state: 'ended' })
    expect(ended.rows?.map(({ title }) => title)).toEqual(['오늘까지', '바로', '점검 안내'])
  })
})

describe('with providers', () => {
  it('shows a callback sender’s secrets, newest first, but doesn’t log them', async () => {
    const secretsOf = async (provider: string) =>
      (await backoffice('callback-secret', { provider })).secrets as string[]
    const made = await backoffice('callback-secret', { provider: 'mir-works' })
    expect(made).toMatchObject({ provider: 'mir-works', kind: 'games', from: 'database' })
    const all = [await secretsOf('mir-works'), await secretsOf('dodam-play'), await secretsOf('payments')]
    expect(new Set(all.flat()).size).toBe(3)
    expect((await askBackoffice('callback-secret', { provider: 'nobody' })).httpStatus).toBe(404)
    expect(JSON.stringify((await backoffice('acts', { act: 'callback-secret' })).rows)).not.toMatch(/[0-9a-f]{64}/)

    await embedded.reopen({ providerSecrets: ['newer', 'older'], paymentSecrets: ['other'] })
    const derived = (from: string, code: string) => createHmac('sha256', from).update(code).digest('hex')
    expect(await secretsOf('mir-works')).toEqual([derived('newer', 'mir-works'), derived('older', 'mir-works')])
    expect(await secretsOf('payments')).toEqual([derived('other', 'payments')])
    await embedded.reopen()
    expect(await secretsOf('mir-works')).toEqual(made.secrets)
  })
})

describe('with members', () => {
  it('shows no password hashes, and finds members by part of their ID, nickname, phone or account', async () => {
    const { member } = await backoffice('member', { member: 'Demo' })
    expect(member).toMatchObject({ member: 'demo', nick: '데모', comp: 50_000, phone: '01012345678' })
    expect(JSON.stringify(member)).not.toMatch(/argon|hash|2580/)
    expect((await askBackoffice('member', { member: 'nobody' })).httpStatus).toBe(404)
    expect((await askBackoffice('ledger', { member: 'nobody' })).httpStatus).toBe(404)
    const ledger = await backoffice('ledger', { member: 'demo', from: '2026-01-01', to: '2026-01-31' })
    expect(ledger.rows?.length).toBeGreaterThan(0)
    expect(ledger.rows?.every(({ at }) => String(at) < '2026-01-31T15:00:00')).toBe(true)
    const found = async (search: string) => (await backoffice('members', { search })).rows?.map(({ member }) => member)
    expect(await found('EMO')).toEqual(['demo2', 'demo'])
    expect(await found('둘')).toEqual(['demo2'])
    const [{ holder, number } = { holder: '', number: '' }] = await embedded.query<{ holder: string; number: string }>(
      "select bank_owner as holder, bank_number as number from members where user_id = 'demo'",
    )
    await embedded.query(
      "update tokens set address = '203.0.113.77' where member_id = (select id from members where user_id = 'demo')",
    )
    const parts = [
      holder,
      '5678',
      holder.slice(1),
      '010-1234',
      '+82 10 1234',
      '0101 2345',
      number.slice(1, 6),
      '203.0.113',
      '13.77',
    ]
    for (const part of parts) expect([part, await found(part)]).toEqual([part, expect.arrayContaining(['demo'])])
    for (const part of ['%', '234', '113', '010.9', '::1', 'nobody'])
      expect([part, await found(part)]).toEqual([part, []])
    // Besides the last four digits, only the searched ones are shown.
    const shown = (number: string, from: number, to: number) =>
      [...number].map((digit, at) => (at >= number.length - 4 || (at >= from && at < to) ? digit : '•')).join('')
    const row = async (search: string) =>
      (await backoffice('members', { search })).rows?.find((row) => row.member === 'demo')
    expect(await row(number.slice(1, 6))).toMatchObject({ bank: { number: shown(number, 1, 6), owner: holder } })
    expect(await row('demo')).toMatchObject({ phone: '•••••••5678', bank: { number: shown(number, 0, 0) } })
    await embedded.query(
      "update tokens set address = '::1' where member_id = (select id from members where user_id = 'demo')",
    )
    expect(await row('::1')).toMatchObject({ address: '::1' })
  })

  it('corrects a mistake once with a transfer, and stores and logs its reason', async () => {
    const before = Number(await cashOf(demo))
    const credit = {
      member: 'demo',
      account: 'cash',
      won: 70_000,
      reason: '입금이 늦었습니다',
      requestId: randomUUID(),
    }
    expect(await backoffice('correct', credit)).toMatchObject({ won: 70_000, after: before + 70_000 })
    expect(await backoffice('correct', credit)).toMatchObject({ won: 70_000, after: before + 70_000 })
    expect(await cashOf(demo)).toBe(before + 70_000)
    const { rows } = await backoffice('ledger', { member: 'demo', account: 'cash' })
    expect(rows?.[0]).toMatchObject({ cause: 'correction', won: 70_000, after: before + 70_000, reason: credit.reason })
    expect(rows?.find(({ cause }) => cause !== 'correction')).toMatchObject({ reason: null })
    const lines = (await backoffice('acts', { act: 'correct' })).rows
    expect(lines?.map(({ payload }) => payload)).toEqual([expect.objectContaining({ reason: credit.reason })])

    const deduction = { member: 'demo', account: 'cash', won: -70_000, reason: '되돌립니다' }
    expect(await backoffice('correct', { ...deduction, dryRun: true })).toMatchObject({ after: before })
    expect(await cashOf(demo)).toBe(before + 70_000)
    expect(await backoffice('correct', deduction)).toMatchObject({ after: before })
    expect(await backoffice('correct', { ...deduction, account: 'comp', won: 300 })).toMatchObject({ after: 50_300 })
    expect(await backoffice('correct', { ...deduction, account: 'comp', won: -300 })).toMatchObject({ after: 50_000 })
  })

  it('can’t deduct more than a balance, credit above the limit, or correct without a reason or member', async () => {
    const payload = { member: 'demo', account: 'cash', reason: '확인' }
    for (const [won, status] of [
      [-9_000_000_000_000_000, 'balance'],
      [Number.MAX_SAFE_INTEGER, 'limit'],
    ])
      expect(await askBackoffice('correct', { ...payload, won })).toMatchObject({ httpStatus: 409, body: { status } })
    for (const won of [0, 0.5, '1000'])
      expect((await askBackoffice('correct', { ...payload, won })).httpStatus, `${won} won`).toBe(422)
    for (const wrong of [{ reason: ' ' }, { account: 'bank' }])
      expect((await askBackoffice('correct', { ...payload, won: 1000, ...wrong })).httpStatus).toBe(422)
    expect((await askBackoffice('correct', { ...payload, won: 1000, member: 'nobody' })).httpStatus).toBe(404)
  })
})

describe('with files', () => {
  it('exports every ledger entry once, as numbers that add up, over more than one batch', async () => {
    const cash =
      "(select id from accounts where kind = 'cash' and member_id = (select id from members where user_id = 'demo2'))"
    await embedded.query(
      `with made as (insert into transfers (cause, made_at) select 'correction', now() from generate_series(1, 1200) returning id)
         insert into entries (transfer_id, account_id, won)
         select id, side.account, side.won from made, (
             values (${cash}, 1::bigint), ((select id from accounts where kind = 'bank'), -1::bigint)
           ) side (account, won)`,
    )
    const [head, ...lines] = await exportLines({ what: 'ledger' })
    expect(head).toBe('\ufeffentry,transfer,time,account,member,provider,won,balance_after,cause,cause_id')
    const rows = lines.map((line) => line.split(','))
    const [all] = await embedded.query<{ count: bigint }>('select count(*) from entries')
    expect([rows.length, new Set(rows.map(([entry]) => entry)).size]).toEqual([Number(all?.count), Number(all?.count)])
    expect(rows.reduce((sum, row) => sum + BigInt(row[6] ?? ''), 0n)).toBe(0n)
    expect(rows.some((row) => row[6]?.startsWith('-'))).toBe(true)
    const last = rows.filter((row) => row[3] === 'cash' && row[4] === 'demo').at(-1)
    expect(last?.[7]).toBe(String(await cashOf(demo)))
  })

  it('exports by range, state and member, or responds with an error', async () => {
    const count = async (payload: object) => (await exportLines({ what: 'withdrawals', ...payload })).length - 1
    expect(await count({ from: '2026-01-01', to: '2026-01-31' })).toBeGreaterThan(0)
    expect(await count({ state: 'cansel' })).toBe(1)
    expect(await count({ member: 'demo2' })).toBe(0)
    expect((await askBackoffice('export', { what: 'ledger', member: 'nobody' })).httpStatus).toBe(404)
    // If the store fails, the response is an error without any part of the file.
    await embedded.query('alter table movements rename to movements_away')
    const failed = await askBackoffice('export', { what: 'deposits' })
    await embedded.query('alter table movements_away rename to movements')
    expect(failed).toEqual({ httpStatus: 500, body: { status: 'error' } })
    expect(embedded.takeErrors()).toHaveLength(1)
    expect((await askBackoffice('export', { what: 'secrets' })).httpStatus).toBe(422)
  })

  it('makes no backup of PostgreSQL or a PGlite folder', async () => {
    const { body } = await askBackoffice('backup')
    expect(body).toEqual(databaseServerUrl ? { status: 'success', store: 'postgres' } : { status: 'own_folder' })
  })
})

describe('the back office’s log', () => {
  it('has an immutable line for each command, without the search text', async () => {
    await backoffice('members', { search: 'demo' })
    expect(await lastLine()).toMatchObject({
      who: 'owner',
      act: 'members',
      payload: {},
      result: { status: 'success', total: 2 },
    })
    const approvals = await backoffice('acts', { act: 'approve' })
    expect(approvals.rows?.every(({ act }) => act === 'approve')).toBe(true)
    for (const statement of [
      'delete from desk_acts',
      "update desk_acts set who = 'nobody'",
      'truncate desk_acts cascade',
    ]) {
      await expect(embedded.query(statement), statement).rejects.toThrow('stays written')
    }
  })

  it('stores IDs and texts separately from its lines, which identify members by number', async () => {
    const note = { to: ['demo'], title: '따로', contents: '따로 둡니다', requestId: randomUUID() }
    await backoffice('note', note)
    await backoffice('restrict', { member: 'demo', deposit: { day: 900_000 }, reason: '전화 요청' })
    const lines = await embedded.query('select payload, result from desk_acts order by id desc limit 2')
    expect(lines).toEqual([
      { payload: { deposit: { day: 900_000 } }, result: { status: 'success' } },
      { payload: {}, result: { status: 'success', sent: 1, left: 0 } },
    ])
    expect(await lastLine()).toMatchObject({ members: ['demo'], payload: { reason: '전화 요청' } })
    expect(await backoffice('note', note)).toMatchObject({ sent: 1 })
    expect((await askBackoffice('note', { ...note, title: '다른' })).body.status).toBe('request_reused')
  })

  it('prevents a change whose line can’t be written', async () => {
    const before = await embedded.query('select 1 from notices')
    const lost = 'alter table desk_acts add constraint never check (false) not valid'
    await embedded.query(lost)
    const answer = await askBackoffice('add-notice', { place: 'list', title: '사라짐', contents: '사라짐' })
    await embedded.query('alter table desk_acts drop constraint never')
    expect([answer.httpStatus, embedded.takeErrors()]).toEqual([500, [expect.anything()]])
    expect(await embedded.query('select 1 from notices')).toHaveLength(before.length)
  })
})

describe('with lists', () => {
  const idsOf = async (command: string, payload: object) =>
    (await backoffice(command, payload)).rows?.map(({ id, member }) => String(id ?? member)) ?? []

  it.each(['members', 'acts', 'ledger', 'requests', 'movements'])(
    'lists %s oldest or newest first',
    async (command) => {
      for (const title of ['하나', '둘']) await embedded.call('user-write-help', { title, contents: title }, demo)
      const { id: member } = await embedded.newMember()
      for (const _ of [1, 2]) {
        await backoffice('correct', { member, account: 'cash', won: 10_000, reason: '확인' })
        await embedded.call('apply-user-deposit', { balance: 10_000, code: crypto.randomUUID() }, demo)
      }
      const filters: Record<string, object> = {
        movements: { kind: 'deposit' },
        acts: { act: 'correct' },
        ledger: { member },
      }
      const oldest = await idsOf(command, { ...filters[command], size: 1_000, order: 'oldest' })
      expect(oldest.length).toBeGreaterThan(1)
      expect(await idsOf(command, { ...filters[command], size: 1_000, order: 'newest' })).toEqual(oldest.toReversed())
    },
  )

  it('returns pages of 50 rows, or of `size` up to a thousand', async () => {
    for (let count = 0; count < 60; count += 1) await backoffice('acts', { act: 'erase' })
    expect((await backoffice('acts')).rows).toHaveLength(50)
    const [all, two] = [await backoffice('acts', { size: 1_000 }), await backoffice('acts', { size: 2, page: 2 })]
    expect(all).toMatchObject({ pages: 1, total: all.rows?.length })
    expect(two.rows?.map(({ id }) => id)).toEqual(all.rows?.slice(0, 2).map(({ id }) => String(Number(id) - 1)))
    expect((await askBackoffice('acts', { size: 1_001 })).httpStatus).toBe(422)
  })
})

it('reports that play money has already settled a request', async () => {
  await embedded.reopen({ playApprovalMs: 3_000 })
  await withdraws(10_000)
  const waiting = await backoffice('movements', { kind: 'withdrawal' })
  expect(waiting).toMatchObject({ approvalMs: 3_000, rows: [{ dueAt: expect.any(String) }] })
  embedded.advanceClock(3_000)
  await call('user-health-check')
  const late = await askBackoffice('cancel', { kind: 'withdrawal', id: waiting.rows?.[0]?.id })
  expect(late.body).toMatchObject({ status: 'ended', movement: { state: 'already', settledBy: 'play' } })
})

describe('a confirmed preview', () => {
  it('returns the first result to simultaneous submissions, even if the result would differ later', async () => {
    const { id: member } = await embedded.newMember()
    const change = { member, account: 'cash', won: 1_000, reason: 'a test' }
    const { digest: expects } = await backoffice('correct', { ...change, dryRun: true })
    const request = { ...change, requestId: randomUUID(), expects }
    const answers = await Promise.all([1, 2, 3, 4].map(() => askBackoffice('correct', request)))
    expect(answers.map(({ httpStatus, body }) => [httpStatus, body.after])).toEqual(Array(4).fill([200, 1_000]))
    expect(await askBackoffice('correct', { ...request, requestId: randomUUID() })).toMatchObject({ httpStatus: 409 })
  })
})

it('offers the next inquiry of the same kind', async () => {
  for (const { token } of [await embedded.newMember(), await embedded.newMember()]) {
    await embedded.call('user-ask-account', {}, token)
    await embedded.call('user-write-help', { title: '다음 문의', contents: '언제인가요?' }, token)
  }
  for (const kind of ['account', 'question']) {
    const [first] = (await backoffice('requests', { kind })).rows ?? []
    const { next } = (await backoffice('request', { id: first?.id })) as { next?: { id: string } }
    const { request } = await backoffice('request', { id: next?.id })
    expect(request).toMatchObject({ asksAccount: kind === 'account' })
  }
})
