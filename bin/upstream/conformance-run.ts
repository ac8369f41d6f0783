import { randomUUID } from 'node:crypto'
import type { AnswerOf, PayloadOf } from '~/upstream/contract'
import { registration } from '~/upstream/contract/registration'
import { referenceOf } from './calls'
import { type Finding, type Sent, type TrialOptions, Trials } from './trials'

export type ConformanceOptions = TrialOptions & {
  /** The member to log in as. */
  id: string
  password: string
  exchangePassword?: string | undefined
}

/** A deposit or a withdrawal of a run with money, in won. */
export const trialAmount = 10_000

/** Plays the contract against an upstream and reports each trial as it ends. */
export async function runConformance(options: ConformanceOptions): Promise<Finding[]> {
  const trials = new Trials(options)
  const login = await playLogin(trials, options)
  const userId = login?.user?.userId ?? options.id
  // An upstream's older ids may break the rule of registration, and calls with such an id are not sent.
  const ownId = registration.id.safeParse(userId).success ? userId : undefined
  const forVisitors = await playVisitor(trials, ownId)
  if (!login) return trials.findings
  trials.token = login.token
  const forMembers = await playMember(trials, login.user?.userId)
  const slot = forVisitors.slots?.slot.find(({ used, code }) => used === 'y' && code !== undefined)
  const games = slot?.code === undefined ? undefined : await trials.read('get-slot-by-company', { code: slot.code })
  if (slot === undefined)
    trials.skip('get-slot-by-company', 'answers', 'get-slot-setting names no provider that is open')

  const game = games?.games.find(({ code }) => code !== undefined)
  if (trials.allows('money'))
    await playMoney(trials, {
      exchangePassword: options.exchangePassword,
      depositMethods: forMembers.depositMethods?.payments ?? [],
      withdrawalMethods: forMembers.withdrawalMethods?.payments ?? [],
      game: { code: game?.code, company: game?.company ?? slot?.code },
    })
  if (trials.allows('writes'))
    await playWrites(trials, {
      ownId,
      referralCode: forVisitors.referrer?.user?.code ?? 'MADANG',
      noteId: forMembers.notes?.note.find(({ _id }) => _id !== undefined)?._id,
      hasLimits: forMembers.limits !== undefined,
      accepted: login.accepted ?? { terms: ownVersion, privacy: ownVersion },
    })
  if (trials.allows('deletes')) await playDeletes(trials)
  await playLogout(trials)
  return trials.findings
}

async function playLogin(trials: Trials, { id, password }: ConformanceOptions) {
  trials.expectOutcome(
    'user-do-login',
    'refuses a wrong password',
    await trials.send('user-do-login', { id, pw: `${password}-wrong` }),
    ({ kind }) => kind === 'refused',
    'anybody who knows an id is logged in, or a wrong password looks like a failure',
  )
  return trials.expectDone('user-do-login', 'logs in', await trials.send('user-do-login', { id, pw: password }))
}

async function playVisitor(trials: Trials, ownId: string | undefined) {
  for (const segment of ['get-casino-setting', 'get-sport-setting', 'get-notice-popup', 'get-jackpot'] as const)
    await trials.read(segment, {})
  const slots = await trials.read('get-slot-setting', {})
  const referrer = await trials.read('get-reg-domain', {})
  if (ownId !== undefined)
    trials.expectOutcome(
      'check-user-id',
      'says that the member’s own id is taken',
      await trials.send('check-user-id', { id: ownId }),
      (outcome) => outcome.kind === 'refused' && outcome.status === 'alread_have_user',
      referenceOf('check-user-id').cost,
    )
  trials.expectDone(
    'check-user-id',
    'says that a new id is free',
    await trials.send('check-user-id', { id: newName() }),
  )
  trials.expectDone(
    'check-user-nick',
    'says that a new nickname is free',
    await trials.send('check-user-nick', { nick: newName() }),
  )
  return { slots, referrer }
}

