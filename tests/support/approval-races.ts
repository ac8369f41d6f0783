import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createDeskOf } from './desk-people'
import type { openTestEmbeddedUpstream } from './embedded-upstream'
import { createCallsOf } from './member-calls'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>

/** Of a race: the setting, and what each round moves. */
export const secondPersonFrom = 100_000
const won = 150_000

/**
 * Lets three people run the same command at the same moment, each twice by one request id; then all of them follow the
 * first yes at the same moment. In turns an approval, a credit of another amount and a correction. Asserts that the first
 * moment moves nothing and the second one moves the sum once, by somebody who was not first.
 *
 * @param embedded with `secondPersonFrom`, and approving nothing by itself.
 * @param other a replica on the same database, which gets every other request.
 */
export async function raceApprovals(embedded: TestEmbeddedUpstream, rounds: number, other = embedded): Promise<void> {
  let sent = 0
  const { ask, run, desk, makeToken, newDeposit } = createDeskOf(embedded, (request) => {
    sent += 1
    return (sent % 2 === 0 ? other : embedded).send(request)
  })
  const people = await Promise.all(
    ['ann', 'ben', 'cho'].map(async (nick) => {
      const name = `${nick}-${randomUUID().slice(0, 8)}`
      return { name, token: await makeToken(name, 'cashier') }
    }),
  )
  const member = await embedded.newMember()
  const { cashOf } = createCallsOf(embedded)
  const cash = async () => Number(await cashOf(member.token))
  const makers = [
    async () => ({ command: 'approve', payload: { kind: 'deposit', id: await newDeposit(member.token, won) } }),
    async () => ({ command: 'credit', payload: { id: await newDeposit(member.token, 10_000), won, tell: '확인' } }),
    async () => ({ command: 'correct', payload: { member: member.id, account: 'cash', won, reason: '확인' } }),
  ] as const
  for (let round = 0; round < rounds; round += 1) {
    const { command, payload } = await (makers[round % makers.length] ?? makers[0])()
    const before = await cash()
    const about = `${command} in round ${round}`
    /** Everybody at once, each twice. */
    const press = async (more: object = {}) => {
      const requests = people.map(({ token }) => ({ token, body: { ...payload, ...more, requestId: randomUUID() } }))
      return Promise.all([...requests, ...requests].map(({ token, body }) => ask(token, command, body)))
    }
    const firsts = await press()
    expect(new Set(firsts.map(({ httpStatus, body }) => `${httpStatus} ${body.id}`)).size, about).toBe(1)
    expect([firsts[0]?.httpStatus, await cash()], about).toEqual([202, before])
    const { id, by } = firsts[0]?.body ?? {}

    const later = await press({ first: id })
    expect((await cash()) - before, about).toBe(won)
    const followers = later.flatMap(({ body }, at) =>
      body.firstApproval === by ? [people[at % people.length]?.name] : [],
    )
    expect(new Set(followers).size, about).toBe(1)
    expect(followers, about).not.toContain(by)
    expect(await run(people[0]?.token ?? '', 'first-approvals'), about).toMatchObject({ total: 0 })
  }
  for (const { name, token } of people) {
    await desk('end-token', { name })
    for (const _replica of [embedded, other])
      expect((await ask(token, 'overview')).httpStatus, 'its token has ended').toBe(401)
  }
}
