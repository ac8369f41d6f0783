import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Part } from './parts'
import { Rows } from './table'
import type { BackofficeTexts } from './texts'

/** The result of an audit: whether the ledger adds up, and its figures. */
export function Audit({ texts, audit }: { texts: BackofficeTexts & { now: number }; audit: CommandResult<'audit'> }) {
  const { t, word, number, time } = texts
  const { inOrder, findings, figures, ms } = audit
  const { accounts, waiting, done, bets, sum, ...counts } = figures
  const checked = { members: counts.members, transfers: counts.transfers, entries: counts.entries }
  const payments = Object.entries({ wait: waiting, already: done }).flatMap(([state, parts]) =>
    Object.entries(parts).map(([part, amount]) => ({
      what: `${word(`field.${part}`)} · ${word(`state.${state}`)}`,
      ...amount,
    })),
  )
  const ofBets = Object.entries(bets).map(([state, amount]) => ({ what: word(`field.${state}`), ...amount }))
  const ofAccounts = Object.entries(accounts).map(([account, won]) => ({ account, won }))
  const tables = [
    [t('field.accounts'), ofAccounts, ['account', 'won'], { won: sum }],
    [t('audit.payments'), payments, ['what', 'count', 'won']],
    [t('field.bets'), ofBets, ['what', 'count', 'won']],
  ] as const
  const title = `${word(`inOrder.${inOrder}`)} (${time(new Date(texts.now).toISOString())})`
  return (
    <>
      <Alert kind={inOrder ? 'success' : 'error'} silent title={title}>
        {t('audit.checked', { ...checked, seconds: number(Math.ceil(ms / 1000)) })}
      </Alert>
      {findings.length > 0 && <Rows texts={texts} columns={['check', 'count', 'examples']} rows={findings} />}
      <div className="audit">
        {tables.map(([name, rows, columns, totals]) => (
          <Part key={name} title={name}>
            <Rows {...{ texts, columns, rows, totals }} isSheet />
          </Part>
        ))}
      </div>
    </>
  )
}