/** The calls of a member that change nothing. @param userId as the login named the member */
async function playMember(trials: Trials, userId: string | undefined) {
  for (const [trial, token] of [
    ['refuses a call without a token', ''],
    ['refuses a token that it did not give', 'not-a-token'],
  ] as const)
    trials.expectOutcome(
      'user-health-check',
      trial,
      await trials.send('user-health-check', {}, token),
      ({ kind }) => kind === 'signed-out',
      'ended sessions are not noticed, and strangers may read members’ data',
    )
  const health = await trials.read('user-health-check', {})
  if (health && userId !== undefined && health.user.userId !== userId)
    trials.add({
      call: 'user-health-check',
      trial: 'names the member as the login did',
      result: 'fails',
      seen: 'another userId',
      cost: 'the site refuses answers about another member: no page opens',
      ms: 0,
    })
  for (const segment of [
    'get-help-list',
    'get-user-notices',
    'get-in-game-balance',
    'get-member',
    'get-deposit-list',
    'get-withdraw-list',
    'get-bets-list',
    'get-comp-list',
  ] as const)
    await trials.read(segment, {})
  return {
    depositMethods: await trials.read('get-deposit-payment', {}),
    withdrawalMethods: await trials.read('get-withdrawal-payment', {}),
    notes: await trials.read('get-user-note', {}),
    limits: await trials.read('get-play-limits', {}),
  }
}

/** What the calls that leave traces need to know. */
type Known = {
  ownId: string | undefined
  referralCode: string
  noteId: string | number | undefined
  hasLimits: boolean
  /** The documents' versions that are accepted, as the login named them. */
  accepted: { terms: string; privacy: string }
}

/** The version of documents that a member accepts who accepted none before. The site asks such a member again. */
const ownVersion = 'conformance run'

/** Calls that leave traces. */
async function playWrites(trials: Trials, { ownId, referralCode, noteId, hasLimits, accepted }: Known): Promise<void> {
  trials.expectDone(
    'user-write-help',
    'stores a request',
    await trials.send('user-write-help', { title: 'Conformance run', contents: 'This request was written by a test.' }),
  )
  const listed = await trials.send('get-help-list', {})
  const request = listed.outcome.kind === 'done' ? listed.outcome.answer.helps.find(({ _id }) => _id) : undefined
  if (request?._id !== undefined)
    trials.expectDone(
      'read-help-message',
      'marks a request',
      await trials.send('read-help-message', { id: request._id }),
    )
  else trials.skip('read-help-message', 'marks a request', 'get-help-list names no request')
  if (noteId === undefined) trials.skip('read-note-message', 'marks a note', 'the member has no note')
  else trials.expectDone('read-note-message', 'marks a note', await trials.send('read-note-message', { id: noteId }))
  trials.expectOutcome(
    'user-ask-account',
    'takes the request, or says that one is open',
    await trials.send('user-ask-account', {}),
    (outcome) => outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status !== 'other'),
    referenceOf('user-ask-account').cost,
  )
  if (ownId === undefined)
    trials.skip('user-register', 'refuses an id that is taken', 'registration would not take the member’s id')
  else
    trials.expectOutcome(
      'user-register',
      'refuses an id that is taken',
      await trials.send('user-register', takenRegistration(referralCode, ownId)),
      (outcome) => outcome.kind === 'refused' && outcome.status !== 'other',
      'a second member gets the id of the first, or the form cannot say what is wrong',
    )
  trials.expectOutcome(
    'change-password',
    'refuses a wrong present password',
    await trials.send('change-password', { kind: 'exchange', pass: randomUUID().slice(0, 12), new_pass: '918273645' }),
    (outcome) => outcome.kind === 'refused' && outcome.status === 'pass',
    'whoever finds an open session can change the passwords',
  )
  if (hasLimits)
    trials.expectDone('set-play-limits', 'takes a change of nothing', await trials.send('set-play-limits', {}))
  else trials.skip('set-play-limits', 'takes a change of nothing', 'get-play-limits gave no limits')
  trials.expectDone(
    'accept-documents',
    'records what the member accepted',
    await trials.send('accept-documents', { versions: accepted, adult: true }),
  )
}

