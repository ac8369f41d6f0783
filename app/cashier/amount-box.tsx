import { useWords } from '~/i18n/words'
import { AmountField } from '~/ui/amount-field/amount-field'
import { useScripted } from '~/ui/scripted'
import { chips } from './sums'
import type { LiveAmount } from './use-amount'

interface AmountBoxProps {
  label: string
  error?: string | undefined
  amount: LiveAmount
  /** The form's own act, for Enter in the box. */
  intent: string
  /** With a button for everything there is: how much that is, in won; 0 leaves it to the server to say that it is too little. */
  all?: number
}

/** The amount of a deposit or withdrawal: typed, or added up from six chips; its reading stands under it. */
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
