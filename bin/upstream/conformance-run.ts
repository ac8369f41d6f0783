import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { contract, type PayloadOf } from '~/upstream/contract'
import { registration } from '~/upstream/contract/fields/registration'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { callReferences } from './schemas'
import { listNames, playList, playSecondMember } from './trials/lists'
import { playBodies, playDeletions, playMessages } from './trials/messages'
import { playMoney } from './trials/money'
import { playLoginEnd, playLoginList, playOwnData, refuseFactors } from './trials/security'
import { type Finding, type TrialOptions, Trials } from './trials/trials'

export type ConformanceOptions = TrialOptions & {
  id: string
  password: string
  withdrawalPassword?: string | undefined
  second?: { id: string; password: string } | undefined
}

export async function runConformance(options: ConformanceOptions): Promise<Finding[]> {
  const trials = new Trials(options)
  const login = await playLogin(trials, options)
  const userId = login?.user?.userId ?? options.id
  // An upstream's existing ids may violate the rule for new ids. The site sends no calls with such an id.
  const ownId = registration.id.safeParse(userId).success ? userId : undefined
  const forVisitors = await playVisitor(trials, ownId)
  if (!login) return trials.findings
  trials.token = login.token
  const forMembers = await playMember(trials, login.user?.userId, options.id)
  const slot = forVisitors.slots?.slot.find(({ used, code }) => used === 'y' && code !== undefined)
  const games = slot?.code === undefined ? undefined : await trials.read('get-slot-by-company', { code: slot.code })
  if (slot === undefined)
    trials.notJudged('get-slot-by-company', 'answers', 'get-slot-setting names no provider that is open')

  const game = games?.games.find(({ code }) => code !== undefined)
  if (trials.allows('money'))
    await playMoney(trials, {
      withdrawalPassword: options.withdrawalPassword,
      depositMethods: forMembers.depositMethods?.payments ?? [],
      withdrawalMethods: forMembers.withdrawalMethods?.payments ?? [],
      game: { code: game?.code, company: game?.company ?? slot?.code },
    })
  // The lists are read only now, after the calls that add rows to them.
  for (const list of listNames) await playList(trials, list)
  if (options.second) await playSecondMember(trials, options.second)
  if (trials.allows('writes'))
    await playWrites(trials, {
      ownId,
      referralCode: forVisitors.referrer?.user?.code,
      accepted: login.accepted ?? { terms: acceptedVersion, privacy: acceptedVersion },
      limits: forMembers.limits,
    })
  // Runs after the trial that adds an inquiry, so that there is one to read.
  await playBodies(trials, 'get-help-list')
  if (trials.allows('deletes')) await playDeletions(trials)
  if (trials.allows('writes')) {
    await playLoginEnd(trials, options)
    await refuseFactors(trials)
    await playOwnData(trials, options)
    await refuseReset(trials, options)
  }
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
  return await trials.sendAndExpect('user-do-login', 'logs in', { id, pw: password })
}

const notRegistrable = 'registration would not take the member’s id'

async function playVisitor(trials: Trials, ownId: string | undefined) {
  for (const callName of ['get-casino-setting', 'get-sport-setting', 'get-jackpot', 'get-lobby-rails'] as const)
    await trials.read(callName, {})
  await playBodies(trials, 'get-notice-popup')
  const slots = await trials.read('get-slot-setting', {})
  const referrer = await trials.read('get-reg-domain', {})
  const ownTaken = 'says that the member’s own id is taken'
  if (ownId === undefined) trials.notJudged('check-user-id', ownTaken, notRegistrable)
  else
    trials.expectOutcome(
      'check-user-id',
      ownTaken,
      await trials.send('check-user-id', { id: ownId }),
      (outcome) => outcome.kind === 'refused' && outcome.status === 'alread_have_user',
      callReferences['check-user-id'].cost,
    )
  await trials.sendAndExpect('check-user-id', 'says that a new id is free', { id: newName() })
  await trials.sendAndExpect('check-user-nick', 'says that a new nickname is free', { nick: newName() })
  return { slots, referrer }
}

const isSameId = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

async function playMember(trials: Trials, userId: string | undefined, typedId: string) {
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
  if (health)
    trials.judge('user-health-check', 'tells the balance', {
      seen: health.user.balance === undefined ? 'no user.balance' : '',
      cost: 'every page shows – where the member’s money should stand',
    })
  const cost = 'the site refuses responses about another member: no page opens'
  const names = 'names the member as the login did'
  const named = health?.user.userId
  trials.judge('user-do-login', 'names the member who logs in', {
    seen: isSameId(userId ?? typedId, typedId) ? '' : 'another userId',
    cost,
    unjudged: userId === undefined ? 'the login names no member' : '',
  })
  if (named !== undefined) {
    const isSame = userId === undefined ? isSameId(named, typedId) : named === userId
    trials.judge('user-health-check', names, { seen: isSame ? '' : 'another userId', cost })
  }
  await playBodies(trials, 'get-user-notices')
  await playBodies(trials, 'get-event-list')
  const record = await trials.read('get-member', {})
  const balances = await trials.read('get-in-game-balance', {})
  for (const [callName, response, id] of [
    ['get-member', record, record?.user.userId],
    ['get-in-game-balance', balances, balances?.userId],
  ] as const) {
    if (!response || named === undefined) continue
    if (id === undefined) trials.lacks(callName, names, 'userId', 'a response about another member is shown')
    else trials.judge(callName, names, { seen: id === named ? '' : 'another userId', cost })
  }
  const depositMethods = await trials.read('get-deposit-payment', {})
  const withdrawalMethods = await trials.read('get-withdrawal-payment', {})
  await playBodies(trials, 'get-user-note')
  const { limits } = (await trials.read('get-play-limits', {})) ?? {}
  for (const kind of ['loss', 'time'] as const)
    if (limits?.[kind] && !limits[`${kind}Used`])
      trials.lacks('get-play-limits', `says what of the limits of ${kind} is used`, `${kind}Used`, 'members see 0')
  await playLoginList(trials)
  if (!trials.allows('writes')) await trials.read('get-favourites', {})
  return { depositMethods, withdrawalMethods, limits }
}

