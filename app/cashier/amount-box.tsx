import { useWords } from '~/i18n/words'
import { AmountField } from '~/ui/amount-field/amount-field'
import { useScripted } from '~/ui/scripted'
import { chips } from './sums'
import type { LiveAmount } from './use-amount'

interface AmountBoxProps {
  label: string
  error?: string | undefined
  amount: LiveAmount
  /** The form's main intent, sent by Enter in the field. */
  intent: string
  /**
   * Shows a button that enters all of this, in won. With 0 the button submits, and the server says that it is too
   * little.
   */
  all?: number
}

/** The amount field of a deposit or withdrawal: typed, or added up from chips, with its Korean reading below. */
export function AmountBox({ label, error, amount, intent, all }: AmountBoxProps) {
  const { amountInWords, t, won } = useWords()
  const scripted = useScripted()
  const reading = amount.won === undefined ? undefined : amountInWords(amount.won)
  return (
    <AmountField
      name="balance"
      label={label}
      hint={reading === undefined ? t('amount.rule') : t('amount.reading', { reading })}
      error={amount.isOther ? undefined : error}
      unit={t('money.unit')}
      value={amount.text}
      onChange={amount.onChange}
      onBlur={amount.onBlur}
      chips={chips.map((chip) => ({
        add: chip,
        text: t(`amount.chip.${chip}`),
        label: t('amount.add', { chip: t(`amount.chip.${chip}`), amount: won(chip) }),
      }))}
      addsUp={t('amount.chips.hint')}
      clear={t('amount.clear')}
      all={all === undefined ? undefined : t('amount.allOf')}
      intent={intent}
      onAdd={scripted ? amount.add : undefined}
      onClear={scripted ? amount.clear : undefined}
      onAll={scripted && all ? () => amount.set(all) : undefined}
    />
  )
}
