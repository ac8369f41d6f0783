import { useI18n } from '~/i18n/i18n'
import { AmountField } from '~/ui/amount-field/amount-field'
import { chipAmounts } from './amounts'
import type { AmountState } from './use-amount'

interface AmountBoxProps {
  label: string
  amount: AmountState
  /**
   * Shows a button that enters all of this, in won. With 0 the button submits, and the server says that it is too
   * little.
   */
  availableWon?: number
}

/** The amount field of a deposit or withdrawal: typed, or added up from chips, with its Korean reading below. */
export function AmountBox({ label, amount, availableWon }: AmountBoxProps) {
  const { amountInWords, t, won } = useI18n()
  const reading = amount.won === undefined ? undefined : amountInWords(amount.won)
  return (
    <AmountField
      {...amount.inputProps}
      label={label}
      hint={reading === undefined ? t('amount.rule') : t('amount.reading', { reading })}
      error={amount.error}
      unit={t('money.unit')}
      suggestions={{
        label: t(amount.error ? 'amount.nearest' : 'amount.last'),
        amounts: amount.suggestions.map((suggested) => ({ amount: suggested, text: won(suggested) })),
      }}
      chips={chipAmounts.map((chip) => ({
        add: chip,
        text: t(`amount.chip.${chip}`),
        label: t('amount.add', { chip: t(`amount.chip.${chip}`), amount: won(chip) }),
      }))}
      chipsHint={t('amount.chips.hint')}
      clearLabel={t('amount.clear')}
      allLabel={availableWon === undefined ? undefined : t('amount.allOf')}
      onAdd={amount.add}
      onSet={amount.set}
      onClear={amount.clear}
      onAll={availableWon && amount.set ? () => amount.set?.(availableWon) : undefined}
    />
  )
}
