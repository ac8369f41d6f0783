import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream'
import { hasRedis, startRedis, type TestRedis } from '../support/redis'
import { type Site, startSite } from '../support/site'
import { copyOf, type Visitor, visitor } from '../support/visitor'

/** Two replicas of a site in each step of the rotation described in docs/operations.md. */

const [old, fresh] = ['the secret that was there before and is long', 'the secret that comes in its place and is long']
/** Values of SESSION_SECRET before, between and after the steps. During a step, replicas use two successive values. */
const values = [old, `${old},${fresh}`, `${fresh},${old}`, fresh]
const names = ['old', 'old,new', 'new,old', 'new']

let foreign: ForeignUpstream
let redis: TestRedis
let sites: Site[] = []

const visitorAt = (site: Site, from: Visitor) => copyOf(from, site.base)

describe.runIf(hasRedis)('a SESSION_SECRET rotation', () => {
  beforeAll(async () => {
    foreign = await startForeignUpstream()
    redis = await startRedis()
    const shared = { UPSTREAM_URL: foreign.url, REDIS_URL: redis.url, TRUSTED_PROXIES: '1' }
    sites = await Promise.all(values.map((SESSION_SECRET) => startSite({ ...shared, SESSION_SECRET })))
  })
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()))
    await redis?.kill()
    await foreign?.stop()
  })

  const steps = [1, 2, 3].flatMap((step) => [
    { step: `${names[step - 1]} to ${names[step]}`, from: step - 1, to: step },
    { step: `${names[step]} back to ${names[step - 1]}`, from: step, to: step - 1 },
  ])

  it.each(steps)('logs nobody out and loses no data in the step from $step', async ({ from, to }) => {
    const [before, after] = [sites[from], sites[to]] as [Site, Site]
    const member = visitor(before.base)
    await member.signIn()
    await member.post('/favourite', { company: 'slot-1', code: '501', on: 'yes', next: '/slot' })
    const there = visitorAt(after, member)
    expect((await there.get('/note')).status, 'the session').toBe(200)
    expect((await there.get('/slot')).body, 'the favourite').toContain('/favourite')

    const calls = foreign.callsOf('apply-user-deposit').length
    const form = await member.formOn('/deposit', { balance: '10000' })
    const sent = await visitorAt(after, member).post(form.action, form.fields)
    expect([sent.status, (await form.post()).status], 'a form opened at one replica and sent to both').toEqual([
      303, 303,
    ])
    expect(foreign.callsOf('apply-user-deposit').length - calls).toBe(1)

    const question = await member.formOn('/help?write', { title: '두 곳의 문의', contents: '내용입니다.' })
    await (await visitorAt(before, member).formOn('/logout')).post()
    const refused = await question.post({ intent: 'write' })
    const typed = refused.page.querySelector('main input[name=typed]')?.getAttribute('value') ?? ''
    const again = visitor(after.base)
    const back = await again.post('/login', { id: 'demo', pw: 'demo-1234', typed })
    const filled = await visitorAt(before, again).get(back.location ?? '')
    expect(filled.page.querySelector('main input[name=title]')?.getAttribute('value'), 'a saved form').toBe(
      '두 곳의 문의',
    )
  })
})
