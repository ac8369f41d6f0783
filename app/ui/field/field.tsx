import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from 'react'
import { end, unit as unitText } from '../amount-field/amount-field.css'
import { visuallyHidden } from '../base.css'
import { useHydrated } from '../hydrated'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, type OtherAttributes, useFieldControl } from './field-frame'

interface TextAreaFieldProps
  extends Pick<FieldTexts, 'name' | 'label' | 'hint' | 'error'>,
    Omit<OtherAttributes<TextareaHTMLAttributes<HTMLTextAreaElement>>, 'value' | 'onChange'> {
  /** The maximum length. The counter marks longer texts, but they are never truncated. */
  maxCharacters?: number
  formatCount?: (length: number) => string
}

export function TextAreaField({ name, label, hint, error, maxCharacters, formatCount, ...area }: TextAreaFieldProps) {
  const hydrated = useHydrated()
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  const element = useRef<HTMLTextAreaElement>(null)
  // Also counts text that was entered before hydration or restored by the browser.
  useEffect(() => setLength(element.current?.value.length ?? 0), [])
  const control = useFieldControl({ name, hint, error })
  return (
    <FieldFrame
      label={label}
      control={control}
      end={
        formatCount && (
          <span
            // The counter works only after hydration. Until then, invisible text reserves its space.
            className={css.counter({
              over: maxCharacters !== undefined && length > maxCharacters,
              invisible: !hydrated,
            })}
          >
            {formatCount(length)}
          </span>
        )
      }
    >
      <div className={css.box}>
        <textarea
          ref={element}
          {...area}
          {...control.attributes}
          className={css.input({ kind: 'textArea' })}
          onChange={(event) => setLength(event.currentTarget.value.length)}
        />
      </div>
    </FieldFrame>
  )
}

interface SelectFieldProps
  extends Pick<FieldTexts, 'name' | 'label' | 'error'>,
    OtherAttributes<SelectHTMLAttributes<HTMLSelectElement>> {
  options: readonly { value: string; text: string }[]
  placeholder?: string
}

export function SelectField({ name, label, error, options, placeholder, ...select }: SelectFieldProps) {
  const control = useFieldControl({ name, error })
  return (
    <FieldFrame label={label} control={control}>
      <div className={css.box}>
        <select {...select} {...control.attributes} className={css.input({ kind: 'select' })}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className={css.endIcon}>
          <Icon name="chevron-down" />
        </span>
      </div>
    </FieldFrame>
  )
}

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  name: string
  label: string
  submitLabel: string
  clear?: { to: string; label: string; onClick: () => void }
}

export function SearchField({ label, submitLabel, clear, id = 'search', ...input }: SearchFieldProps) {
  return (
    <div className={css.field}>
      <label className={visuallyHidden} htmlFor={id}>
        {label}
      </label>
      <div className={css.box}>
        <input
          {...input}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={css.input({ kind: 'search', endIcon: clear !== undefined })}
        />
        <button type="submit" className={css.innerButtons.start} aria-label={submitLabel}>
          <Icon name="search" />
        </button>
        {clear && (
          <Link
            to={clear.to}
            onClick={clear.onClick}
            className={css.innerButtons.end}
            aria-label={clear.label}
            replace
            preventScrollReset
          >
            <Icon name="x" />
          </Link>
        )}
      </div>
    </div>
  )
}

export interface TextFieldProps extends FieldTexts, OtherAttributes<InputHTMLAttributes<HTMLInputElement>> {
  beside?: ReactNode
  below?: ReactNode
  /** What the end of the box shows, instead of the icon of a valid field. */
  atEnd?: ReactNode
  /** The unit of an amount, which is shown in large figures. */
  unit?: string
}

export function Field(props: TextFieldProps) {
  const { name, id, label, hint, error, good, beside, below, atEnd, unit, ...input } = props
  const control = useFieldControl({ name, id, hint, error, good })
  const valid = control.kind === 'good'
  const box = (
    <div className={css.box}>
      <input
        {...input}
        {...control.attributes}
        className={css.input({ kind: unit ? 'amount' : undefined, valid, endIcon: valid || atEnd !== undefined })}
      />
      {unit && (
        <span className={`${end} ${unitText}`} aria-hidden="true">
          {unit}
        </span>
      )}
      {valid && atEnd === undefined && (
        <span className={css.endIcon}>
          <Icon name="check" />
        </span>
      )}
      {atEnd}
    </div>
  )
  return (
    <FieldFrame label={label} control={control} belowInput={below}>
      {beside ? (
        <div className={css.beside}>
          {box}
          {beside}
        </div>
      ) : (
        box
      )}
    </FieldFrame>
  )
}
