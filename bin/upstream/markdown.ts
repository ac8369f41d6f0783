import { type CallName, callsWithRequestCode, contract } from '~/upstream/contract'
import { type Call, successStatuses } from '~/upstream/contract/call'
import { gameCalls } from '~/upstream/contract/calls/game'
import { memberCalls } from '~/upstream/contract/calls/member'
import { messageCalls } from '~/upstream/contract/calls/message'
import { moneyCalls } from '~/upstream/contract/calls/money'
import { securityCalls } from '~/upstream/contract/calls/security'
import { aliasesKey } from '~/upstream/contract/fields/numbers'
import { optionOf, permissionFor } from './permissions'
import * as schemas from './schemas'

const groups = {
  Members: memberCalls,
  'Logins, second factor, own data': securityCalls,
  Messages: messageCalls,
  Games: gameCalls,
  Money: moneyCalls,
}

export function createReference(introduction: string): string {
  const parts = [
    introduction.trimEnd(),
    '## All calls',
    table(
      ['call', 'path', 'who', 'needed', 'in a conformance run'],
      schemas.callNames.map((callName) => {
        const { auth, path, optional }: Call = contract[callName]
        return [
          `[${callName}](#${callName})`,
          `\`${path}\``,
          auth,
          optional ? 'optional' : 'needed',
          playedBy(callName),
        ]
      }),
    ),
  ]
  for (const [title, calls] of Object.entries(groups)) {
    parts.push(`## ${title}`)
    for (const callName of Object.keys(calls) as CallName[]) parts.push(...describeCall(callName))
  }
  parts.push('## Records')
  for (const [name, record] of Object.entries(schemas.recordSchemas())) parts.push(`### ${name}`, fieldList(record))
  return `${parts.join('\n\n')}\n`
}

function playedBy(callName: CallName): string {
  const option = optionOf[permissionFor(callName)]
  return option === '' ? 'always' : `\`${option}\``
}

const inWords = new Intl.ListFormat('en-GB')

function describeCall(callName: CallName): string[] {
  const call: Call = contract[callName]
  const { about, site, cost, refusals = {} } = schemas.callReferences[callName]
  const { status: _, ...fields } = schemas.responseSchema(callName).properties ?? {}
  const [payload, response] = [
    schemas.payloadSchema(callName),
    { ...schemas.responseSchema(callName), properties: fields },
  ]
  const needsStatus = response.required?.includes('status')
  const example = schemas.examplesOf(callName)
  const paths = [call.path, ...(call.alternatePaths ?? [])].map((path) => `\`POST ${path}\``).join(' or ')
  const facts = [
    ...(call.optional ? ['is optional'] : []),
    call.auth === 'member' ? 'needs the member’s bearer token' : 'needs no token',
    ...(call.localized ? ['responds in the language of Accept-Language'] : []),
    call.effect === 'read' ? 'changes nothing, so the site may repeat it' : 'is sent only once',
    ...(callsWithRequestCode.has(callName) ? ['takes effect once per `code`'] : []),
  ]
  const successes = successStatuses(call).map((word) => `\`${word}\``)
  return [
    `### ${callName}`,
    wrapped(`${about} ${paths} ${inWords.format(facts)}.`, maxLineLength),
    ...(Object.keys(payload.properties ?? {}).length > 0 ? ['Payload:', fieldList(payload)] : ['Payload: `{}`']),
    ...(Object.keys(fields).length > 0 ? ['Response:', fieldList(response)] : []),
    [
      `- Success: ${successes.join(', ')}${needsStatus ? '' : ', or no `status`'}.`,
      ...Object.entries(refusals).map(([word, meaning]) => listItem(`\`${word}\`: ${meaning}.`)),
      listItem(`The site: ${site}`),
      listItem(`If it is missing or fails: ${cost}.`),
    ].join('\n'),
    ['```json', ...[example.payload, example.response].flatMap((part) => wrapJson(JSON.stringify(part))), '```'].join(
      '\n',
    ),
  ]
}

function fieldList({ properties = {}, required = [] }: schemas.JsonSchema): string {
  return Object.entries(properties)
    .map(([name, field]) => {
      const facts = [typeOf(field), ...(required.includes(name) ? [] : ['optional'])]
      const others = field[aliasesKey]?.map((alias) => `; also accepted as \`${alias}\``) ?? []
      return listItem(`\`${name}\` (${facts.join(', ')}): ${field.description}${others.join('')}`)
    })
    .join('\n')
}

function typeOf(schema: schemas.JsonSchema): string {
  const { $ref, enum: values, anyOf, type, minLength = 0, maxLength } = schema
  if ($ref) return recordLink($ref)
  if (values) return values.map((value) => `\`${value}\``).join(' ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.format === 'date') return 'day'
  if (schema.format === 'date-time' || anyOf?.[0]?.format)
    return type === 'string' || anyOf ? 'date and time' : 'date and time, or null'
  if (anyOf) return anyOf.map((member) => typeOf({ ...member, maxLength: undefined })).join(' or ')
  if (type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (type === 'string' && maxLength !== undefined) return `string, ${minLength} to ${maxLength}`
  return [type].flat().join(' or ')
}

function recordLink(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  return `[${name}](#${name.toLowerCase()})`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const maxLineLength = 140

function wrapped(text: string, width: number): string {
  return text.replace(new RegExp(`(?=.{${width + 1}})(.{1,${width}}) `, 'g'), '$1\n')
}

const listItem = (text: string): string => wrapped(`- ${text}`, maxLineLength - 2).replaceAll('\n', '\n  ')

function wrapJson(line: string): string[] {
  if (line.length <= maxLineLength) return [line]
  const comma = line.lastIndexOf(',', maxLineLength - 1)
  if (comma <= 0) return [line]
  return [line.slice(0, comma + 1), ...wrapJson(`  ${line.slice(comma + 1)}`)]
}
