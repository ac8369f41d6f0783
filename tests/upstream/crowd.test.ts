import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { tell } from '~/upstream/embedded/callback.server'
import { openHouse } from '~/upstream/embedded/index.server'
import { settle } from '~/upstream/embedded/movements.server'
import { expectExactlyOnce, type Heard, type Line, type Person, peopleIn, throng } from '../support/crowd'
import { databaseServer } from '../support/database'
import { testHouse } from '../support/house'

const forMs = Number(process.env.CROWD_SECONDS ?? 4) * 1_000

it(`keeps every won of fifty members who do everything at once${databaseServer ? ', at two instances on one database' : ''}`, async () => {
  const seed = randomInt(2 ** 31)
  const house = await testHouse({ playApprovalMs: 100, now: () => new Date(), databasePool: 10 })
  const second = databaseServer ? await openHouse(house.options) : undefined
  try {
    const { store } = house.context()
    const people = await store.tx((sql) => peopleIn(sql, 50))

    let turn = 0
    const doors = [house.send, ...(second ? [second.upstream] : [])]
    /** Sends requests to the instances in turn. */
    const send = (request: Request) => (doors[turn++ % doors.length] ?? house.send)(request)
    const heard = async (response: Response): Promise<Heard> => {
      if (response.status === 303) return { status: 'success', body: {} }
      if (response.status !== 200) throw new Error(`answered ${response.status}`)
      const body = (await response.json()) as Record<string, unknown>
      return { status: String(body.status ?? 'success'), body }
    }
    const lineOf = ({ token }: Person): Line => ({
      call: async (segment, payload) => {
        const reply = await house.callBy(send, segment, { ...payload }, token)
        expect(reply.httpStatus).toBe(200)
        return { status: reply.status ?? 'success', body: reply.body }
      },
      press: async (path, fields) =>
        heard(
          await send(new Request(`http://house.example${path}`, { method: 'POST', body: new URLSearchParams(fields) })),
        ),
      tell: async (message) => {
        const answer = await tell(house.context(), message)
        return { status: answer.status, body: answer }
      },
    })

    // The desk cancels some pending withdrawals while they are also approved automatically.
    let over = false
    const desk = (async () => {
      while (!over) {
        const [waiting] = await store.query<{ id: bigint }>(
          "select id from movements where state = 'wait' and kind = 'withdrawal' order by id % 7, id limit 1",
        )
        if (waiting) await settle(house.context(), waiting.id, 'cansel', 'desk')
        await pause(30)
      }
    })()
    const deeds = await throng(people, { lineOf, forMs, seed })
    over = true
    await desk
    const waiting = () => store.query("select 1 from movements where state = 'wait' and due_at is not null")
    await expect.poll(waiting, { timeout: 10_000, interval: 100 }).toEqual([])

    const counts = await expectExactlyOnce(store, deeds)
    expect(Object.keys(counts).length, JSON.stringify({ seed, counts })).toBeGreaterThan(3)
    expect(deeds.length).toBeGreaterThan(20)
    expect(house.lines.filter(({ level }) => level === 'error')).toEqual([])
  } finally {
    await second?.close()
    await house.close()
  }
}, 60_000)
