import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type GameCallback, sendCallback } from '~/embedded/callbacks/callback.server'
import { answerDueHelpRequests } from '~/embedded/messages/inquiries.server'
import { answerDueAccountRequests } from '~/embedded/transactions/apply.server'
import { approveDueTransactions } from '~/embedded/transactions/settle.server'
import { createBackofficeOf } from '../../support/backoffice-people'
import { registration } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const dayMs = 24 * 60 * 60_000

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 60_000 })
const { askBackoffice, backoffice } = createBackofficeOf(embedded)
const { deposit, depositByPayment, withdraw, cashOf, moneyOf, openGame, getPage, submitForm } = createCallsOf(embedded)
const exchange_pw = '2580'
let token: string
/** Pages that were opened with play money. */
let opened: { game: string; deposit: string; withdrawal: string }

const newMember = registration({ id: 'member1', nick: '회원하나', exchange_pw, code: 'SPRING' })

/** Prepares a play-money store with pending transactions, open pages and a bet. The tests switch it to real money. */
beforeAll(async () => {
  token = await embedded.signIn()
  const withdrawal = String((await embedded.call('withdrawal-launcher', { idx: 1 }, token)).body.launcherUrl)
  const payment = String((await depositByPayment(token)).body.launcherUrl)
  const { path, session } = await openGame(token)
  opened = { withdrawal, deposit: payment, game: path }
  const provider = 'dodam-play'
  const bet = (id: string) => ({ type: 'bet', provider, id, session, stake: 50_000 }) as const
  const win: GameCallback = { type: 'win', provider, id: 'won', bet: 'played', won: 70_000 }
  for (const callback of [bet('played'), bet('open'), win])
    expect((await sendCallback(embedded.context(), callback)).status).toBe('success')
  await embedded.call('transfer-out', {}, token)
  await deposit(token, 20_000)
  await withdraw(token, 30_000, { exchange_pw })
  await embedded.call('user-write-help', { title: '문의', contents: '언제 되나요' }, token)
})

describe('a store that started with play money', () => {
  const accounts = async () => ((await backoffice('audit')).figures as { accounts: Record<string, number> }).accounts
  const nextStep = /^MONEY: this store began with play money.*end-play-money/

  it('doesn’t start with real money, and the message names the next step', async () => {
    await expect(embedded.reopen({ money: 'real' })).rejects.toThrow(nextStep)
    await embedded.reopen()
    expect((await embedded.call('user-do-login', { id: 'demo', pw: 'demo-1234' })).status).toBe('success')
  })

  it('can preview ending its play money while members are active, without changes', async () => {
    const marks = () => embedded.query('select * from seeds order by name')
    const before = [await accounts(), await marks()]
    const [dryRun, ...deposits] = await Promise.all([
      backoffice('end-play-money', { dryRun: true }),
      ...Array.from({ length: 4 }, () => deposit(token)),
    ])
    expect(dryRun).toMatchObject({ members: 2, erased: 2, bets: 1, dryRun: true })
    expect(deposits.map(({ status }) => status)).toEqual(deposits.map(() => 'success'))
    expect([await accounts(), await marks()]).toEqual(before)
    await expect(embedded.reopen({ money: 'real' })).rejects.toThrow(nextStep)
    await embedded.reopen()
  })

  it('has zero balances, closed members and no demo, codes or notices after ending its play money', async () => {
    const register = (form = newMember) => embedded.call('user-register', form)
    await backoffice('add-referral-code', { code: 'SPRING', owner: 'madang' })
    await backoffice('add-pay-account', { bank: '국민은행', number: '123-45', holder: '마당' })
    expect((await register()).status).toBe('success')
    expect(await backoffice('end-play-money', { requestId: 'the-end-of-play' })).toEqual({
      ...{ status: 'success', members: 3, erased: 2, logins: expect.any(Number), movements: 7 },
      ...{ bets: 1, accounts: 3, codes: 2, notices: 4 },
    })
    expect(await backoffice('audit')).toMatchObject({ inOrder: true, figures: { bets: { open: { count: 0 } } } })
    expect(new Set(Object.values(await accounts()))).toEqual(new Set([0]))
    expect((await backoffice('pay-accounts')).rows).toEqual([])
    for (const [id, pw] of [
      ['demo', 'demo-1234'],
      ['demo2', 'demo-5678'],
      [newMember.id, newMember.pw],
    ])
      expect((await embedded.call('user-do-login', { id, pw })).httpStatus).toBe(401)
    expect((await embedded.call('get-member', {}, token)).httpStatus).toBe(401)
    expect((await embedded.call('get-notice-popup', {})).response.note).toEqual([])
    const again = { ...newMember, id: 'member2', nick: '회원둘', code: 'MADANG' }
    expect((await register(again)).status).toBe('cant_find_code')
    const { rows } = await backoffice('acts', { act: 'end-play-money' })
    expect(rows).toMatchObject([{ who: 'owner', result: { members: 3 } }, {}])
  })

  it('doesn’t start with real money if anybody joined after that, until play money is ended again', async () => {
    await backoffice('close', { member: newMember.id, closed: false })
    await expect(embedded.reopen({ money: 'real' })).rejects.toThrow(nextStep)
    await embedded.reopen()
    expect(await backoffice('end-play-money')).toMatchObject({ members: 1, erased: 0, movements: 0, accounts: 0 })
    embedded.advanceClock(1)
    await embedded.reopen({ money: 'real', playApprovalMs: 1 })
  })

  it('then stays with real money, and neither play money nor its members return', async () => {
    expect(await askBackoffice('end-play-money')).toEqual({ httpStatus: 409, body: { status: 'real_money' } })
    await backoffice('close', { member: newMember.id, closed: false }, 'play_member')
    await expect(embedded.reopen()).rejects.toThrow(/^MONEY: this store has real money/)
    embedded.advanceClock(1)
    await embedded.reopen({ money: 'real', playApprovalMs: 1 })
    await backoffice('add-referral-code', { code: 'SPRING', owner: 'madang', origin: '*' })
    const member = { ...newMember, id: 'member3', nick: '회원셋', phone: '01033334444', banknumber: '55556666777788' }
    expect((await embedded.call('user-register', member)).status).toBe('success')
    token = await embedded.signIn(member.id, member.pw)
    await backoffice('correct', { member: member.id, account: 'cash', won: 100_000, reason: 'paid in' })
  })
})

