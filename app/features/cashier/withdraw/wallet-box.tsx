import type { ReactNode } from 'react'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { LabelledFigure } from '~/ui/figure/figure'
import { spreadRow } from '~/ui/layout/layout.css'
import type { ReadWon } from '~/values/balance'
import { IntentButton } from '../form/intent-button'

/** The money still in games, where there is some, with the button that brings it back. */
export function MoneyInGames({ won = 0, button }: { won: ReadWon; button: ReactNode }) {
  const i18n = useI18n()
  if (won === 0) return null
  return (
    <Card>
      <div className={spreadRow}>
        <LabelledFigure label={i18n.t('withdraw.inGame')} amount={i18n.won(won)} size="line" />
        {button}
      </div>
      <UnreadableMoney figures={[won]} />
    </Card>
  )
}

/** The button that moves the money in games back to the wallet. @param form the id of the page's form: nothing of it is lost. */
export function BringBack({ form }: { form: string }) {
  const { t } = useI18n()
  return <IntentButton intent="bring-back" text={t('withdraw.bringBack')} icon="corner-down-left" form={form} />
}
