import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react'
import { visuallyHidden } from '../base.css'
import { classNames } from '../class-names'
import { useHydrated } from '../hydrated'
import { Icon } from '../icon/icon'
import * as css from './field.css'

export interface FieldTexts {
  /** Name in the form. Also the element id that an error summary links to, unless `id` is given. */
  name: string
  id?: string
  label: string
  /** How to fill it in. Hidden while `error` or `good` is shown. */
  hint?: ReactNode
  /** What is wrong and how to fix it. */
  error?: ReactNode
  /** Success text, such as 쓸 수 있는 아이디입니다. */
  good?: ReactNode
}

/**
 * Ids and ARIA attributes of one field, from its texts. The note under the field is a single element: error, else
 * `good`, else hint.
 *
 * @param describedBy ids of further descriptions, separated by spaces.
 */
export function getFieldControl(
  { name, id = name, hint, error, good }: Omit<FieldTexts, 'label'>,
  describedBy?: string,
) {
  const kind: 'error' | 'good' | 'hint' | null = error ? 'error' : good ? 'good' : hint ? 'hint' : null
  const noteId = kind && `${id}-${kind}`
  return {
    id,
    kind,
    noteId,
    attributes: {
      id,
      name,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': [noteId, describedBy].filter(Boolean).join(' ') || undefined,
    },
  }
}

type FieldControl = ReturnType<typeof getFieldControl>

function isGood(control: FieldControl): boolean {
  return control.kind === 'good'
}

interface TextFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className' | 'aria-invalid'> {
  /** Beside the input, such as a button that checks the value. */
  beside?: ReactNode
}

/** A text input with its label and note. */
export function Field({ name, id, label, hint, error, good, beside, ...input }: TextFieldProps) {
  const texts = { name, id, hint, error, good }
  const control = getFieldControl(texts, input['aria-describedby'])
  const box = (
    <InputBox>
      <input
        {...input}
        {...control.attributes}
        className={classNames(css.input, isGood(control) && classNames(css.valid, css.withEndIcon))}
      />
      {isGood(control) && (
        <span className={css.endIcon}>
          <Icon name="check" />
        </span>
      )}
    </InputBox>
  )
  return (
    <FieldFrame label={label} control={control} texts={texts}>
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

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'beside'> {
  /** Accessible names of the button that shows or hides the password. It is rendered only with script. */
  show: string
  hide: string
  /** Between the input and the note, such as password strength bars. */
  strengthBars?: ReactNode
}

/** A password input whose text can be shown. */
export function PasswordField({
  name,
  id,
  label,
  hint,
  error,
  good,
  show,
  hide,
  strengthBars,
  ...input
}: PasswordFieldProps) {
  const hydrated = useHydrated()
  const [isVisible, setIsVisible] = useState(false)
  const texts = { name, id, hint, error, good }
  const control = getFieldControl(texts, input['aria-describedby'])
  return (
    <FieldFrame label={label} control={control} texts={texts} belowInput={strengthBars}>
      <InputBox>
        <input
          {...input}
          {...control.attributes}
          type={isVisible ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classNames(css.input, css.withEndIcon, isGood(control) && css.valid)}
        />
        {hydrated && (
          <button
            type="button"
            className={classNames(css.innerButton, css.innerButtonEnd)}
            aria-label={isVisible ? hide : show}
            aria-controls={control.id}
            onClick={() => setIsVisible(!isVisible)}
          >
            <Icon name={isVisible ? 'eye-off' : 'eye'} />
          </button>
        )}
      </InputBox>
    </FieldFrame>
  )
}

/** Password strength as 0 to 4 filled bars. Decorative: the field's hint says it in words. */
export function PasswordStrength({ level }: { level: number }) {
  return (
    <div className={css.bars} aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} className={classNames(css.bar, step <= level && css.barFilled)} />
      ))}
    </div>
  )
}

interface SelectFieldProps
  extends FieldTexts,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'className' | 'children'> {
  options: readonly { value: string; text: string }[]
  /** Text of the empty first option, such as 은행을 골라 주세요. */
  placeholder?: string
}

