import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react'
import { hidden } from '../base.css'
import { classNames } from '../class-names'
import { Icon } from '../icon/icon'
import { useScripted } from '../scripted'
import * as css from './field.css'

export interface FieldWords {
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
export function wireField({ name, id = name, hint, error, good }: Omit<FieldWords, 'label'>, describedBy?: string) {
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

type Wired = ReturnType<typeof wireField>

function isGood(wired: Wired): boolean {
  return wired.kind === 'good'
}

interface TextFieldProps
  extends FieldWords,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className' | 'aria-invalid'> {
  /** Beside the input, such as a button that checks the value. */
  beside?: ReactNode
}

/** A text input with its label and note. */
export function Field({ name, id, label, hint, error, good, beside, ...input }: TextFieldProps) {
  const words = { name, id, hint, error, good }
  const wired = wireField(words, input['aria-describedby'])
  const box = (
    <Box>
      <input
        {...input}
        {...wired.attributes}
        className={classNames(css.input, isGood(wired) && classNames(css.fine, css.withEnd))}
      />
      {isGood(wired) && (
        <span className={css.sign}>
          <Icon name="check" />
        </span>
      )}
    </Box>
  )
  return (
    <Frame label={label} wired={wired} words={words}>
      {beside ? (
        <div className={css.beside}>
          {box}
          {beside}
        </div>
      ) : (
        box
      )}
    </Frame>
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'beside'> {
  /** Accessible names of the button that shows or hides the password. It is rendered only with script. */
  show: string
  hide: string
  /** Between the input and the note, such as password strength bars. */
  below?: ReactNode
}

/** A password input whose text can be shown. */
export function PasswordField({ name, id, label, hint, error, good, show, hide, below, ...input }: PasswordFieldProps) {
  const scripted = useScripted()
  const [shown, setShown] = useState(false)
  const words = { name, id, hint, error, good }
  const wired = wireField(words, input['aria-describedby'])
  return (
    <Frame label={label} wired={wired} words={words} above={below}>
      <Box>
        <input
          {...input}
          {...wired.attributes}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classNames(css.input, css.withEnd, isGood(wired) && css.fine)}
        />
        {scripted && (
          <button
            type="button"
            className={classNames(css.inside, css.insideEnd)}
            aria-label={shown ? hide : show}
            aria-controls={wired.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        )}
      </Box>
    </Frame>
  )
}

/** Password strength as 0 to 4 filled bars. Decorative: the field's hint says it in words. */
export function Strength({ level }: { level: number }) {
  return (
    <div className={css.bars} aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} className={classNames(css.bar, step <= level && css.barFull)} />
      ))}
    </div>
  )
}

interface SelectFieldProps
  extends FieldWords,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'className' | 'children'> {
  options: readonly { value: string; text: string }[]
  /** Text of the empty first option, such as 은행을 골라 주세요. */
  choose?: string
}

/** A native select with its label and note. */
export function SelectField({ name, id, label, hint, error, good, options, choose, ...select }: SelectFieldProps) {
  const words = { name, id, hint, error, good }
  const wired = wireField(words, select['aria-describedby'])
  return (
    <Frame label={label} wired={wired} words={words}>
      <Box>
        <select
          {...select}
          {...wired.attributes}
          className={classNames(css.input, css.select, isGood(wired) && css.fine)}
        >
          {choose !== undefined && <option value="">{choose}</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className={css.sign}>
          <Icon name="chevron-down" />
        </span>
      </Box>
    </Frame>
  )
}

interface TextAreaFieldProps
  extends FieldWords,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name' | 'className' | 'value'> {
  /** Maximum length. With script the text is counted against it, but never cut off. */
  most?: number
  /** Formats the counter, such as `0 / 4000`, from the length of the text. */
  count?: (length: number) => string
}

/** A multi-line text input with its label, note and character counter. */
export function TextAreaField({
  name,
  id,
  label,
  hint,
  error,
  good,
  most,
  count,
  onChange,
  ...area
}: TextAreaFieldProps) {
  const scripted = useScripted()
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  const words = { name, id, hint, error, good }
  const wired = wireField(words, area['aria-describedby'])
  return (
    <Frame
      label={label}
      wired={wired}
      words={words}
      end={
        count && (
          <span
            className={classNames(
              css.counter,
              most !== undefined && length > most && css.counterOver,
              // Invisible before hydration, because it cannot count. Its space is reserved, so nothing shifts.
              !scripted && css.counterStill,
            )}
          >
            {count(length)}
          </span>
        )
      }
    >
      <Box>
        <textarea
          {...area}
          {...wired.attributes}
          className={classNames(css.input, css.textArea)}
          onChange={(event) => {
            setLength(event.currentTarget.value.length)
            onChange?.(event)
          }}
        />
      </Box>
    </Frame>
  )
}

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  name: string
  /** Visually hidden. The placeholder shows the same text. */
  label: string
  /** Accessible name of the submit button, such as 찾기. */
  action: string
}

/** A search input whose icon is the submit button. Belongs in a form with method GET. */
export function SearchField({ label, action, id = 'search', ...input }: SearchFieldProps) {
  return (
    <div className={css.field}>
      <label className={hidden} htmlFor={id}>
        {label}
      </label>
      <Box>
        <input
          {...input}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={classNames(css.input, css.withStart)}
        />
        <button type="submit" className={classNames(css.inside, css.insideStart)} aria-label={action}>
          <Icon name="search" />
        </button>
      </Box>
    </div>
  )
}

/** The note under a field: its error, success text or hint. Renders nothing without any. */
export function FieldNote({ wired, words }: { wired: Wired; words: Omit<FieldWords, 'label' | 'name'> }) {
  if (!wired.kind || !wired.noteId) return null
  const says = words[wired.kind]
  return (
    <p
      id={wired.noteId}
      className={classNames(css.note, wired.kind === 'error' && css.wrong, wired.kind === 'good' && css.right)}
    >
      {wired.kind === 'error' && (
        <span className={css.noteIcon}>
          <Icon name="circle-alert" size={16} />
        </span>
      )}
      <span>{says}</span>
    </p>
  )
}

function Frame({
  label,
  wired,
  words,
  above,
  end,
  children,
}: {
  label: string
  wired: Wired
  words: Omit<FieldWords, 'label' | 'name'>
  above?: ReactNode
  end?: ReactNode
  children: ReactNode
}) {
  const note = <FieldNote wired={wired} words={words} />
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={wired.id}>
        {label}
      </label>
      {children}
      {above}
      {end ? (
        <div className={css.below}>
          {note}
          {end}
        </div>
      ) : (
        note
      )}
    </div>
  )
}

function Box({ children }: { children: ReactNode }) {
  return <div className={css.box}>{children}</div>
}
