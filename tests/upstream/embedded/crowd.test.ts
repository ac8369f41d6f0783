import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { openEmbeddedUpstream } from '~/embedded/index.server'
import { settleTransaction } from '~/embedded/transactions/settle.server'
import {
  type CrowdClient,
  type CrowdMember,
  type CrowdResponse,
  expectExactlyOnce,
  insertMembers,
  runCrowd,
} from '../../support/crowd'
import { databaseServerUrl } from '../../support/database'
import { openTestEmbeddedUpstream } from '../../support/embedded-upstream'

const forMs = Number(process.env.CROWD_SECONDS ?? 2) * 1_000

const where = databaseServerUrl ? 'on two instances with one database' : 'on one instance'

it(`the embedded upstream loses no money of fifty members who act concurrently ${where}`, async () => {
  const seed = randomInt(2 ** 31)
  const embedded = await openTestEmbeddedUpstream({ playApprovalMs: 100, now: () => new Date(), databasePool: 10 })
  const second = databaseServerUrl ? await openEmbeddedUpstream(embedded.options) : undefined
  try {
    const { store } = embedded.context()
    const people = await store.tx((sql) => insertMembers(sql, 50))

    let turn = 0
    const instances = [embedded.send, ...(second ? [second.fetch] : [])]
    const send = (request: Request) => (instances[turn++ % instances.length] ?? embedded.send)(request)
    const parseResponse = async (response: Response): Promise<CrowdResponse> => {
      if (response.status === 303) return { status: 'success', body: {} }
      if (response.status !== 200) throw new Error(`returned ${response.status}`)
      const body = (await response.json()) as Record<string, unknown>
      return { status: String(body.status ?? 'success'), body }
    }
    const clientFor = ({ token }: CrowdMember): CrowdClient => ({
      call: async (callName, payload) => {
        const upstream = turn++ % 2 === 0 ? second?.call : undefined
        const reply = await embedded.callBy(upstream ?? embedded.fetch, callName, { ...payload }, token)
        expect(reply.httpStatus).toBe(200)
        return { status: reply.status ?? 'success', body: reply.body }
      },
      submitForm: async (path, fields) =>
        parseResponse(
          await send(new Request(`http://site.example${path}`, { method: 'POST', body: new URLSearchParams(fields) })),
        ),
      sendCallback: async (message) => {
        const response = await sendCallback(embedded.context(), message)
        return { status: response.status, body: response }
      },
    })

    // The back office cancels some pending withdrawals during their automatic approval.
    let isOver = false
    const backoffice = (async () => {
      while (!isOver) {
        const [waiting] = await store.query<{ id: bigint }>(
          "select id from movements where state = 'wait' and kind = 'withdrawal' order by id % 7, id limit 1",
        )
        if (waiting) await settleTransaction(embedded.context(), { id: waiting.id, to: 'cancelled', by: 'desk' })
        await pause(30)
      }
    })()
    const deeds = await runCrowd(people, { clientFor, forMs, seed })
    isOver = true
    await backoffice
    const waiting = () => store.query("select 1 from movements where state = 'wait' and due_at is not null")
    await expect.poll(waiting, { interval: 100 }).toEqual([])

    const counts = await expectExactlyOnce(store, deeds)
    expect(Object.keys(counts).length, JSON.stringify({ seed, counts })).toBeGreaterThan(3)
    expect(deeds.length).toBeGreaterThan(20)
    expect(embedded.lines.filter(({ level }) => level === 'error')).toEqual([])
  } finally {
    await second?.close()
    await embedded.close()
  }
})
