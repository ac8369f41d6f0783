import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '~/embedded/desk/commands'
import { parseFields } from '~/embedded/desk/payload'
import { formatResult } from '../../bin/desk/format'
import { asJson, columnsOf, plain, table, won } from '../../bin/desk/terminal-text'

describe('what the desk prints', () => {
  it('never steers the terminal, whatever a member wrote', () => {
    const written = 'a\u001b[2J\u009b31mb\u0007\u202ec\r\nd\te'
    expect(plain(written)).toBe('a\ufffd[2J\ufffd31mb\ufffd\ufffdc\nd e')
    expect([...'\u001b\u009b\u202e'].filter((sign) => asJson({ written }).includes(sign))).toEqual([])
    expect(JSON.parse(asJson({ written }))).toEqual({ written })
  })

  const columns = [
    { head: 'who', of: ({ who }: { who: string }) => who },
    { head: 'won', of: (row: { won: number }) => won(row.won), right: true },
  ]
  const rows = [
    { who: '김데모', won: 1_000_000 },
    { who: 'demo2', won: -5 },
  ]

  it('lines Korean up, two columns a letter', () => {
    expect(columnsOf('김데모 abc')).toBe(10)
    const lines = table(columns, rows, undefined)
    expect(lines).toEqual(['who           won', '------  ---------', '김데모  1,000,000', 'demo2          -5'])
    expect(lines.map(columnsOf)).toEqual([17, 17, 17, 17])
  })

  it('keeps a row of a table on one line', () => {
    const [, , row] = table([{ head: 'text', of: () => '첫 줄\n\n둘째 줄' }], [{}], undefined)
    expect(row).toBe('첫 줄 ⏎ 둘째 줄')
  })

  it('is a table where it fits the terminal, else a line for each value of a row, whole', () => {
    expect(table(columns, rows, 17)).toEqual(table(columns, rows, undefined))
    expect(table(columns, rows, 16)).toEqual([...['who  김데모', 'won  1,000,000'], '', ...['who  demo2', 'won  -5']])
  })
})

it('the desk’s program calls every command of the site', () => {
  const program = readdirSync('bin/desk').map((file) => readFileSync(join('bin/desk', file), 'utf8'))
  const called = program.flatMap((text) => [...text.matchAll(/(?:calls: |call\(|download\((?:desk, )?)'([a-z-]+)'/g)])
  const names = new Set(called.map(([, name]) => name))
  expect(Object.keys(commands).filter((name) => !names.has(name))).toEqual([])
})

describe('a result of the desk', () => {
  const page = { status: 'success', total: 51, page: 1, pages: 2 }
  const row = { id: '7', transfer: '3', at: '2026-03-02T03:00:00.000Z', account: 'bank', member: null, provider: null }

  it('is a table without empty columns, with amounts that no number holds, and says on which page it is', () => {
    const rows = [{ ...row, won: '-9007199254740993', after: null, cause: 'deposit', causeId: null }]
    expect(formatResult('ledger', { ...page, rows })).toEqual([
      'id  transfer  at                account                     won  cause',
      '--  --------  ----------------  -------  ----------------------  -------',
      '7   3         2026-03-02 12:00  bank     -9,007,199,254,740,993  deposit',
      'page 1 of 2, 51 in all',
    ])
  })

  it('says in words that a list is empty, and that play money may be quicker', () => {
    const none = { ...page, total: 0, pages: 1, rows: [], sum: 0, approvalMs: 3_000 }
    const lines = formatResult('movements', none, { none: 'There is no such deposit.' })
    expect(lines[0]).toBe('There is no such deposit.')
    expect(lines.at(-1)).toMatch(/^Play money .* by itself after 3 s /)
  })

  it('has a line for each value, also of the objects in it, and what a member wrote in lines below each other', () => {
    const request = {
      ...{ id: '1', member: 'kim', nick: '김', title: 'a', contents: '첫 줄\n둘째', account: false, language: 'ko' },
      ...{ madeAt: row.at, dueAt: null, state: 'wait', answer: null, answeredAt: null, readAt: null },
    }
    const lines = formatResult('request', { status: 'success', request })
    expect(lines).toEqual(expect.arrayContaining(['state        waiting', 'due at       -']))
    expect(lines.join('\n')).toContain('contents     첫 줄\n             둘째')
  })
})

it('says what is wrong with any field of any command in words for people', () => {
  const nested = { to: 1, day: 1.5, bank: 'a\u202e', name: 1 }
  const texts = ['', 'x', '1.5', 'a\u0000', 'x'.repeat(20_000)]
  const values = [undefined, null, ...texts, 1.5, -1, 0, 2e6, 1e20, true, {}, nested, [], [1]]
  const messages = Object.values(commands).flatMap(({ payload }) =>
    Object.keys(payload.shape).flatMap((field) =>
      values.flatMap((value) => {
        const parsed = parseFields(payload, { [field]: value })
        return 'wrong' in parsed ? parsed.wrong.map(({ message }) => message) : []
      }),
    ),
  )
  expect(messages).toContain('one of deposit, withdrawal')
  // The validator's own begin so; the contract's are keys of the members' words.
  expect([...new Set(messages)].filter((one) => /^(Invalid|Too|Unrec|Expected)|^\w+(\.\w+)+$/.test(one))).toEqual([])
})
