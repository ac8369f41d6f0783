import { z } from 'zod'
import { commands, mayBeForTwo, refusalsOfChanges } from '~/embedded/backoffice/commands'
import { everybody, roles } from '~/embedded/backoffice/commands/fields'
import { tables } from '~/embedded/privacy/columns'
import { secretNames, settings } from '~/platform/settings/settings.server'
import { listItem } from '../upstream/markdown'

const end = '<!-- The end of what was made. -->'

/** Replaces the part of a page between two comments. @throws Error when the page lacks them */
function replaceMadePart(page: string, source: string, items: readonly string[]): string {
  const begin = `<!-- Made from ${source} by npm run docs. -->`
  const [before, rest] = page.split(begin)
  const [, ...after] = rest?.split(end) ?? []
  if (before === undefined || after.length === 0) throw new Error(`Page: has no marker for ${source}; add one`)
  return `${before}${begin}\n${items.map(listItem).join('\n')}\n${end}${after.join(end)}`
}

/** Puts the list of all settings into docs/operations.md. */
export function withSettings(page: string): string {
  const items = Object.entries(settings.shape).flatMap(([name, schema]) => {
    if (schema.description === undefined) return []
    const facts = factsOf(name, schema).join('; ')
    return [`\`${name}\`${facts && ` (${facts})`}: ${schema.description}.`]
  })
  return replaceMadePart(page, 'app/platform/settings/settings.server.ts', items)
}

/** What no setting may be. */
const wrongValues = ['\0', '\0'.repeat(1_000)]

/** The default of a setting, what it must be in the words of its error, and whether it is a secret. */
function factsOf(name: string, schema: z.ZodType): string[] {
  const { data } = schema.safeParse(undefined)
  const [refused] = wrongValues.flatMap((wrong) => schema.safeParse(wrong).error?.issues[0] ?? [])
  return [
    ...(typeof data === 'string' || typeof data === 'number' ? [`default ${data}`] : []),
    ...(refused ? [refused.message.replace(/^must (be|hold) /, '').replace(/ such as \{.*/, '')] : []),
    ...((secretNames as readonly string[]).includes(name) ? ['secret'] : []),
  ]
}

/** Puts the class of every column of the database into docs/data-care.md. */
export function withColumnClasses(page: string): string {
  const items = Object.entries(tables).map(([table, { member, ...classes }]) => {
    const erasure = typeof member?.erasure === 'object' ? 'replace' : member?.erasure
    const of = (['personal', 'ledger', 'technical'] as const).flatMap((name) =>
      classes[name]?.length ? [`${name}: ${classes[name].join(', ')}`] : [],
    )
    return `\`${table}\`${erasure ? ` (at an erasure: ${erasure})` : ''}: ${of.join('; ')}.`
  })
  return replaceMadePart(page, 'app/embedded/privacy/columns.ts', items)
}

/** Puts the back office's commands into docs/backoffice.md: the roles, payload, result and refusals of each. */
export function withCommands(page: string): string {
  const items = Object.entries(commands).map(([name, row]) => {
    const { kind, payload, result, isDangerous, isUnlogged, hasNoForm, secret, each } = row
    const isForTwo = mayBeForTwo(name as keyof typeof commands)
    const notes = [
      ...(kind === 'read' ? [] : [kind === 'change' ? 'a change' : 'a file']),
      ...(isDangerous ? ['needs a recent code'] : []),
      ...(isForTwo ? ['may need two'] : []),
      ...(each ? ['several at once'] : []),
      ...(isUnlogged ? ['not logged'] : []),
      ...(hasNoForm ? ['no form'] : []),
    ]
    const takes = namesIn(z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }))
    const { status: _, ...fields } = result.shape
    const isList = 'rows' in fields && 'pages' in fields
    const ofLists = isList ? ['rows', 'total', 'page', 'pages'] : []
    const responds = Object.keys(fields).filter((field) => !ofLists.includes(field))
    const responses = responds.map((field) => (secret.includes(field) ? `${field} (once)` : field))
    const refuses = [...row.refuses, ...(isForTwo ? ['no_first_approval'] : [])]
    const about = [
      `takes ${takes.join(', ') || 'nothing'}`,
      ...(isList || responses.length > 0 ? [`responds ${[...(isList ? ['list'] : []), ...responses].join(', ')}`] : []),
      ...(refuses.length > 0 ? [`refuses \`${refuses.join('`, `')}\``] : []),
    ]
    return `\`${name}\` (${[rolesInWords(row.roles), ...notes].join('; ')}): ${about.join('; ')}.`
  })
  items.push(`Every change refuses \`${refusalsOfChanges.join('`, `')}\`.`)
  return replaceMadePart(page, 'app/embedded/backoffice/commands', items)
}

function rolesInWords(may: readonly string[]): string {
  if (everybody.every((role) => may.includes(role))) return may.length === roles.length ? 'all, machine' : 'all'
  return may.join(', ')
}

/** The fields of a payload, those of a group in brackets; `?`: it may be left out. */
function namesIn({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const inner = namesIn(schema as z.core.JSONSchema.BaseSchema)
    return `${name}${required.includes(name) ? '' : '?'}${inner.length > 0 ? ` (${inner.join(', ')})` : ''}`
  })
}
