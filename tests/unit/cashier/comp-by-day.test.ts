import { expect, it } from 'vitest'
import { addUpPlayByDay } from '~/features/cashier/comp-by-day'

const entry = (id: string, kind: string, points: number | null, regdate: string) => ({ id, kind, points, regdate })

const countsOf = (rows: ReturnType<typeof addUpPlayByDay>) => rows.map(({ id, points, count }) => [id, points, count])

it('adds up only the comp that play earned on one day in Seoul', () => {
  const rows = addUpPlayByDay(
    [
      entry('7', 'play', 3, '2026-11-26T15:10:00.000Z'),
      entry('6', 'play', 4, '2026-11-26T14:59:00.000Z'),
      entry('5', 'play', 5, '2026-11-25T15:00:00.000Z'),
      entry('4', 'exchange', -20, '2026-11-25T15:00:00.000Z'),
      entry('3', 'play', 6, '2026-11-25T15:00:00.000Z'),
      entry('2', 'play', null, '2026-11-25T15:00:00.000Z'),
      entry('1', 'play', 7, '2026-11-25T15:00:00.000Z'),
    ],
    false,
  )
  expect(countsOf(rows)).toEqual([
    ['7', 3, 1],
    ['6', 9, 2],
    ['4', -20, 1],
    ['3', 6, 1],
    ['2', null, 1],
    ['1', 7, 1],
  ])
})

it('leaves the entries of the last day separate if the next page may have more of them', () => {
  const entries = [
    entry('4', 'play', 3, '2026-11-26T16:00:00.000Z'),
    entry('3', 'play', 4, '2026-11-26T15:00:00.000Z'),
    entry('2', 'play', 5, '2026-11-26T14:00:00.000Z'),
    entry('1', 'play', 6, '2026-11-26T13:00:00.000Z'),
  ]
  expect(countsOf(addUpPlayByDay(entries, true))).toEqual([
    ['4', 7, 2],
    ['2', 5, 1],
    ['1', 6, 1],
  ])
})