type Known = {
  ownId: string | undefined
  referralCode: string | undefined
  accepted: { terms: string; privacy: string }
  limits: PlayLimits | undefined
}

async function playFavourites(trials: Trials): Promise<void> {
  const game = { company: 'conformance', code: newName() }
  const isMarked = await trials.sendAndExpect('set-favourite', 'marks a game', { ...game, on: true })
  const listed = await trials.read('get-favourites', {})
  if (!isMarked) return
  trials.judge('get-favourites', 'has what was marked', {
    seen: !listed || listed.favourites.some(({ code }) => String(code) === game.code) ? '' : 'it is not in the list',
    cost: 'members see their hearts vanish',
  })
  await trials.sendAndExpect('set-favourite', 'takes the mark away', { ...game, on: false })
}

/** No document has this version, so the site asks the member to accept the documents again. */
const acceptedVersion = 'conformance run'

async function playWrites(trials: Trials, { ownId, referralCode, accepted, limits }: Known): Promise<void> {
  await playMessages(trials)
  trials.expectOutcome(
    'user-ask-account',
    'takes the request, or says that one is open',
    await trials.send('user-ask-account', {}),
    (outcome) => outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status !== 'other'),
    callReferences['user-ask-account'].cost,
  )
  trials.expectOutcome(
    'cancel-deposit',
    'refuses a deposit that the member does not have',
    await trials.send('cancel-deposit', { id: newName() }),
    ({ kind }) => kind === 'refused',
    'members cancel the deposits of others',
  )
  const refusesTaken = 'refuses an id that is taken'
  if (ownId === undefined) trials.notJudged('user-register', refusesTaken, notRegistrable)
  else {
    const sent = await trials.send('user-register', takenRegistration(referralCode ?? 'MADANG', ownId))
    const { outcome } = sent
    const isCodeWrong = outcome.kind === 'refused' && outcome.status === 'cant_find_code'
    if (isCodeWrong && referralCode === undefined)
      trials.notJudged('user-register', refusesTaken, 'get-reg-domain names no referral code', sent.ms)
    else
      trials.expectOutcome(
        'user-register',
        refusesTaken,
        sent,
        () => outcome.kind === 'refused' && outcome.status === 'alread_have_user',
        'a second member gets the id of the first, or the form cannot say what is wrong',
      )
  }
  await playFavourites(trials)
  trials.expectOutcome(
    'change-password',
    'refuses a wrong present password',
    await trials.send('change-password', { kind: 'exchange', pass: randomUUID().slice(0, 12), new_pass: '918273645' }),
    (outcome) => outcome.kind === 'refused' && outcome.status === 'pass',
    'whoever finds an open session can change the passwords',
  )
  await trials.sendAndExpect('ask-password-reset', 'says nothing of an id that nobody has', {
    id: newName(),
    phone: '01000000000',
  })
  await trials.sendAndExpect('set-play-limits', 'takes a change of nothing', {})
  for (const kind of ['loss', 'time'] as const) {
    const own = limits?.[kind]
    if (!own || Object.values(own).includes(undefined)) continue
    const trial = `takes the limits of ${kind} that hold, and keeps them`
    const sent = await trials.send('set-play-limits', { [kind]: own })
    const keeps = (outcome: typeof sent.outcome) =>
      outcome.kind === 'done' && isDeepStrictEqual(outcome.response.limits[kind], own)
    trials.expectOutcome('set-play-limits', trial, sent, keeps, 'members can’t trust their own limits')
  }
  await trials.sendAndExpect('accept-documents', 'records what the member accepted', {
    versions: accepted,
    adult: true,
  })
}

/** Uses the member's own id, because codes for unknown ids are refused. The password stays the same. */
async function refuseReset(trials: Trials, { id, password }: ConformanceOptions): Promise<void> {
  const [callName, trial] = ['reset-password', 'refuses a code that it did not give'] as const
  const payload = { id, code: randomUUID(), pw: password }
  if (!contract[callName].payload.safeParse(payload).success)
    return trials.notJudged(callName, trial, 'registration would not take the member’s password')
  const cost = 'whoever knows an id can take the account over'
  trials.expectOutcome(callName, trial, await trials.send(callName, payload), ({ kind }) => kind === 'refused', cost)
}

async function playLogout(trials: Trials): Promise<void> {
  if (!(await trials.sendAndExpect('do-logout', 'ends the token', {}))) return
  const { outcome, ms } = await trials.send('user-health-check', {})
  trials.judge('do-logout', 'the ended token is refused', {
    seen: outcome.kind === 'signed-out' ? '' : outcome.kind,
    cost: 'a token that was read from a lost device stays valid',
    ms,
  })
}

function newName(): string {
  return `c${randomUUID().replaceAll('-', '').slice(0, 12)}`
}

function takenRegistration(code: string, id: string): PayloadOf<'user-register'> {
  return {
    id,
    pw: randomUUID(),
    nick: newName(),
    phone: '01000000000',
    bankname: '국민은행',
    banknumber: `9${Date.now()}`,
    bankowner: 'Conformance',
    exchange_pw: '918273',
    code,
  }
}
