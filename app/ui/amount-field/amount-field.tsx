import type { InputHTMLAttributes, MouseEvent } from 'react'
import { hidden } from '../base.css'
import { Button } from '../button/button'
import { classNames } from '../class-names'
import { FieldNote, type FieldWords, wireField } from '../field/field'
import * as fieldCss from '../field/field.css'
import * as css from './amount-field.css'

export interface AmountChip {
  /** Amount that one press adds, in whole won or points. */
  add: number
  /** Visible text, such as +1만. */
  text: string
  /** Accessible name, such as `+1만, 10,000원 더하기`. It starts with the visible text, for voice control. */
  label: string
}

interface AmountFieldProps
  extends FieldWords,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className' | 'aria-invalid'> {
  /** Shown at the end of the input, such as 원. */
  unit: string
  chips?: readonly AmountChip[]
  /** Hint under the chips, such as 누를 때마다 더해집니다. */
  addsUp?: string
  /** Label of the button that empties the field. */
  clear?: string
  /** Label of the button that enters the whole balance, such as 전액. */
  all?: string
  /** The `intent` that Enter submits. Without it Enter would press the first chip. */
  intent: string
  /** With script: adds the chip's amount without a request. */
  onAdd?: (add: number) => void
  onClear?: () => void
  onAll?: () => void
}

/**
 * An amount of money, typed or added up from chips.
 *
 * Without script each button submits the form: a chip as `add=<won>`, clear as `intent=clear`, all as `intent=all`.
 * A chip sends no `intent`, so an action must check `add` first and must not carry out the form then.
 * The hint repeats the typed amount in words (30만 원 · 10,000원부터 10,000원 단위).
 */
export function AmountField({
  name,
  id,
  label,
  hint,
  error,
  good,
  unit,
  chips = [],
  addsUp,
  clear,
  all,
  intent,
  onAdd,
  onClear,
  onAll,
  ...input
}: AmountFieldProps) {
  const words = { id, hint, error, good }
  const wired = wireField({ name, ...words }, input['aria-describedby'])
  return (
    <div className={css.amount}>
      <label className={fieldCss.label} htmlFor={wired.id}>
        {label}
      </label>
      <button type="submit" name="intent" value={intent} className={hidden} tabIndex={-1} aria-hidden="true" />
      <div className={fieldCss.box}>
        <input
          {...input}
          {...wired.attributes}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={classNames(fieldCss.input, css.input, wired.kind === 'good' && fieldCss.fine)}
        />
        <span className={css.unit} aria-hidden="true">
          {unit}
        </span>
      </div>
      <div aria-live="polite">
        <FieldNote wired={wired} words={words} />
      </div>
      {chips.length > 0 && (
        <div className={css.chips}>
          {chips.map((chip) => (
            <button
              key={chip.add}
              type="submit"
              name="add"
              value={chip.add}
              formNoValidate
              className={css.chip}
              aria-label={chip.label}
              onClick={instead(onAdd && (() => onAdd(chip.add)))}
            >
              {chip.text}
            </button>
          ))}
        </div>
      )}
      {(addsUp || clear || all) && (
        <div className={css.after}>
          {addsUp && <span className={css.addsUp}>{addsUp}</span>}
          {clear && (
            <button
              type="submit"
              name="intent"
              value="clear"
              formNoValidate
              className={css.clear}
              onClick={instead(onClear)}
            >
              {clear}
            </button>
          )}
          {all && (
            <Button look="line" size="small" name="intent" value="all" formNoValidate onClick={instead(onAll)}>
              {all}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function instead(act: (() => void) | undefined) {
  if (!act) return undefined
  return (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
}
