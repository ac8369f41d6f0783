import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { contract, type PayloadOf } from '~/upstream/contract'
import { registration } from '~/upstream/contract/fields/registration'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { callReferences } from '../upstream/schemas'
import { listNames, playList, playSecondMember } from './lists'
import { playBodies, playDeletions, playMessages } from './messages'
import { playMoney } from './money'
import { playLoginEnd, playLoginList, playOwnData, refuseFactors } from './security'
import { type Finding, Tester, type TesterOptions } from './tester'

export type ConformanceOptions = TesterOptions & {
  id: string
  password: string
  withdrawalPassword?: string | undefined
  second?: { id: string; password: string } | undefined
}

export async function runConformance(options: ConformanceOptions): Promise<Finding[]> {
  const tester = new Tester(options)
  const login = await playLogin(tester, options)
  const userId = login?.user?.userId ?? options.id
  // An upstream's existing ids may violate the rule for new ids. The site sends no calls with such an id.
  const ownId = registration.id.safeParse(userId).success ? userId : undefined
  const forVisitors = await playVisitor(tester, ownId)
  if (!login) return tester.findings
  tester.token = login.token
  const forMembers = await playMember(tester, login.user?.userId, options.id)
  const slot = forVisitors.slots?.slot.find(({ used, code }) => used === 'y' && code !== undefined)
  const games = slot?.code === undefined ? undefined : await tester.read('get-slot-by-company', { code: slot.code })
  if (slot === undefined)
    tester.notJudged('get-slot-by-company', 'answers', 'get-slot-setting names no provider that is open')

  const game = games?.games.find(({ code }) => code !== undefined)
  if (tester.allows('money'))
    await playMoney(tester, {
      withdrawalPassword: options.withdrawalPassword,
      depositMethods: forMembers.depositMethods?.payments ?? [],
      withdrawalMethods: forMembers.withdrawalMethods?.payments ?? [],
      game: { code: game?.code, company: game?.company ?? slot?.code },
    })
  // The lists are read only now, after the calls that add rows to them.
  for (const list of listNames) await playList(tester, list)
  if (options.second) await playSecondMember(tester, options.second)
  if (tester.allows('writes'))
    await playWrites(tester, {
      ownId,
      referralCode: forVisitors.referrer?.user?.code,
      accepted: login.accepted ?? { terms: acceptedVersion, privacy: acceptedVersion },
      limits: forMembers.limits,
    })
  // Runs after the trial that adds an inquiry, so that there is one to read.
  await playBodies(tester, 'get-help-list')
  if (tester.allows('deletes')) await playDeletions(tester)
  if (tester.allows('writes')) {
    await playLoginEnd(tester, options)
    await refuseFactors(tester)
    await playOwnData(tester, options)
    await refuseReset(tester, options)
  }
  await playLogout(tester)
  return tester.findings
}

async function playLogin(tester: Tester, { id, password }: ConformanceOptions) {
  await tester.expectRefusal('user-do-login', 'refuses a wrong password', {
    payload: { id, pw: `${password}-wrong` },
    cost: 'anybody who knows an id is logged in, or a wrong password looks like a failure',
  })
  return await tester.sendAndExpect('user-do-login', 'logs in', { id, pw: password })
}

const notRegistrable = 'registration would not take the member’s id'

async function playVisitor(tester: Tester, ownId: string | undefined) {
  for (const callName of ['get-casino-setting', 'get-sport-setting', 'get-jackpot', 'get-lobby-rails'] as const)
    await tester.read(callName, {})
  await playBodies(tester, 'get-notice-popup')
  const slots = await tester.read('get-slot-setting', {})
  const referrer = await tester.read('get-reg-domain', {})
  const ownTaken = 'says that the member’s own id is taken'
  if (ownId === undefined) tester.notJudged('check-user-id', ownTaken, notRegistrable)
  else
    await tester.expectRefusal('check-user-id', ownTaken, {
      payload: { id: ownId },
      status: 'alread_have_user',
      cost: callReferences['check-user-id'].cost,
    })
  await tester.sendAndExpect('check-user-id', 'says that a new id is free', { id: newName() })
  await tester.sendAndExpect('check-user-nick', 'says that a new nickname is free', { nick: newName() })
  return { slots, referrer }
}

const isSameId = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

async function playMember(tester: Tester, userId: string | undefined, typedId: string) {
  for (const [trial, token] of [
    ['refuses a call without a token', ''],
    ['refuses a token that it did not give', 'not-a-token'],
  ] as const)
    tester.expectOutcome(
      'user-health-check',
      trial,
      await tester.send('user-health-check', {}, token),
      ({ kind }) => kind === 'signed-out',
      'ended sessions are not noticed, and strangers may read members’ data',
    )
  const health = await tester.read('user-health-check', {})
  if (health)
    tester.judge('user-health-check', 'tells the balance', {
      seen: health.user.balance === undefined ? 'no user.balance' : '',
      cost: 'every page shows – instead of the balance',
    })
  const cost = 'the site refuses responses about another member: no page opens'
  const names = 'names the member as the login did'
  const named = health?.user.userId
  tester.judge('user-do-login', 'names the member who logs in', {
    seen: isSameId(userId ?? typedId, typedId) ? '' : 'another userId',
    cost,
    unjudged: userId === undefined ? 'the login names no member' : '',
  })
  if (named !== undefined) {
    const isSame = userId === undefined ? isSameId(named, typedId) : named === userId
    tester.judge('user-health-check', names, { seen: isSame ? '' : 'another userId', cost })
  }
  await playBodies(tester, 'get-user-notices')
  await playBodies(tester, 'get-event-list')
  const record = await tester.read('get-member', {})
  const balances = await tester.read('get-in-game-balance', {})
  for (const [callName, response, id] of [
    ['get-member', record, record?.user.userId],
    ['get-in-game-balance', balances, balances?.userId],
  ] as const) {
    if (!response || named === undefined) continue
    if (id === undefined) tester.lacks(callName, names, 'userId', 'a response about another member is shown')
    else tester.judge(callName, names, { seen: id === named ? '' : 'another userId', cost })
  }
  const depositMethods = await tester.read('get-deposit-payment', {})
  const withdrawalMethods = await tester.read('get-withdrawal-payment', {})
  await playBodies(tester, 'get-user-note')
  const { limits } = (await tester.read('get-play-limits', {})) ?? {}
  for (const kind of ['loss', 'time'] as const)
    if (limits?.[kind] && !limits[`${kind}Used`])
      tester.lacks('get-play-limits', `says what of the limits of ${kind} is used`, `${kind}Used`, 'members see 0')
  await playLoginList(tester)
  if (!tester.allows('writes')) await tester.read('get-favourites', {})
  return { depositMethods, withdrawalMethods, limits }
}