/** Deletes the member's messages. */
async function playDeletes(trials: Trials): Promise<void> {
  trials.expectDone('del-all-help', 'deletes all requests', await trials.send('del-all-help', {}))
  trials.expectDone('user-del-note', 'deletes all notes', await trials.send('user-del-note', {}))
}

type PaymentMethod = AnswerOf<'get-deposit-payment'>['payments'][number]
type MoneyKnown = {
  exchangePassword: string | undefined
  depositMethods: readonly PaymentMethod[]
  withdrawalMethods: readonly PaymentMethod[]
  game: { code: string | number | undefined; company: string | number | undefined }
}

/** Calls that move money, each for as much as is left of the cap. */
async function playMoney(trials: Trials, known: MoneyKnown): Promise<void> {
  await playTwice(trials, 'apply-user-deposit', {
    payload: { balance: trialAmount },
    changed: { balance: 2 * trialAmount },
    measure: () => countMovements(trials, 'get-deposit-list'),
    once: 1,
  })
  await playWithdrawal(trials, known.exchangePassword)
  await playPaymentDeposit(trials, known.depositMethods)
  await playWithdrawalLauncher(trials, known.withdrawalMethods)
  await playExchanges(trials)
  await playGameMoney(trials, known.game)
}

async function playWithdrawal(trials: Trials, exchangePassword: string | undefined): Promise<void> {
  const segment = 'apply-user-withdraw'
  const { wallet } = await readBalances(trials)
  if (exchangePassword === undefined) return trials.skip(segment, 'takes a withdrawal', 'no --exchange-password')
  if (wallet === undefined || wallet < trialAmount)
    return trials.skip(segment, 'takes a withdrawal', `the member’s wallet does not hold ${trialAmount} won`)
  const trial = 'refuses a wrong exchange password'
  const wrongPassword = await trials.sendMoney(segment, {
    trial,
    payload: {
      balance: trialAmount,
      code: randomUUID(),
      exchange_pw: exchangePassword === '0000' ? '1111' : '0000',
    },
    won: trialAmount,
  })
  if (!wrongPassword) return
  const isRefused = wrongPassword.outcome.kind === 'refused' && wrongPassword.outcome.status === 'pass'
  trials.expectOutcome(segment, trial, wrongPassword, () => isRefused, 'whoever finds an open session can withdraw')
  if (isRefused) trials.release(trialAmount)
  await playTwice(trials, segment, {
    payload: { balance: trialAmount, exchange_pw: exchangePassword },
    changed: { balance: 2 * trialAmount, exchange_pw: exchangePassword },
    measure: () => countMovements(trials, 'get-withdraw-list'),
    once: 1,
  })
}

/** Begins a payment of the smallest amount, twice with one code. Nobody pays it. */
async function playPaymentDeposit(trials: Trials, methods: readonly PaymentMethod[]): Promise<void> {
  const segment = 'apply-deposit-payment'
  const method = methods.find(({ idx }) => idx !== undefined)
  if (method?.idx === undefined)
    return trials.skip(segment, 'begins a payment', 'get-deposit-payment names no payment service')
  const balance = Math.max(1, Math.ceil((method.min ?? 0) / trialAmount)) * trialAmount
  const payload = { balance, code: randomUUID(), idx: method.idx }
  const first = await trials.sendMoney(segment, { trial: 'begins a payment', payload, won: balance })
  if (!first || !expectDoneOrWait(trials, segment, 'begins a payment', first)) return
  const trial = 'gives the same code the first outcome'
  const again = await trials.sendMoney(segment, { trial, payload, won: balance })
  if (again) trials.expectOutcome(segment, trial, again, isDone, secondPressCost)
}

