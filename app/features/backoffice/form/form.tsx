import { createElement, type InputHTMLAttributes, type ReactNode } from 'react'
import { type CommandName, commandGroups, commands } from '~/embedded/backoffice/commands'
import { type FormField, fieldsOf, isTicked } from '~/embedded/backoffice/commands/form-fields'
import type { Refusal } from '../door.server'
import { type BackofficeRequest, codeField } from '../screen'
import type { BackofficeTexts } from '../texts'
import { fieldName, wordOf } from '../values'
import { ruleText } from './refusal'

type Notes = { hint?: string | undefined; errors?: readonly string[] | undefined }
type FieldProps = Notes & { name: string; title: ReactNode; as?: 'input' | 'select' | 'textarea'; rows?: number }
type ControlProps = Notes & {
  texts: BackofficeTexts
  field: FormField
  value?: string | null | undefined
  mark?: ReactNode
}
type Sent = { texts: BackofficeTexts; fields: readonly FormField[]; sent: URLSearchParams; wrong?: Refusal['wrong'] }

export function Field(props: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'title'>) {
  const { title, hint, errors = [], as = 'input', ...control } = props
  const { name } = control
  const notes = [
    ...errors.map((text) => [`${name}-error`, text, 'error']),
    ...(hint ? [[`${name}-hint`, hint, 'hint']] : []),
  ]
  const described = {
    'aria-invalid': errors.length > 0 || undefined,
    'aria-describedby': notes.map(([id]) => id).join(' ') || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={name}>{title}</label>
      {createElement(as, { id: name, ...control, ...described })}
      {notes.map(([id, children, className]) => (
        <p key={children} {...{ id, children, className }} />
      ))}
    </div>
  )
}

export function Control({ texts, field, value, errors, hint, mark }: ControlProps) {
  const { name, kind, required, choices, fallback } = field
  const given = value ?? undefined
  const own = name.split('.').at(-1) ?? ''
  if (kind === 'check')
    return (
      <div className="field">
        <label className="check">
          <input type="checkbox" name={name} defaultChecked={isTicked(given ?? fallback)} /> {fieldName(texts, name)}
        </label>
      </div>
    )
  const label = kind === 'list' ? texts.word(`group.${name}`, fieldName(texts, name)) : fieldName(texts, name)
  const shared = { name, hint, errors, required, defaultValue: given, title: [label, mark] }
  const optionOf = (choice: string) => (
    <option key={choice} value={choice}>
      {own === 'act' ? wordOf(texts, own, choice) : texts.word(`${own}.${choice}`, choice)}
    </option>
  )
  const groups = Object.entries(commandGroups).map(([group, rows]) => (
    <optgroup key={group} label={texts.word(`commands.${group}`)}>
      {choices.filter((choice) => choice in rows).map(optionOf)}
    </optgroup>
  ))
  if (kind === 'choice')
    return (
      <Field {...shared} as="select" defaultValue={given ?? fallback ?? ''}>
        {fallback === undefined && <option value="">{required ? texts.t('choose') : '–'}</option>}
        {own === 'act' ? groups : choices.map(optionOf)}
      </Field>
    )
  if (kind === 'long' || kind === 'list') return <Field {...shared} as="textarea" rows={own === 'contents' ? 8 : 2} />
  const inputMode = own === 'number' || kind === 'number' ? 'numeric' : undefined
  return (
    <Field {...{ ...shared, inputMode, className: kind, type: kind === 'day' ? 'date' : 'text' }} autoComplete="off" />
  )
}

export function Fields({ texts, fields, sent, wrong = [], isPart = false }: Sent & { isPart?: boolean }): ReactNode {
  const { word } = texts
  return fields.map((field) => {
    const { name, kind, inner, required, fallback } = field
    // A group that is needed as a whole may be left out as a whole; one missing part makes it incomplete.
    const together = word(`whole.${name.split('.')[0]}`, '')
    const gap = sent.get(name) ? '' : together
    const errors = wrong.filter((about) => about.field === name).map(({ message }) => gap || ruleText(texts, message))
    const hint = kind === 'day' ? '' : word(`hint.${name}`, '')
    const isOptional = !(required || fallback || (isPart && together))
    const mark = isOptional && <span className="soft"> ({texts.t('optional')})</span>
    // A sent form contains no unticked boxes.
    const value = sent.get(name) ?? (kind === 'check' && sent.has('requestId') ? '' : null)
    if (kind !== 'group') return <Control key={name} {...{ texts, field, errors, hint, value, mark }} />
    return (
      <fieldset key={name}>
        <legend>
          {word(`group.${name}`, fieldName(texts, name))}
          {together && mark}
        </legend>
        <Fields {...{ texts, sent, wrong }} fields={inner} isPart />
      </fieldset>
    )
  })
}

export function answerFields({ asksAccount, answeredAt }: Readonly<Record<string, unknown>>): FormField[] {
  const isAsked: Record<string, unknown> = { account: asksAccount, contents: true, replace: answeredAt }
  const asked = fieldsOf('answer').filter(({ name }) => isAsked[name])
  return asked.map((field) => ({ ...field, required: field.name === 'contents' && !asksAccount }))
}

export function CodeField({
  backoffice,
  command,
  isAsked,
}: {
  backoffice: BackofficeRequest
  command: CommandName
  isAsked: boolean
}) {
  const { operator, isCodeWrong, t } = backoffice
  if (!commands[command].isDangerous || operator.secondFactor !== 'set' || (operator.isFresh && !isAsked)) return null
  const notes = isCodeWrong ? { errors: [t('factor.wrong')] } : { hint: t('factor.again') }
  return <Field name={codeField} title={t('login.code')} {...notes} {...codeInput} required />
}

export const codeInput = { autoComplete: 'one-time-code', autoCapitalize: 'none' } as const