type Known = {
  ownId: string | undefined
  referralCode: string | undefined
  accepted: { terms: string; privacy: string }
  limits: PlayLimits | undefined
}

async function playFavourites(tester: Tester): Promise<void> {
  const game = { company: 'conformance', code: newName() }
  const isMarked = await tester.sendAndExpect('set-favourite', 'marks a game', { ...game, on: true })
  const listed = await tester.read('get-favourites', {})
  if (!isMarked) return
  tester.judge('get-favourites', 'has what was marked', {
    seen: !listed || listed.favourites.some(({ code }) => String(code) === game.code) ? '' : 'it is not in the list',
    cost: 'members see their hearts vanish',
  })
  await tester.sendAndExpect('set-favourite', 'takes the mark away', { ...game, on: false })
}

/** No document has this version, so the site asks the member to accept the documents again. */
const acceptedVersion = 'conformance run'

async function playWrites(tester: Tester, { ownId, referralCode, accepted, limits }: Known): Promise<void> {
  await playMessages(tester)
  tester.expectOutcome(
    'user-ask-account',
    'takes the request, or says that one is open',
    await tester.send('user-ask-account', {}),
    (outcome) => outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status !== 'other'),
    callReferences['user-ask-account'].cost,
  )
  await tester.expectRefusal('cancel-deposit', 'refuses a deposit that the member does not have', {
    payload: { id: newName() },
    cost: 'members cancel the deposits of others',
  })
  const refusesTaken = 'refuses an id that is taken'
  if (ownId === undefined) tester.notJudged('user-register', refusesTaken, notRegistrable)
  else {
    const sent = await tester.send('user-register', takenRegistration(referralCode ?? 'MADANG', ownId))
    const { outcome } = sent
    const isCodeWrong = outcome.kind === 'refused' && outcome.status === 'cant_find_code'
    if (isCodeWrong && referralCode === undefined)
      tester.notJudged('user-register', refusesTaken, 'get-reg-domain names no referral code', sent.ms)
    else
      tester.expectOutcome(
        'user-register',
        refusesTaken,
        sent,
        () => outcome.kind === 'refused' && outcome.status === 'alread_have_user',
        'a second member gets the id of the first, or the form cannot say what is wrong',
      )
  }
  await playFavourites(tester)
  await tester.expectRefusal('change-password', 'refuses a wrong present password', {
    payload: { kind: 'exchange', pass: randomUUID().slice(0, 12), new_pass: '918273645' },
    status: 'pass',
    cost: 'whoever finds an open session can change the passwords',
  })
  await tester.sendAndExpect('ask-password-reset', 'says nothing of an id that nobody has', {
    id: newName(),
    phone: '01000000000',
  })
  await tester.sendAndExpect('set-play-limits', 'takes a change of nothing', {})
  for (const kind of ['loss', 'time'] as const) {
    const own = limits?.[kind]
    if (!own || Object.values(own).includes(undefined)) continue
    const trial = `takes the limits of ${kind} that hold, and keeps them`
    const sent = await tester.send('set-play-limits', { [kind]: own })
    const keeps = (outcome: typeof sent.outcome) =>
      outcome.kind === 'done' && isDeepStrictEqual(outcome.response.limits[kind], own)
    tester.expectOutcome('set-play-limits', trial, sent, keeps, 'members can’t trust their own limits')
  }
  await tester.sendAndExpect('accept-documents', 'records what the member accepted', {
    versions: accepted,
    adult: true,
  })
}

/** Uses the member's own id, because codes for unknown ids are refused. The password stays the same. */
async function refuseReset(tester: Tester, { id, password }: ConformanceOptions): Promise<void> {
  const [callName, trial] = ['reset-password', 'refuses a code that it did not give'] as const
  const payload = { id, code: randomUUID(), pw: password }
  if (!contract[callName].payload.safeParse(payload).success)
    return tester.notJudged(callName, trial, 'registration would not take the member’s password')
  await tester.expectRefusal(callName, trial, { payload, cost: 'whoever knows an id can take the account over' })
}

async function playLogout(tester: Tester): Promise<void> {
  if (!(await tester.sendAndExpect('do-logout', 'ends the token', {}))) return
  const { outcome, ms } = await tester.send('user-health-check', {})
  tester.judge('do-logout', 'the ended token is refused', {
    seen: outcome.kind === 'signed-out' ? '' : outcome.kind,
    cost: 'a token that was read from a lost device stays valid',
    ms,
  })
}

const newName = (): string => `c${randomUUID().replaceAll('-', '').slice(0, 12)}`

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
