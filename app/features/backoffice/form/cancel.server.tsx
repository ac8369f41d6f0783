import { fieldsOf, parseFields } from '~/embedded/backoffice/commands/form-fields'
import { commands } from '~/embedded/backoffice/commands/table'
import { defaultLocale } from '~/i18n/locale'
import type { Refusal } from '../command-client.server'
import { line } from '../parts'
import type { BackofficeRequest, Row } from '../screen'
import { Fields, readTemplates, Templates } from './form'
import { eithers, withOffers } from './form-page'
import type { CommandForm } from './outcomes'

/** A cancellation's message and reason are written beside its preview, so they are no part of what it confirms. */
export const cancelTexts: readonly string[] = ['tell', 'reason']

export const isCancellation = ({ command, keys }: CommandForm) => command === 'cancel' && keys[0] !== ''

/** Returns what the preview of a form is of: all of it, or a cancellation without its texts. */
export function previewedPart(form: CommandForm): CommandForm {
  if (form.command !== 'cancel') return form
  const omit = (payload: object) =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => !cancelTexts.includes(name)))
  return { ...form, payload: omit(form.payload), payloads: form.payloads.map(omit) }
}

/** Returns what is wrong with the texts of a command that needs at least one of them, or undefined. */
export function refusedTexts({ command, payloads }: CommandForm): Refusal | undefined {
  const [payload = {}] = payloads as readonly Row[]
  const either = payload.closed === false ? undefined : eithers[command]
  const isEmpty = either?.names.every((name) => payload[name] === undefined)
  if (!either || (!isEmpty && command !== 'cancel')) return undefined
  const parsed = parseFields(commands[command].payload, payload)
  const wrong = [
    ...(isEmpty ? [{ field: either.names[0], message: either.rule }] : []),
    ...('wrong' in parsed ? parsed.wrong : []),
  ].filter(({ field }) => command !== 'cancel' || cancelTexts.includes(field))
  return wrong.length > 0 ? { status: 'invalid', wrong } : undefined
}

/** Returns the fields of a cancellation and the ready-made texts, which are about `row`. Enter adds a line to each field. */
export async function cancelFields(
  backoffice: BackofficeRequest,
  { sent }: CommandForm,
  row: Row,
  wrong: Refusal['wrong'],
) {
  const answering = { backoffice, kind: 'cancel', about: row } as const
  const language = String(row.language ?? defaultLocale)
  const templates = await readTemplates({ ...answering, ready: sent.get('kind'), language, sent })
  const offered = await withOffers(backoffice, 'cancel', fieldsOf('cancel'))
  const [tell, reason] = cancelTexts.map((name) => (
    <Fields
      key={name}
      {...{ texts: backoffice, sent, wrong }}
      fields={offered.flatMap((field) => (field.name === name ? [{ ...field, kind: 'long' as const }] : []))}
    />
  ))
  return line(<Templates {...answering} templates={templates} />, tell, reason)
}
