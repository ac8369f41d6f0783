import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { transferCells, transfersOf } from '~/features/backoffice/ledger'
import { backofficeTexts } from '~/features/backoffice/texts'

const entry = (id: number, account: string, won: number, after: number | null, member: string | null = null) => ({
  ...{ id: String(id), transfer: '1', account, won, after, member, provider: null },
  ...{ at: '2026-03-02T03:00:00Z', cause: 'settlement', causeId: '7', reason: null },
})

it('shows a win with its amount and the game balance, and its comp and jackpot share below', () => {
  const win = [
    ...[entry(1, 'provider', -100_100, null), entry(2, 'game', 100_000, 250_000, 'demo')],
    ...[entry(3, 'comp_budget', -200, null), entry(4, 'comp', 200, 400, 'demo'), entry(5, 'jackpot', 100, 9_000)],
  ]
  const cells = transferCells(backofficeTexts('en', 0), false)
  for (const entries of [win, win.toReversed()]) {
    const [row = {}] = transfersOf(entries)
    const linesOf = (name: 'won' | 'after' | 'account') =>
      [...renderToStaticMarkup(createElement('div', null, cells?.[name]?.(row))).matchAll(/<div[^>]*>(.*?)<\/div>/g)]
        .map(([, line = '']) => line.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' '))
        .slice(0, 3)
    expect(row).toMatchObject({ account: 'game', won: 100_000, after: 250_000 })
    expect(linesOf('won')).toEqual(['+100,000 won', '+200 won', '+100 won'])
    expect(linesOf('after')).toEqual(['250,000 won', '400 won', '9,000 won'])
    expect(linesOf('account')).toEqual(['In games demo', 'Comp points demo', 'Jackpot'])
  }
})
