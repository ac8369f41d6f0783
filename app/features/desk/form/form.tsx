import type { Refusal } from '../door.server'
import type { DeskTexts } from '../texts'
import { fieldName } from '../values'
import type { FormField } from './fields'

/** The fields of a command, with what was typed and what is wrong with it. */
export function Fields({
  texts,
  fields,
  sent,
  wrong = [],
}: {
  texts: DeskTexts
  fields: readonly FormField[]
  sent: URLSearchParams
  wrong?: Refusal['wrong']
}) {
  return fields.map((field) => <Field key={field.name} texts={texts} field={field} sent={sent} wrong={wrong} />)
}

function Field({
  texts,
  field,
  sent,
  wrong = [],
}: {
  texts: DeskTexts
  field: FormField
  sent: URLSearchParams
  wrong?: Refusal['wrong']
}) {
  const { t, word } = texts
  const { name, kind, required, choices, fallback, inner } = field
  const title = kind === 'group' ? word(`group.${name}`, fieldName(texts, name)) : fieldName(texts, name)
  if (kind === 'group') {
    return (
      <fieldset className="field">
        <legend>{title}</legend>
        <Fields texts={texts} fields={inner} sent={sent} wrong={wrong} />
      </fieldset>
    )
  }
  const messages = wrong.filter((about) => about.field === name).map(({ message }) => word(message, message))
  const hint = kind === 'day' ? '' : word(`hint.${name}`, '')
  const described = [messages.length > 0 && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const shared = {
    id: name,
    name,
    required: required && kind !== 'check',
    'aria-invalid': messages.length > 0 || undefined,
    'aria-describedby': described || undefined,
  }
  const value = sent.get(name) ?? undefined
  const notes = (
    <>
      {messages.map((message) => (
        <p key={message} className="error" id={`${name}-error`}>
          {message}
        </p>
      ))}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
  if (kind === 'check') {
    return (
      <div className="field">
        <label>
          <input {...shared} type="checkbox" defaultChecked={value !== undefined || fallback === 'true'} /> {title}
        </label>
        {notes}
      </div>
    )
  }
  return (
    <div className="field">
      <label htmlFor={name}>
        {title}
        {!required && <span className="soft"> ({t('optional')})</span>}
      </label>
      {kind === 'choice' ? (
        <select {...shared} defaultValue={value ?? fallback ?? ''}>
          {(!required || fallback === undefined) && <option value="">{required ? t('choose') : '–'}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {word(`${name.split('.').at(-1)}.${choice}`, choice)}
            </option>
          ))}
        </select>
      ) : kind === 'long' || kind === 'list' ? (
        <textarea {...shared} defaultValue={value} />
      ) : (
        <input
          {...shared}
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          defaultValue={value}
        />
      )}
      {notes}
    </div>
  )
}
