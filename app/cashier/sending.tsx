import type { ReactNode } from 'react'
import { useWords } from '~/i18n/words'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type Fact, Facts } from '~/ui/facts/facts'
import { Figure } from '~/ui/figure/figure'
import { promise } from '~/ui/form/form.css'
import * as css from './cashier.css'

/** What will be sent, with its sum in the largest figure; right above the button that sends it. */
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

/** The button that carries the form out. */
export function SendButton({ intent, busy, children }: { intent: string; busy: boolean; children: ReactNode }) {
  const { t } = useWords()
  return (
    <Button look="primary" size="big" wide name="intent" value={intent} busy={busy} busyText={t('common.sending')}>
      {children}
    </Button>
  )
}

/** Under the button: that pressing it twice does no harm, and what else there is to know. */
export function Promises({ more }: { more?: string }) {
  const { t } = useWords()
  return (
    <div className={css.promises}>
      <p className={promise}>{t('form.once')}</p>
      {more && <p className={promise}>{more}</p>}
    </div>
  )
}
