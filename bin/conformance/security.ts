import { randomUUID } from 'node:crypto'
import { callReferences } from '../upstream/schemas'
import type { Tester } from './tester'

type Member = { id: string; password: string }

export async function playLoginList(tester: Tester): Promise<void> {
  const listed = await tester.read('get-login-list', {})
  if (!listed) return
  const own = listed.logins.filter(({ current }) => current)
  tester.judge('get-login-list', 'marks the login that asks', {
    seen: own.length === 1 ? '' : `${own.length} are marked as current`,
    cost: 'members cannot tell their own login from a stranger’s, and are not told when the last one was',
  })
}

export async function playLoginEnd(tester: Tester, { id, password }: Member): Promise<void> {
  const [callName, trial] = ['end-login', 'ends a login by its id'] as const
  const second = await tester.send('user-do-login', { id, pw: password })
  const listed = await tester.send('get-login-list', {})
  if (second.outcome.kind !== 'done' || listed.outcome.kind !== 'done')
    return tester.notJudgedWithout('get-login-list', callName, trial, 'no second login could be listed')
  const newest = listed.outcome.response.logins.find(({ current, endedAt }) => !current && endedAt === null)
  if (!newest) return tester.notJudged(callName, trial, 'get-login-list does not have the second login')
  if (!(await tester.sendAndExpect(callName, trial, { id: newest.id }))) return
  const { token } = second.outcome.response
  const { outcome, ms } = await tester.send('user-health-check', {}, token)
  tester.judge(callName, 'the ended token is refused', {
    seen: outcome.kind === 'signed-out' ? '' : outcome.kind,
    cost: 'a login that its member ended goes on',
    ms,
  })
}

export async function playOwnData(tester: Tester, { password }: Member): Promise<void> {
  const callName = 'get-member-data'
  await tester.expectRefusal(callName, 'refuses a wrong password', {
    payload: { pw: randomUUID() },
    status: 'pass',
    cost: 'whoever finds an open session reads all that is stored of its member',
  })
  const sent = await tester.send(callName, { pw: password })
  const { outcome } = sent
  // Reads the body, which would otherwise stay open until the run's timeout.
  if (outcome.kind === 'done') for await (const _ of outcome.response.chunks ?? []);
  tester.expectOutcome(
    callName,
    'gives the member’s data, or says when it will again',
    sent,
    () => outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status === 'wait'),
    callReferences[callName].cost,
  )
}

export async function refuseFactors(tester: Tester): Promise<void> {
  const wrong = randomUUID()
  await tester.expectRefusal('set-second-factor', 'refuses a wrong password', {
    payload: { step: 'start', pw: wrong },
    status: 'pass',
    cost: 'whoever finds an open session can change how its member logs in',
  })
  await tester.expectRefusal('confirm-login', 'refuses a ticket that it did not give', {
    payload: { ticket: wrong, otp: '123456' },
    status: 'ticket_old',
    cost: 'whoever guesses a ticket is logged in, or an old one looks like a failure',
  })
}
