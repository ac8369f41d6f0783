import { z } from 'zod'
import { allStaff, roles } from '~/embedded/backoffice/commands/definition'
import { commands, mayNeedSecondPerson, refusalsOfChanges } from '~/embedded/backoffice/commands/table'
import { tables } from '~/embedded/privacy/columns'
import { type SettingName, secretNames, settingNames, settings } from '~/platform/settings/settings.server'
import alerts from '../../deploy/prometheus/alerts.yml?raw'
import backoffice from '../../docs/backoffice.md?raw'
import dataCare from '../../docs/data-care.md?raw'
import settingsPage from '../../docs/settings.md?raw'
import introduction from '../upstream/introduction.md?raw'
import { createReference, table } from '../upstream/markdown'
import settingTexts from './settings.json'

const prometheusRule = `# Generated from deploy/prometheus/alerts.yml by npm run docs.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: madang
  namespace: madang
  labels: { app.kubernetes.io/name: madang }
spec:
${alerts.slice(alerts.indexOf('groups:')).replace(/^(?=.)/gm, '  ')}`

export { createOpenApi } from '../upstream/openapi'

/** Returns the generated and partly generated documents, keyed by path. `npm run docs` writes them. */
export function createDocuments(): Readonly<Record<string, string>> {
  return {
    'docs/upstream.md': createReference(introduction),
    'docs/settings.md': withSettings(settingsPage),
    'docs/data-care.md': withColumnClasses(dataCare),
    'docs/backoffice.md': withCommands(backoffice),
    'deploy/kubernetes/monitoring/prometheus-rule.yaml': prometheusRule,
  }
}

const end = '<!-- End of the generated part. -->'

/** Replaces the part of a page between two marker comments with a table. @throws Error if a marker is missing */
function replaceMadePart(page: string, source: string, head: readonly string[], rows: readonly string[][]): string {
  const begin = `<!-- Generated from ${source} by npm run docs. -->`
  const [before, rest] = page.split(begin)
  const [, ...after] = rest?.split(end) ?? []
  if (before === undefined || after.length === 0) throw new Error(`Page: has no marker for ${source}; add one`)
  return `${before}${begin}\n${table(head, rows)}\n${end}${after.join(end)}`
}

function withSettings(page: string): string {
  const about: Readonly<Record<SettingName, string>> = settingTexts
  const rows = settingNames.map((name) => [`\`${name}\``, ...factsOf(name, settings.shape[name]), about[name]])
  const head = ['setting', 'default', 'value', 'what it does']
  return replaceMadePart(page, 'app/platform/settings/settings.server.ts', head, rows)
}

const wrongValues = ['\0', '\0'.repeat(1_000)]

function factsOf(name: string, schema: z.ZodType): [string, string] {
  const { data } = schema.safeParse(undefined)
  const [refused] = wrongValues.flatMap((wrong) => schema.safeParse(wrong).error?.issues[0] ?? [])
  const value = [
    ...((secretNames as readonly string[]).includes(name) ? ['secret'] : []),
    ...(refused ? [refused.message.replace(/^must (be|hold) /, '').replace(/ such as \{.*/, '')] : []),
  ]
  return [typeof data === 'string' || typeof data === 'number' ? `${data}` : '', value.join('; ')]
}

function withColumnClasses(page: string): string {
  const kinds = ['personal', 'ledger', 'technical'] as const
  const rows = Object.entries(tables).map(([table, { member, ...classes }]) => {
    const erasure = typeof member?.erasure === 'object' ? 'replace' : (member?.erasure ?? '')
    return [`\`${table}\``, erasure, ...kinds.map((name) => classes[name]?.join(', ') ?? '')]
  })
  return replaceMadePart(page, 'app/embedded/privacy/columns.json', ['table', 'at an erasure', ...kinds], rows)
}

function withCommands(page: string): string {
  const rows = Object.entries(commands).map(([name, row]) => {
    const { kind, payload, result, isDangerous, isUnlogged, hasNoForm, secret, each } = row
    const isForTwo = mayNeedSecondPerson(name as keyof typeof commands)
    const notes = [
      kind,
      ...(isDangerous ? ['recent code'] : []),
      ...(isForTwo ? ['may need two people'] : []),
      ...(each ? ['several'] : []),
      ...(isUnlogged ? ['not logged'] : []),
      ...(hasNoForm ? ['no form'] : []),
    ]
    const takes = namesIn(z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }))
    const { status: _, ...fields } = result.shape
    const isList = 'rows' in fields && 'pages' in fields
    const ofLists = isList ? ['rows', 'total', 'page', 'pages'] : []
    const responds = Object.keys(fields).filter((field) => !ofLists.includes(field))
    const responses = responds.map((field) => (secret.includes(field) ? `${field} (once)` : field))
    const ofTwo = isForTwo ? ['no_first_approval', ...(kind === 'change' ? ['first_given'] : [])] : []
    const refuses = [...row.refuses, ...ofTwo]
    return [
      `\`${name}\``,
      rolesInWords(row.roles),
      notes.join(', '),
      takes.join(', '),
      [...(isList ? ['list'] : []), ...responses].join(', '),
      refuses.join(', '),
    ]
  })
  rows.push(['every change', '', '', '', '', refusalsOfChanges.join(', ')])
  const head = ['command', 'roles', 'kind', 'payload', 'response', 'refusals']
  return replaceMadePart(page, 'app/embedded/backoffice/commands', head, rows)
}

function rolesInWords(may: readonly string[]): string {
  if (allStaff.every((role) => may.includes(role))) return may.length === roles.length ? 'all, machine' : 'all'
  return may.join(', ')
}

/** Returns the fields of a payload. Groups are in brackets, and `?` marks optional fields. */
function namesIn({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const inner = namesIn(schema as z.core.JSONSchema.BaseSchema)
    return `${name}${required.includes(name) ? '' : '?'}${inner.length > 0 ? ` (${inner.join(', ')})` : ''}`
  })
}
