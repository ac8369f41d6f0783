import { expect, it } from 'vitest'
import { countLoads, readsOf } from '~/features/backoffice/log'

const start = Date.parse('2026-03-02T05:00:00.000Z')
let id = 1_000

/** An entry of the log. Each call returns an older one. */
function read(who: string, act: string, seconds: number, payload: object = {}, members: string[] = []) {
  id -= 1
  const at = new Date(start + seconds * 1_000).toISOString()
  return {
    id: String(id),
    at,
    who,
    act,
    number: null,
    rehearsed: false,
    payload,
    result: { status: 'success' },
    members,
  }
}

const shown = (lines: Parameters<typeof readsOf>[0]) =>
  readsOf(lines).map((row) => [row.who, row.act, countLoads(row), (row.further as unknown[]).length])

it('groups a person’s equal page loads, however far apart, even with another person’s entries in between', () => {
  const deposits = { kind: 'deposit', page: 1 }
  const lines = [
    read('kim', 'movements', 90, deposits),
    read('lee', 'acts', 80),
    read('kim', 'movements', 60, deposits),
    read('lee', 'approve', 50, { id: '1' }),
    read('kim', 'movements', 30, deposits),
    read('kim', 'movements', 20, { kind: 'withdrawal', page: 1 }),
  ]
  expect(shown(lines)).toEqual([
    ['kim', 'movements', 3, 2],
    ['lee', 'acts', 1, 0],
    ['lee', 'approve', 1, 0],
    ['kim', 'movements', 1, 0],
  ])
})

it('doesn’t group reads around the person’s own change, of different members or with full contact details', () => {
  const ofMember = (member: string, masked = true) => ({ member, masked })
  const lines = [
    read('kim', 'movements', 90),
    read('kim', 'approve', 80, { id: '1' }),
    read('kim', 'movements', 70),
    read('kim', 'member', 60, ofMember('one'), ['one']),
    read('kim', 'member', 50, ofMember('two'), ['two']),
    read('kim', 'member', 40, ofMember('two', false), ['two']),
    read('kim', 'member', 30, ofMember('two', false), ['two']),
  ]
  expect(shown(lines).map(([, act, loads]) => [act, loads])).toEqual(lines.map(({ act }) => [act, 1]))
})

it('groups the queries of one load first, so that loads of a page with several queries are equal', () => {
  const load = (seconds: number) => [
    read('kim', 'internal-notes', seconds + 0.2, { member: 'one' }, ['one']),
    read('kim', 'member', seconds, { member: 'one', masked: true }, ['one']),
  ]
  expect(shown([...load(60), ...load(30), ...load(0)])).toEqual([['kim', 'internal-notes', 3, 5]])
})
