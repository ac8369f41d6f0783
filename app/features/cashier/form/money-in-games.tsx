import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { LabelledFigure } from '~/ui/figure/figure'
import { spreadRow } from '~/ui/layout/layout.css'
import type { ParsedAmount } from '~/values/balance'
import { IntentButton } from '../tracking/intent-button'

interface MoneyInGamesProps {
  won: ParsedAmount
  /** Whether the upstream can move it back to the wallet. */
  canTransfer: boolean
  /** The id of the page's form: the button that moves it back loses nothing of it. */
  form: string
}

/** The money still in games, where there is some, with the button that moves it back to the wallet. */
export function MoneyInGames({ won = 0, canTransfer, form }: MoneyInGamesProps) {
  const i18n = useI18n()
  if (won === 0) return null
  return (
    <Card>
      <div className={spreadRow}>
        <LabelledFigure label={i18n.t('withdraw.inGame')} amount={i18n.won(won)} size="line" />
        {canTransfer && (
          <IntentButton
            intent="bring-back"
            text={i18n.t('withdraw.transferToWallet')}
            icon="corner-down-left"
            form={form}
          />
        )}
      </div>
      <UnreadableMoney figures={[won]} />
    </Card>
  )
}
