import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/shell/session-state'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import { footnote } from '~/ui/form/form.css'
import * as css from './cashier.css'

/**
 * The hidden fields of a money form: its one-time code and the member it was rendered for. If another member signs in
 * with the same browser meanwhile, the form must not move that member's money.
 */
export function RequestFields({ code }: { code: string }) {
  const { member } = useSession()
  return (
    <>
      <input type="hidden" name="code" value={code} />
      {member && <input type="hidden" name="owner" value={member.userId} />}
    </>
  )
}

/** Read-only text in a form, under a label, with an optional button at the end. */
export function FormPanel({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.panelGroup} aria-label={label}>
      <h2 className={css.panelLabel}>{label}</h2>
      <div className={css.panel}>
        <div className={css.panelContent}>{children}</div>
        {end}
      </div>
    </section>
  )
}

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
        items={details}
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
