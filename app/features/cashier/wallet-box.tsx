import type { ReactNode } from 'react'
import { useSession } from '~/frame/session-state'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { LabelledFigure } from '~/ui/figure/figure'
import * as css from './cashier.css'

/** The most characters, commas included, of a big figure that fits a screen of 320 px. */
const maxBigFigureLength = '99,999,999,999'.length

/** The main balance of a money screen, with further content below it. */
export function WalletBox({
  label,
  amount,
  unit,
  children,
}: {
  label: string
  amount: number | undefined
  unit: string
  children?: ReactNode
}) {
  const { number, t } = useI18n()
  const { state } = useSession()
  const figure = amount === undefined ? null : number(amount)
  return (
    <Card>
      <LabelledFigure
        label={label}
        amount={figure}
        unit={unit}
        size={figure !== null && figure.length > maxBigFigureLength ? 'line' : 'big'}
        loadingLabel={state === 'loading' ? t('strip.fetching') : undefined}
      />
      {children}
    </Card>
  )
}

/** A member's total money; its parts in the wallet and in games where some is in games. */
export function TotalMoneyBox() {
  const { t, won } = useI18n()
  const { member } = useSession()
  return (
    <WalletBox label={t('wallet.money')} amount={member?.totalWon} unit={t('money.unit')}>
      {(member?.inGameWon ?? 0) > 0 && (
        <div className={css.figurePair}>
          <div className={css.figureHalf}>
            <LabelledFigure label={t('wallet.balance')} amount={won(member?.cashWon)} size="line" />
          </div>
          <div className={css.figureHalf}>
            <LabelledFigure label={t('wallet.inGame')} amount={won(member?.inGameWon)} size="line" />
          </div>
        </div>
      )}
    </WalletBox>
  )
}
