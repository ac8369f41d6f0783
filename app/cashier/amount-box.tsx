import { useI18n } from '~/i18n/i18n'
import { AmountField } from '~/ui/amount-field/amount-field'
import { useHydrated } from '~/ui/hydrated'
import { chipAmounts } from './amounts'
import type { AmountState } from './use-amount'

interface AmountBoxProps {
  label: string
  error?: string | undefined
  amount: AmountState
  /** The form's main intent, sent by Enter in the field. */
  intent: string
  /**
   * Shows a button that enters all of this, in won. With 0 the button submits, and the server says that it is too
   * little.
   */
  availableWon?: number
}

/** The amount field of a deposit or withdrawal: typed, or added up from chips, with its Korean reading below. */
export function AmountBox({ label, error, amount, intent, availableWon }: AmountBoxProps) {
  const { amountInWords, t, won } = useI18n()
  const isHydrated = useHydrated()
  const reading = amount.won === undefined ? undefined : amountInWords(amount.won)
  return (
    <AmountField
      name="balance"
      label={label}
      hint={reading === undefined ? t('amount.rule') : t('amount.reading', { reading })}
      error={amount.hasChanged ? undefined : error}
      unit={t('money.unit')}
      value={amount.text}
      onChange={amount.onChange}
      onBlur={amount.onBlur}
      chips={chipAmounts.map((chip) => ({
        add: chip,
        text: t(`amount.chip.${chip}`),
        label: t('amount.add', { chip: t(`amount.chip.${chip}`), amount: won(chip) }),
      }))}
      chipsHint={t('amount.chips.hint')}
      clearLabel={t('amount.clear')}
      allLabel={availableWon === undefined ? undefined : t('amount.allOf')}
      intent={intent}
      onAdd={isHydrated ? amount.add : undefined}
      onClear={isHydrated ? amount.clear : undefined}
      onAll={isHydrated && availableWon ? () => amount.set(availableWon) : undefined}
    />
  )
}