const responseOf = async (callName: Parameters<typeof embedded.call>[0], payload: object = {}) =>
  (await embedded.call(callName, { ...payload }, token)).body
const balance = async () => Number(await cashOf(token))
const statuses = async (list: 'get-deposit-list' | 'get-withdraw-list') =>
  ((await responseOf(list)).balances as { status: string; balance: number }[]).slice(0, 2).map(({ status }) => status)

describe('with real money the embedded upstream', () => {
  it('approves and answers nothing automatically, not even requests that were due before', async () => {
    const before = await balance()
    expect((await deposit(token, 30_000)).status).toBe('success')
    expect((await withdraw(token, 40_000, { exchange_pw })).status).toBe('success')
    expect(await responseOf('user-ask-account')).toEqual({ status: 'success' })
    expect(await responseOf('user-write-help', { title: '문의', contents: '?' })).toEqual({ status: 'success' })
    embedded.advanceClock(dayMs / 2)
    const ctx = { ...embedded.context(), options: { ...embedded.options, money: 'real' as const } }
    await answerDueAccountRequests(ctx)
    await approveDueTransactions(ctx)
    await answerDueHelpRequests(ctx)
    expect(await balance()).toBe(before - 40_000)
    expect(await statuses('get-deposit-list')).toEqual(['wait'])
    expect((await statuses('get-withdraw-list'))[0]).toBe('wait')
    expect(await responseOf('user-ask-account')).toEqual({ status: 'already' })
    const helps = (await responseOf('get-help-list')).helps as { status: string }[]
    expect(helps.map(({ status }) => status)).toEqual(['wait', 'wait'])
  })

  it('answers a request for bank details only with an account that an owner saved', async () => {
    const account = { bank: '국민은행', number: '110-123-456', holder: '마당' }
    const [{ id } = {}] = (await backoffice('requests', { kind: 'account' })).rows ?? []
    const unsaved = { httpStatus: 409, body: { status: 'unsaved_account' } }
    expect(await askBackoffice('answer', { id, account })).toEqual(unsaved)
    await backoffice('add-pay-account', account)
    for (const part of [{ number: '110-123-457' }, { holder: '다른 사람' }, { bank: '신한은행' }])
      expect(await askBackoffice('answer', { id, account: { ...account, ...part } })).toEqual(unsaved)
    expect(await backoffice('answer', { id, account })).toMatchObject({ request: { answerAccount: account } })
  })

  it('offers and opens no sandbox game or payment', async () => {
    for (const company of ['dodam-play', 'gaon-casino', 'ondeul-sports'])
      expect((await openGame(token, company)).status, company).toBe('not_found')
    expect((await responseOf('get-deposit-payment')).payments).toEqual([])
    expect((await responseOf('get-withdrawal-payment')).payments).toEqual([])
    for (const refused of [(await depositByPayment(token)).body, await responseOf('withdrawal-launcher', { idx: 1 })]) {
      expect(refused.status).not.toBe('success')
      expect(refused).not.toHaveProperty('launcherUrl')
    }
  })

  it('lists no fictional provider or game to members or the back office, and has no jackpot', async () => {
    expect(await responseOf('get-casino-setting')).toEqual({ casiono: [] })
    expect(await responseOf('get-slot-setting')).toEqual({ slot: [] })
    expect(await responseOf('get-sport-setting')).toEqual({ sport: [] })
    expect(await responseOf('get-slot-by-company', { code: 'dodam-play' })).toEqual({ status: 'not_found' })
    expect(await responseOf('get-lobby-rails')).toEqual({ rails: [] })
    expect((await embedded.call('get-jackpot', {})).httpStatus).toBe(404)
    expect(await backoffice('providers')).toEqual({ status: 'success', rows: [] })
    expect(await backoffice('overview')).toMatchObject({ money: 'real', closedProviders: 0 })
  })

  it('returns 404 with a message for pages opened with play money, and moves no money there', async () => {
    const before = await balance()
    for (const [page, fields] of [
      [opened.game, { spin: randomUUID(), stake: '1000' }],
      [opened.game, { intent: 'bring-in' }],
      [opened.deposit, { intent: 'confirm' }],
      [opened.withdrawal, { intent: 'confirm', balance: '10000', exchange_pw }],
    ] as const) {
      const [shown, pressed] = [await getPage(page), await submitForm(page, { ...fields })]
      expect([shown.status, pressed.status]).toEqual([404, 404])
      expect(pressed.text).toMatch(/<h1>[^<]+<\/h1><p>[^<]+<\/p>/)
    }
    expect(await balance()).toBe(before)
  })

  it('has only the games of PROVIDERS, and no jackpot for them', async () => {
    const reels = {
      ...{ code: 'reels', kind: 'slot' as const, nameKo: '릴', nameEn: 'Reels', compRateBasisPoints: 100, open: true },
      ...{ launchUrl: 'https://games.test/?s={session}', games: [{ code: 'moon', nameKo: '달', nameEn: 'Moon' }] },
    }
    await embedded.reopen({ money: 'real', providers: [reels] })
    const [row] = (await responseOf('get-slot-setting')).slot as object[]
    expect([await responseOf('get-casino-setting'), row]).toMatchObject([{ casiono: [] }, { code: 'reels', used: 'y' }])
    expect((await backoffice('providers')).rows).toHaveLength(1)
    await backoffice('maintenance', { provider: 'reels', gameCode: 'moon', used: 'n' })
    const open = () => embedded.call('open-game', { company: 'reels', code: 'moon' }, token)
    expect((await open()).status).toBe('maintenance')
    await backoffice('maintenance', { provider: 'reels', gameCode: 'moon', used: 'y' })
    const session = String((await open()).body.gameUrl).replace('https://games.test/?s=', '')
    const ctx = { ...embedded.context(), options: { ...embedded.options, money: 'real' as const, providers: [reels] } }
    const bet = { type: 'bet', provider: 'reels', id: 'first', session, stake: 1_000 } as const
    const win = { type: 'win', provider: 'reels', id: 'second', bet: 'first', won: 500, jackpot: true } as const
    const before = await moneyOf(token)
    expect((await sendCallback(ctx, bet)).status).toBe('success')
    const ended = { balance: Number(before.gameMoney) - 500 }
    expect(await sendCallback(ctx, win)).toEqual({ status: 'success', ...ended })
    expect((await moneyOf(token)).rolling).toBe(Number(before.rolling) + 10)
    expect((await embedded.call('get-jackpot', {})).httpStatus).toBe(404)
  })
})
