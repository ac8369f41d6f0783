import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Part, soft } from './parts'
import { Rows } from './table'
import type { BackofficeTexts } from './texts'

/** The result of an audit: whether the ledger adds up, and its figures. */
export function Audit({ texts, audit }: { texts: BackofficeTexts & { now: number }; audit: CommandResult<'audit'> }) {
  const { t, word, number, time } = texts
  const { inOrder, findings, figures, ms } = audit
  const { accounts, waiting, done, bets, sum, members, transfers, entries } = figures
  const at = time(new Date(texts.now).toISOString())
  const checked = { members: number(members), transfers: number(transfers), entries: number(entries) }
  const payments = Object.entries({ [t('state.wait')]: waiting, [t('state.already')]: done }).flatMap(
    ([state, parts]) =>
      Object.entries(parts).map(([part, amount]) => ({ what: `${word(`field.${part}`)} · ${state}`, ...amount })),
  )
  const ofBets = Object.entries(bets).map(([state, { count, won }]) => ({ what: word(`field.${state}`), count, won }))
  const ofAccounts = Object.entries(accounts).map(([account, won]) => ({ account, won }))
  const sheet = { texts, isSheet: true }
  return (
    <>
      <Alert kind={inOrder ? 'success' : 'error'} silent title={`${word(`inOrder.${inOrder}`)} (${at})`}>
        {t('audit.checked', { ...checked, seconds: number(Math.ceil(ms / 1000)) })}
      </Alert>
      {findings.length > 0 && <Rows texts={texts} columns={['check', 'count', 'examples']} rows={findings} />}
      <div className="audit">
        <Part title={t('field.accounts')}>
          <Rows {...sheet} columns={['account', 'won']} rows={ofAccounts} totals={{ won: sum }} />
        </Part>
        <div>
          <Part title={t('audit.payments')}>
            <Rows {...sheet} columns={['what', 'count', 'won']} rows={payments} />
          </Part>
          <Part title={t('field.bets')}>
            <Rows {...sheet} columns={['what', 'count', 'won']} rows={ofBets} />
          </Part>
        </div>
      </div>
      {soft(t('about.audit'))}
    </>
  )
}
