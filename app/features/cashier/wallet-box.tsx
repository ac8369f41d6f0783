import type { ReactNode } from 'react'
import { LoadFailure } from '~/frame/parts/load-failure'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { LabelledFigure } from '~/ui/figure/figure'
import * as css from './cashier.css'
import { IntentButton } from './intent-button'

/** The most characters, commas included, of a big figure that fits a screen of 320 px. */
const maxBigFigureLength = '99,999,999,999'.length

interface WithdrawableBoxProps {
  /** In whole won; undefined where the upstream did not say. */
  walletWon: number | undefined
  inGameWon: number | undefined
  canBringBack: boolean
  /** The number of the call that failed to tell them. */
  failureReference: string | undefined
}

/**
 * What of a member's money can be withdrawn, and what is still in games. Not shown where none is in games: then the strip
 * shows the same sum.
 */
export function WithdrawableBox({ walletWon, inGameWon, canBringBack, failureReference }: WithdrawableBoxProps) {
  const { number, t } = useI18n()
  if (walletWon !== undefined && inGameWon === 0) return null
  const figure = walletWon === undefined ? null : number(walletWon)
  return (
    <Card>
      <LabelledFigure
        label={t('withdraw.available')}
        amount={figure}
        unit={t('money.unit')}
        size={figure !== null && figure.length > maxBigFigureLength ? 'line' : 'big'}
      />
      {failureReference !== undefined && (
        <LoadFailure text={t('withdraw.available.failed')} reference={failureReference} />
      )}
      {inGameWon !== undefined && <MoneyInGames won={inGameWon} button={canBringBack && <BringBack />} />}
    </Card>
  )
}

/** The money still in games, with the button that brings it back. */
export function MoneyInGames({ won, button }: { won: number; button: ReactNode }) {
  const i18n = useI18n()
  return (
    <div className={css.moneyInGames}>
      <LabelledFigure label={i18n.t('withdraw.inGame')} amount={i18n.won(won)} size="line" />
      {button}
    </div>
  )
}

interface BringBackProps {
  /** The id of the form on the page that it is sent with, so that nothing of it is lost; else it is sent alone. */
  form?: string
  /** Sent along and shown again. */
  submitted?: Record<string, string>
}

/** The button that moves the money in games back to the wallet. */
export function BringBack({ form, submitted = {} }: BringBackProps) {
  const { t } = useI18n()
  return (
    <IntentButton intent="bring-back" text={t('withdraw.bringBack')} icon="corner-down-left" form={form}>
      {Object.entries(submitted).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </IntentButton>
  )
}
