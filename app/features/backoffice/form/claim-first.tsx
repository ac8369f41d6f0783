import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { marksCell } from '../marks'
import { Hidden, note } from '../parts'
import { approvalsOf } from '../payment-leads.server'
import type { BackofficeRequest, Row } from '../screen'
import { Rows } from '../table'
import { Details, textOf, transactionCells } from '../values'
import { DirectForm } from './form'
import { backHref, ofKind, previewHref } from './form-page'
import type { CommandForm } from './outcomes'
import { Excluded, previewPage } from './preview-results'

/** Asks to claim withdrawals, so that everybody sees who pays them before any money is sent. Leads to the preview. */
export function claimFirst(backoffice: BackofficeRequest, form: CommandForm, unclaimed: Row[], excluded: Row[]) {
  const { query, t, operator } = backoffice
  const [{ key: _, language: __, ...about } = {} as Row, ...others] = unclaimed
  const isOne = others.length === 0
  const first = isOne && approvalsOf(about).find(({ by }) => by !== operator.name)
  const title = first ? t('approvals.follow.one', { command: form.title }) : form.title
  const cells = { ...transactionCells(backoffice), ...marksCell(backoffice) }
  const isEnding = unclaimed.every(({ claimedBy }) => claimedBy === operator.name)
  const reason = isEnding ? 'approve.claim.ending' : isOne ? 'approve.claim' : 'approve.claim.several'
  return previewPage(backoffice, form, { title, isOne, excluded })(
    <Excluded texts={backoffice} rows={excluded} />,
    query.otherwise && <Alert kind="warning">{t('refused.unclaimed')}</Alert>,
    first && note(t('rehearsal.follow.pay', { by: first.by, at: textOf(backoffice, 'at', first.at) })),
    note(t(reason, { count: unclaimed.length }), 'info'),
    isOne && <Details texts={ofKind(backoffice, form)} values={about} />,
    !isOne && <Rows texts={backoffice} columns={['member', 'won', 'number', 'marks']} rows={unclaimed} cells={cells} />,
    <DirectForm command="claim" fields={{ kind: 'withdrawal', back: previewHref(form) }}>
      <Hidden fields={unclaimed.map(({ key }) => ['id', String(key)])} />
      <Button autoFocus variant="primary">
        {t(isOne ? 'claim.pay' : 'claim.ticked')}
      </Button>
      <a href={backHref(form)}>{t('form.leave')}</a>
    </DirectForm>,
  )
}
