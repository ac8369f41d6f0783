import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import { footnote } from '~/ui/form/form.css'
import * as css from './cashier.css'

/** A summary of what will be sent, with the total in the largest figure; shown above the submit button. */
export function TransferSummary({
  title,
  details,
  total,
}: {
  title: string
  details: readonly DescriptionItem[]
  /** In won or points; undefined while there is no amount. */
  total: { term: string; amount: number | undefined; unit: string }
}) {
  const { number } = useI18n()
  return (
    <Card title={title}>
      <DescriptionList
        facts={details}
        sum={{
          term: total.term,
          value: (
            <Figure amount={total.amount === undefined ? null : number(total.amount)} unit={total.unit} size="list" />
          ),
        }}
      />
    </Card>
  )
}

/** The submit button of a money form. */
export function SubmitButton({ intent, busy, children }: { intent: string; busy: boolean; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <Button variant="primary" size="big" wide name="intent" value={intent} busy={busy} busyText={t('common.sending')}>
      {children}
    </Button>
  )
}

/** Notes below the submit button: pressing it twice does no harm, and whatever else is given. */
export function SubmitNotes({ extraNote }: { extraNote?: string }) {
  const { t } = useI18n()
  return (
    <div className={css.submitNotes}>
      <p className={footnote}>{t('form.once')}</p>
      {extraNote && <p className={footnote}>{extraNote}</p>}
    </div>
  )
}
