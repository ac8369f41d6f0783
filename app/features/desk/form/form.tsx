import type { ReactNode } from 'react'
import { type CommandName, commands } from '~/embedded/desk/commands'
import { type FormField, fieldsOf, isTicked } from '~/embedded/desk/commands/form-fields'
import type { Refusal } from '../door.server'
import { codeField, type DeskRequest } from '../screen'
import type { DeskTexts } from '../texts'
import { fieldName, wordOf } from '../values'
import { ruleText } from './refusal'

/** What a control of a field has beside its own: its id, and what describes it. */
type Shared = { id: string; name: string; 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined }

type Notes = { hint?: string | undefined; errors?: readonly string[] }
type FieldProps = Notes & { name: string; title: ReactNode; children: (shared: Shared) => ReactNode }
type ControlProps = Notes & { texts: DeskTexts; field: FormField; value?: string | null | undefined }
type Sent = { texts: DeskTexts; fields: readonly FormField[]; sent: URLSearchParams; wrong?: Refusal['wrong'] }

/** A field with its label above, and its hint and errors below. */
export function Field({ name, title, hint, errors = [], children }: FieldProps) {
  const notes = [
    ...errors.map((text) => [`${name}-error`, text, 'error']),
    ...(hint ? [[`${name}-hint`, hint, 'hint']] : []),
  ]
  return (
    <div className="field">
      <label htmlFor={name}>{title}</label>
      {children({
        id: name,
        name,
        'aria-invalid': errors.length > 0 || undefined,
        'aria-describedby': notes.map(([id]) => id).join(' ') || undefined,
      } as Shared)}
      {notes.map(([id, children, className]) => (
        <p key={children} {...{ id, children, className }} />
      ))}
    </div>
  )
}

/** The field of a command's form or of a list's filters, without hint and errors where it is a filter. */
export function Control({ texts, field, value, errors, hint }: ControlProps) {
  const { t } = texts
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
  const title = (
    <>
      {kind === 'list' ? texts.word(`group.${name}`, fieldName(texts, name)) : fieldName(texts, name)}
      {!required && hint !== undefined && <span className="soft"> ({t('optional')})</span>}
    </>
  )
  return (
    <Field name={name} title={title} hint={hint} {...(errors && { errors })}>
      {(shared) => {
        if (kind === 'choice')
          return (
            <select {...shared} required={required} defaultValue={given ?? fallback ?? ''}>
              {(!required || fallback === undefined) && <option value="">{required ? t('choose') : '–'}</option>}
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {own === 'act' ? wordOf(texts, own, choice) : texts.word(`${own}.${choice}`, choice)}
                </option>
              ))}
            </select>
          )
        if (kind === 'long' || kind === 'list')
          return <textarea {...shared} required={required} defaultValue={given} rows={own === 'contents' ? 8 : 2} />
        const type = kind === 'day' ? 'date' : 'text'
        const inputMode = own === 'number' || kind === 'number' ? 'numeric' : undefined
        return (
          <input
            {...{ ...shared, type, inputMode, required, className: kind }}
            autoComplete="off"
            defaultValue={given}
          />
        )
      }}
    </Field>
  )
}

/** The fields of a command, with what was typed and what is wrong with it. */
export function Fields({ texts, fields, sent, wrong = [] }: Sent): ReactNode {
  const { word } = texts
  return fields.map((field) => {
    const { name, kind, inner } = field
    // A part of a group that is left out beside others is missed with the whole.
    const gap = sent.get(name) ? '' : word(`whole.${name.split('.')[0]}`, '')
    const errors = wrong.filter((about) => about.field === name).map(({ message }) => gap || ruleText(texts, message))
    const hint = kind === 'day' ? '' : word(`hint.${name}`, '')
    // A form that was sent says nothing of a box that was not ticked.
    const value = sent.get(name) ?? (kind === 'check' && sent.has('requestId') ? '' : null)
    if (kind !== 'group') return <Control key={name} {...{ texts, field, errors, hint, value }} />
    return (
      <fieldset key={name}>
        <legend>{word(`group.${name}`, fieldName(texts, name))}</legend>
        <Fields {...{ texts, sent, wrong }} fields={inner} />
      </fieldset>
    )
  })
}

/**
 * The fields that answer an inquiry: an account, before the text, to who asks for one, and whether to replace an answer where
 * there is one.
 */
export function answerFields({ asksAccount, answeredAt }: Readonly<Record<string, unknown>>): FormField[] {
  const fields = fieldsOf('answer').filter(({ name }) => name === 'contents' || (name === 'replace' && answeredAt))
  return asksAccount ? [...fieldsOf('answer').filter(({ name }) => name === 'account'), ...fields] : fields
}

/** The code of the second factor that a dangerous command wants anew. @param props.isAsked whether it was refused without */
export function CodeField({ desk, command, isAsked }: { desk: DeskRequest; command: CommandName; isAsked: boolean }) {
  const { texts, operator, isCodeWrong } = desk
  const { t } = texts
  const { secondFactor, isFresh } = operator
  if (!commands[command].isDangerous || secondFactor !== 'set' || (isFresh && !isAsked)) return null
  return (
    <Field
      name={codeField}
      title={t('login.code')}
      {...(isCodeWrong ? { errors: [t('factor.wrong')] } : { hint: t('factor.again') })}
    >
      {(shared) => <input {...shared} required autoComplete="one-time-code" autoCapitalize="none" />}
    </Field>
  )
}
