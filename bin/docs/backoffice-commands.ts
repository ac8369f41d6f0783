import { z } from 'zod'
import { commands, mayBeForTwo, refusalsOfChanges } from '~/embedded/backoffice/commands'
import { everybody, roles } from '~/embedded/backoffice/commands/fields'
import { summaryOf } from '../backoffice/command'
import { groups } from '../backoffice/commands/commands'
import { replaceMadePart } from './made-part'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Puts the tables of the back office's commands into docs/backoffice.md: those of the program, and those behind them. */
export function withBackofficeCommands(page: string): string {
  const parts = [
    ['bin/backoffice and locales/backoffice/en.json', programTable()],
    ['app/embedded/backoffice/commands', commandTable()],
    ['app/embedded/backoffice/commands, what each refuses,', refusalTable()],
  ] as const
  return parts.reduce((made, [source, table]) => replaceMadePart(made, source, table), page)
}

/** What is refused with 409, and by which commands. */
function refusalTable(): string {
  const rows = Object.entries(commands).map(([name, { refuses }]) => ({ name, refuses }))
  const of = (status: string) => [
    ...rows.flatMap(({ name, refuses }) => (refuses.includes(status) ? [`\`${name}\``] : [])),
    ...(status === 'no_first_approval' ? ['what may need two'] : []),
    ...(refusalsOfChanges.includes(status) ? ['every change'] : []),
  ]
  const statuses = new Set([...rows.flatMap(({ refuses }) => refuses).sort(), ...refusalsOfChanges])
  return [
    '| status | of |',
    '|---|---|',
    ...[...statuses].map((name) => `| \`${name}\` | ${of(name).join(', ')} |`),
  ].join('\n')
}

/** The commands of the program, with the first sentence of what each says of itself. */
function programTable(): string {
  const lines = Object.values(groups)
    .flat()
    .map((row) => `| \`${`${row.name} ${row.args}`.trim().replaceAll('|', '\\|')}\` | ${summaryOf(row)} |`)
  return ['| `npm run backoffice --` | does |', '|---|---|', ...lines].join('\n')
}

function commandTable(): string {
  const rows = Object.entries(commands).map(([name, row]) => {
    const { kind, roles: may, payload, result, isDangerous, isDestructive, isUnlogged, hasNoForm, secret, each } = row
    const { status: _, ...answered } = result.shape
    const notes = [
      ...(kind === 'read' ? [] : [kind === 'change' ? 'a change' : 'a file']),
      ...(isDangerous ? ['a code of now'] : []),
      ...(mayBeForTwo(name as keyof typeof commands) ? ['may need two'] : []),
      ...(isDestructive ? ['takes away'] : []),
      ...(each ? ['several at once'] : []),
      ...(isUnlogged ? ['not logged'] : []),
      ...(hasNoForm ? ['no form'] : []),
    ]
    const isList = 'rows' in answered && 'pages' in answered
    const given = Object.keys(answered).filter(
      (field) => !isList || !['rows', 'total', 'page', 'pages'].includes(field),
    )
    const responds = [
      ...(isList ? ['list'] : []),
      ...given.map((field) => (secret.includes(field) ? `${field} (once)` : field)),
    ]
    return [`\`${name}\``, rolesInWords(may), fieldsOf(payload), responds.join(', '), notes.join(', ')]
  })
  const lines = rows.flatMap((cells) => linesOf(cells))
  return ['| command | roles | takes | responds | besides |', '|---|---|---|---|---|', ...lines].join('\n')
}

function rolesInWords(may: readonly string[]): string {
  if (everybody.every((role) => may.includes(role))) return may.length === roles.length ? 'all, machine' : 'all'
  return may.join(', ')
}

/** The fields of a payload, those of a group in brackets; `?`: it may be left out. */
function fieldsOf(schema: z.ZodType): string {
  return namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).join(', ')
}

function namesIn({ properties = {}, required = [] }: JsonSchema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const inner = namesIn(schema as JsonSchema)
    return `${name}${required.includes(name) ? '' : '?'}${inner.length > 0 ? ` (${inner.join(', ')})` : ''}`
  })
}

const maxLineCharacters = 140

/** A row of the table, or two where one would be too long: the second goes on with what a command responds. */
function linesOf(cells: readonly string[]): string[] {
  const line = (of: readonly string[]) => `| ${of.join(' | ')} |`.replace(/ {2,}/g, ' ')
  if (line(cells).length <= maxLineCharacters) return [line(cells)]
  const [name = '', may = '', takes = '', responds = '', besides = ''] = cells
  const words = responds.split(', ')
  const half = Math.ceil(words.length / 2)
  const first = [name, may, takes, '', besides]
  const further =
    line(['', '', '', responds, '']).length <= maxLineCharacters ? [words] : [words.slice(0, half), words.slice(half)]
  return [line(first), ...further.map((part) => line(['', '', '', part.join(', '), '']))]
}
