import type { InputHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Button } from '../button/button'
import * as fieldCss from '../field/field.css'
import { FieldNote, type FieldTexts, getFieldControl, type OtherAttributes } from '../field/field-frame'
import { LabelledFigure } from '../figure/figure'
import { useHydrated } from '../hydrated'
import { Icon } from '../icon/icon'
import * as css from './amount-field.css'

/** The length of the longest number that fits on a 320 px screen in large digits, with commas. */
const maxBigFigureLength = '99,999,999,999'.length

interface AmountChip {
  /** The amount that one click adds, in whole won or points. */
  add: number
  text: string
  isOff?: boolean | undefined
  /** The accessible name, such as `+1만, 10,000원 더하기`. It starts with the visible text, as voice control requires. */
  label: string
}

type Available = { label: string; amount: string | null; note?: string | undefined; more?: ReactNode; allText?: string }

type Suggestion = { amount: number; text: string; isChosen?: boolean }

interface AmountFieldProps
  extends Pick<FieldTexts, 'name' | 'label' | 'hint' | 'error'>,
    OtherAttributes<InputHTMLAttributes<HTMLInputElement>> {
  unit?: string | undefined
  /** With a label, they correct the error. */
  suggestions?: { label?: string; amounts: readonly Suggestion[] }
  chips?: readonly AmountChip[]
  aside?: ReactNode
  note?: ReactNode
  clearLabel: string
  /** `amount` is the formatted available amount, or null if unknown. `allText` labels the button that enters it. */
  available?: Available | undefined
  ref?: Ref<HTMLInputElement>
  onAdd?: ((add: number) => void) | undefined
  onSet?: ((amount: number) => void) | undefined
  onClear?: (() => void) | undefined
  onAll?: (() => void) | undefined
}

/**
 * A field for an amount of money, with chips. Without JavaScript, each button submits the form. A chip sends
 * `add=<won>`, a suggestion `set=<won>`, clear `intent=clear` and all `intent=all`. Chips and suggestions send no
 * `intent`, so an action must check `add` and `set` first, and must not process the form if one of them is sent.
 */
export function AmountField({
  name,
  label,
  hint: rule,
  note,
  aside,
  error,
  unit,
  suggestions,
  chips = [],
  clearLabel,
  available,
  onAdd,
  onSet,
  onClear,
  onAll,
  ...input
}: AmountFieldProps) {
  const hint = note ? (
    <>
      <span>{rule}</span> <br />
      <span>{note}</span>
    </>
  ) : (
    rule && <span>{rule}</span>
  )
  const correctionsId = suggestions?.label && suggestions.amounts.length ? `${name}-corrections` : undefined
  const control = getFieldControl({ name, hint, error }, correctionsId)
  const isHydrated = useHydrated()
  return (
    <div className={css.amount}>
      {available && (
        <div className={css.available}>
          <LabelledFigure
            label={available.label}
            amount={available.amount}
            unit={unit}
            size={(available.amount?.length ?? 0) > maxBigFigureLength ? 'line' : 'big'}
          />
          {available.allText && (
            <Button
              variant="line"
              size="small"
              name="intent"
              value="all"
              formNoValidate
              onClick={insteadOfSubmit(onAll)}
            >
              {available.allText}
            </Button>
          )}
        </div>
      )}
      {available?.note && <p className={css.smallText}>{available.note}</p>}
      {available?.more}
      <div className={css.labelRow}>
        <label className={fieldCss.label} htmlFor={control.id}>
          {label}
        </label>
        {aside}
      </div>
      <div className={fieldCss.box}>
        <input
          {...input}
          {...control.attributes}
          type="text"
          // `:placeholder-shown` matches an empty input only if it has a placeholder.
          placeholder=" "
          // biome-ignore lint/a11y/noAutofocus: see useFieldControl.
          autoFocus={(control.kind === 'error' && !isHydrated) || undefined}
          inputMode="numeric"
          autoComplete="off"
          className={fieldCss.input({ kind: 'amount' })}
        />
        <div className={css.end}>
          <button
            type="submit"
            name="intent"
            value="clear"
            formNoValidate
            // The keyboard has its own keys for this, and its focus ring would outshine the field's error.
            tabIndex={-1}
            className={css.clear}
            aria-label={clearLabel}
            onClick={insteadOfSubmit(onClear)}
          >
            <Icon name="x" />
          </button>
          {unit && (
            <span className={css.unit} aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      </div>
      <div aria-live="polite">
        <FieldNote control={control} />
      </div>
      {suggestions && suggestions.amounts.length > 0 && (
        <div {...(suggestions.label && { role: 'group', 'aria-label': suggestions.label })}>
          <div id={correctionsId} className={css.chips}>
            {suggestions.label && <span className={css.smallText}>{suggestions.label}</span>}
            {suggestions.amounts.map((suggestion) => (
              <SuggestionButton
                key={suggestion.amount}
                {...{ suggestion, onSet }}
                className={suggestions.label ? css.suggestion : css.chip}
              />
            ))}
          </div>
        </div>
      )}
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
              disabled={chip.isOff}
              aria-label={chip.label}
              onMouseDown={keepFieldFocused}
              onClick={insteadOfSubmit(onAdd && (() => onAdd(chip.add)))}
            >
              {chip.text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

type SuggestionButtonProps = { suggestion: Suggestion; className: string } & Pick<AmountFieldProps, 'onSet'>

function SuggestionButton({ suggestion, onSet, className }: SuggestionButtonProps) {
  return (
    <button
      type="submit"
      name="set"
      value={suggestion.amount}
      aria-pressed={suggestion.isChosen}
      formNoValidate
      className={className}
      onMouseDown={keepFieldFocused}
      onClick={insteadOfSubmit(onSet && (() => onSet(suggestion.amount)))}
    >
      {suggestion.text}
    </button>
  )
}

/** Keeps the focus in the field. On blur, the field's message would move the button, and the click would miss it. */
const keepFieldFocused = (event: MouseEvent) => event.preventDefault()

function insteadOfSubmit(action: (() => void) | undefined) {
  if (!action) return undefined
  return (event: MouseEvent) => {
    event.preventDefault()
    action()
  }
}