/** Opens the page of a payment service. Nobody fills it in, so what it might take is its smallest amount at most. */
async function playWithdrawalLauncher(trials: Trials, methods: readonly PaymentMethod[]): Promise<void> {
  const [segment, trial] = ['withdrawal-launcher', 'opens the page of a payment service'] as const
  const method = methods.find(({ idx }) => idx !== undefined)
  if (method?.idx === undefined) return trials.skip(segment, trial, 'get-withdrawal-payment names no payment service')
  const won = method.min ?? trialAmount
  const { wallet } = await readBalances(trials)
  if (wallet === undefined || wallet < won)
    return trials.skip(segment, trial, `the member’s wallet does not hold ${won} won`)
  const opened = await trials.sendMoney(segment, { trial, payload: { idx: method.idx }, won })
  if (opened) expectDoneOrWait(trials, segment, trial, opened)
}

/** Turns 1 won into a point and back, each twice with one code. */
async function playExchanges(trials: Trials): Promise<void> {
  const readPoints = async () => (await readBalances(trials)).points
  for (const { segment, once } of [
    { segment: 'money-to-point', once: 1 },
    { segment: 'roll-to-balance', once: -1 },
  ] as const) {
    const { wallet, points } = await readBalances(trials)
    const held = segment === 'money-to-point' ? wallet : points
    if (held === undefined || held < 1)
      trials.skip(segment, 'takes 1 won', 'get-in-game-balance says that there is none')
    else await playTwice(trials, segment, { payload: { points: 1 }, changed: { points: 2 }, measure: readPoints, once })
  }
}

/**
 * Moves the wallet into games and back. These calls name no amount: what may move is what get-in-game-balance says just
 * before, so a member who wins or is paid meanwhile moves more.
 */
async function playGameMoney(trials: Trials, { code, company }: MoneyKnown['game']): Promise<void> {
  const unknown = 'get-in-game-balance does not say what may move'
  const atStart = await readBalances(trials)
  const into = 'moves the wallet into games'
  if (atStart.wallet === undefined) trials.skip('transfer-in', into, unknown)
  else {
    const sent = await trials.sendMoney('transfer-in', { trial: into, payload: {}, won: atStart.wallet })
    if (sent) trials.expectDone('transfer-in', into, sent)
  }

  const opens = 'opens a game'
  const beforeGame = await readBalances(trials)
  if (code === undefined || company === undefined)
    trials.skip('open-game', opens, 'no game is listed that can be opened')
  else if (beforeGame.wallet === undefined) trials.skip('open-game', opens, unknown)
  else {
    const sent = await trials.sendMoney('open-game', {
      trial: opens,
      payload: { code, company },
      won: beforeGame.wallet,
    })
    if (sent) trials.expectDone('open-game', opens, sent)
  }

  const back = 'brings game money back'
  const atEnd = await readBalances(trials)
  if (atEnd.inGames === undefined) return trials.skip('transfer-out', back, unknown)
  const sent = await trials.sendMoney('transfer-out', { trial: back, payload: {}, won: atEnd.inGames })
  if (sent) trials.expectDone('transfer-out', back, sent)
}

/** What the member has now, in won and points; undefined where the upstream does not say. */
async function readBalances(trials: Trials) {
  const { outcome } = await trials.send('get-in-game-balance', {})
  if (outcome.kind !== 'done') return { wallet: undefined, inGames: undefined, points: undefined }
  const { balance, gameMoney, rolling } = outcome.answer
  return { wallet: balance, inGames: gameMoney, points: rolling }
}

async function countMovements(
  trials: Trials,
  list: 'get-deposit-list' | 'get-withdraw-list',
): Promise<number | undefined> {
  const { outcome } = await trials.send(list, {})
  return outcome.kind === 'done' ? outcome.answer.total : undefined
}

const secondPressCost = 'a second press looks like a failure'
const isDone = ({ kind }: { kind: string }) => kind === 'done'