/** A native select with its label and note. */
export function SelectField({ name, id, label, hint, error, good, options, placeholder, ...select }: SelectFieldProps) {
  const texts = { name, id, hint, error, good }
  const control = getFieldControl(texts, select['aria-describedby'])
  return (
    <FieldFrame label={label} control={control} texts={texts}>
      <InputBox>
        <select
          {...select}
          {...control.attributes}
          className={classNames(css.input, css.select, isGood(control) && css.valid)}
        >
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
      </InputBox>
    </FieldFrame>
  )
}

interface TextAreaFieldProps
  extends FieldTexts,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name' | 'className' | 'value'> {
  /** Maximum length. With script the text is counted against it, but never cut off. */
  maxCharacters?: number
  /** Formats the counter, such as `0 / 4000`, from the length of the text. */
  formatCount?: (length: number) => string
}

/** A multi-line text input with its label, note and character counter. */
export function TextAreaField({
  name,
  id,
  label,
  hint,
  error,
  good,
  maxCharacters,
  formatCount,
  onChange,
  ...area
}: TextAreaFieldProps) {
  const hydrated = useHydrated()
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  const texts = { name, id, hint, error, good }
  const control = getFieldControl(texts, area['aria-describedby'])
  return (
    <FieldFrame
      label={label}
      control={control}
      texts={texts}
      end={
        formatCount && (
          <span
            className={classNames(
              css.counter,
              maxCharacters !== undefined && length > maxCharacters && css.counterOver,
              // Invisible before hydration, because it cannot count. Its space is reserved, so nothing shifts.
              !hydrated && css.counterHidden,
            )}
          >
            {formatCount(length)}
          </span>
        )
      }
    >
      <InputBox>
        <textarea
          {...area}
          {...control.attributes}
          className={classNames(css.input, css.textArea)}
          onChange={(event) => {
            setLength(event.currentTarget.value.length)
            onChange?.(event)
          }}
        />
      </InputBox>
    </FieldFrame>
  )
}

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  name: string
  /** Visually hidden. The placeholder shows the same text. */
  label: string
  /** Accessible name of the submit button, such as 찾기. */
  submitLabel: string
}

/** A search input whose icon is the submit button. Belongs in a form with method GET. */
export function SearchField({ label, submitLabel, id = 'search', ...input }: SearchFieldProps) {
  return (
    <div className={css.field}>
      <label className={visuallyHidden} htmlFor={id}>
        {label}
      </label>
      <InputBox>
        <input
          {...input}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={classNames(css.input, css.withStartButton)}
        />
        <button type="submit" className={classNames(css.innerButton, css.innerButtonStart)} aria-label={submitLabel}>
          <Icon name="search" />
        </button>
      </InputBox>
    </div>
  )
}

/** The note under a field: its error, success text or hint. Renders nothing without any. */
export function FieldNote({
  wired: control,
  words,
}: {
  wired: FieldControl
  words: Omit<FieldTexts, 'label' | 'name'>
}) {
  if (!control.kind || !control.noteId) return null
  const text = words[control.kind]
  return (
    <p
      id={control.noteId}
      className={classNames(
        css.note,
        control.kind === 'error' && css.noteError,
        control.kind === 'good' && css.noteGood,
      )}
    >
      {control.kind === 'error' && (
        <span className={css.noteIcon}>
          <Icon name="circle-alert" size={16} />
        </span>
      )}
      <span>{text}</span>
    </p>
  )
}

function FieldFrame({
  label,
  control,
  texts,
  belowInput,
  end,
  children,
}: {
  label: string
  control: FieldControl
  texts: Omit<FieldTexts, 'label' | 'name'>
  belowInput?: ReactNode
  end?: ReactNode
  children: ReactNode
}) {
  const note = <FieldNote wired={control} words={texts} />
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={control.id}>
        {label}
      </label>
      {children}
      {belowInput}
      {end ? (
        <div className={css.noteRow}>
          {note}
          {end}
        </div>
      ) : (
        note
      )}
    </div>
  )
}

function InputBox({ children }: { children: ReactNode }) {
  return <div className={css.box}>{children}</div>
}
