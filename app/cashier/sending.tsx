import type { ReactNode } from 'react'
import { useWords } from '~/i18n/words'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type Fact, Facts } from '~/ui/facts/facts'
import { Figure } from '~/ui/figure/figure'
import { promise } from '~/ui/form/form.css'
import * as css from './cashier.css'

/** A summary of what will be sent, with the total in the largest figure; shown above the submit button. */
export function Sum({
  title,
  facts,
  sum,
}: {
  title: string
  facts: readonly Fact[]
  /** In won or points; undefined while there is no amount. */
  sum: { term: string; amount: number | undefined; unit: string }
}) {
  const { number } = useWords()
  return (
    <Card title={title}>
      <Facts
        facts={facts}
        sum={{
          term: sum.term,
          value: <Figure amount={sum.amount === undefined ? null : number(sum.amount)} unit={sum.unit} size="list" />,
        }}
      />
    </Card>
  )
}

/** The submit button of a money form. */
export function SendButton({ intent, busy, children }: { intent: string; busy: boolean; children: ReactNode }) {
  const { t } = useWords()
  return (
    <Button look="primary" size="big" wide name="intent" value={intent} busy={busy} busyText={t('common.sending')}>
      {children}
    </Button>
  )
}

/** Notes below the submit button: pressing it twice does no harm, and whatever else is given. */
export function Promises({ more }: { more?: string }) {
  const { t } = useWords()
  return (
    <div className={css.promises}>
      <p className={promise}>{t('form.once')}</p>
      {more && <p className={promise}>{more}</p>}
    </div>
  )
}