/** A call that should succeed, or say that the deposit or withdrawal of this run waits. @returns whether it succeeded */
function expectDoneOrWait(
  trials: Trials,
  segment: 'apply-deposit-payment' | 'withdrawal-launcher',
  trial: string,
  sent: Sent<'apply-deposit-payment'> | Sent<'withdrawal-launcher'>,
): boolean {
  if (sent.outcome.kind !== 'refused' || sent.outcome.status !== 'wait')
    return trials.expectDone(segment, trial, sent) !== undefined
  trials.add({
    call: segment,
    trial: 'says that another request waits',
    result: 'holds',
    seen: '',
    cost: '',
    ms: sent.ms,
  })
  return false
}

type CodedSegment = 'apply-user-deposit' | 'apply-user-withdraw' | 'roll-to-balance' | 'money-to-point'
type Amounts = { balance?: number; points?: number; exchange_pw?: string }

/**
 * Plays a call twice with one code, then another amount under that code.
 *
 * @param play.measure a figure that one success changes by `play.once`; undefined where the upstream does not have it.
 */
async function playTwice(
  trials: Trials,
  segment: CodedSegment,
  play: { payload: Amounts; changed: Amounts; measure: () => Promise<number | undefined>; once: number },
): Promise<void> {
  const code = randomUUID()
  const wonOf = ({ balance = 0, points = 0 }: Amounts) => Math.max(balance, points)
  const won = wonOf(play.payload)
  const send = (trial: string, amounts: Amounts) =>
    trials.sendMoney(segment, { trial, payload: { ...amounts, code } as PayloadOf<CodedSegment>, won: wonOf(amounts) })

  const before = await play.measure()
  const takes = `takes ${won} won`
  const first = await send(takes, play.payload)
  if (!first || !trials.expectDone(segment, takes, first)) return

  const gives = 'gives the same code the first outcome'
  const second = await send(gives, play.payload)
  if (!second) return
  trials.expectOutcome(segment, gives, second, isDone, secondPressCost)
  const after = await play.measure()
  if (before === undefined || after === undefined) return
  const isOnce = after === before + play.once
  trials.add({
    call: segment,
    trial: 'moves money once',
    result: isOnce ? 'holds' : 'fails',
    seen: isOnce ? '' : `two equal requests changed by ${after - before} what one changes by ${play.once}`,
    cost: isOnce ? '' : 'a second press after the loss of the site’s own guard moves money twice',
    ms: 0,
  })
  if (!isOnce) return
  trials.release(won)

  const refuses = 'refuses the code for another amount'
  const changed = await send(refuses, play.changed)
  if (!changed) return
  const isRefused = changed.outcome.kind === 'code-reused' || changed.outcome.kind === 'refused'
  trials.expectOutcome(segment, refuses, changed, () => isRefused, 'a changed request passes as the first one')
  if (isRefused) trials.release(wonOf(play.changed))
}

async function playLogout(trials: Trials): Promise<void> {
  if (!trials.expectDone('do-logout', 'ends the token', await trials.send('do-logout', {}))) return
  const { outcome, ms } = await trials.send('user-health-check', {})
  const isEnded = outcome.kind === 'signed-out'
  trials.add({
    call: 'do-logout',
    trial: 'the ended token is refused',
    result: isEnded ? 'holds' : 'fails',
    seen: isEnded ? '' : outcome.kind,
    cost: isEnded ? '' : 'a token that was read from a lost device stays valid',
    ms,
  })
}

/** A name that nobody has. */
function newName(): string {
  return `c${randomUUID().replaceAll('-', '').slice(0, 12)}`
}

/** A registration that only its id makes wrong. */
function takenRegistration(code: string, id: string): PayloadOf<'user-register'> {
  return {
    id,
    pw: randomUUID(),
    nick: `c${randomUUID().replaceAll('-', '').slice(0, 12)}`,
    phone: '01000000000',
    bankname: '국민은행',
    banknumber: `9${Date.now()}`,
    bankowner: 'Conformance',
    exchange_pw: '918273',
    code,
  }
}
