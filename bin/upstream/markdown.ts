import { type CallName, callsWithRequestCode, contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { gameCalls } from '~/upstream/contract/game-calls'
import { memberCalls } from '~/upstream/contract/member-calls'
import { messageCalls } from '~/upstream/contract/message-calls'
import { moneyCalls } from '~/upstream/contract/money-calls'
import { referenceOf } from './calls'
import type { Field, JsonSchema } from './field'
import { callNames, successWords } from './openapi'
import { optionOf, permissionFor } from './permissions'
import { records } from './records'

const groups = {
  Members: memberCalls,
  Messages: messageCalls,
  Games: gameCalls,
  Money: moneyCalls,
}

/**
 * The reference of docs/upstream.md: every call with its path, payload, response, statuses and an example, then the records.
 *
 * @param introduction the page's text above the calls, in Markdown.
 */
export function createReference(introduction: string): string {
  const parts = [
    introduction.trimEnd(),
    '## All calls',
    table(
      ['call', 'path', 'who', '', 'played'],
      callNames.map((callName) => {
        const { who, path, optional }: Call = contract[callName]
        return [`[${callName}](#${callName})`, `\`${path}\``, who, optional ? 'optional' : 'needed', playedBy(callName)]
      }),
    ),
  ]
  for (const [title, calls] of Object.entries(groups)) {
    parts.push(`## ${title}`)
    for (const callName of Object.keys(calls) as CallName[]) parts.push(...describeCall(callName))
  }
  parts.push('## Records')
  for (const [name, fields] of Object.entries(records)) parts.push(`### ${name}`, fieldList(fields))
  return `${parts.join('\n\n')}\n`
}

/** The option with which the conformance run plays a call. */
function playedBy(callName: CallName): string {
  const option = optionOf[permissionFor(callName)]
  return option === '' ? 'always' : `\`${option}\``
}

function describeCall(callName: CallName): string[] {
  const call: Call = contract[callName]
  const { about, payload, response, site, cost, refusals, example } = referenceOf(callName)
  const paths = [call.path, ...(call.alternatePaths ?? [])].map((path) => `\`POST ${path}\``).join(' or ')
  const facts = [
    call.who === 'member' ? 'with the member’s bearer token' : 'without a token',
    call.effect === 'read' ? 'changes nothing, may come twice' : 'sent once',
    ...(callsWithRequestCode.has(callName) ? ['at most once by `code`'] : []),
    ...(call.localized ? ['in the language of Accept-Language'] : []),
    ...(call.optional ? ['optional'] : []),
  ]
  const successes = successWords(call).map((word) => `\`${word}\``)
  return [
    `### ${callName}`,
    paragraph(`${about} ${paths}, ${facts.join(', ')}.`),
    ...(Object.keys(payload).length > 0 ? ['Payload:', fieldList(payload)] : ['Payload: `{}`']),
    ...(Object.keys(response).length > 0 ? ['Response:', fieldList(response)] : []),
    [
      `- Success: ${successes.join(', ')}${needsNoStatus(response) ? ', or no `status`' : ''}.`,
      ...Object.entries(refusals).map(([word, meaning]) => listItem(`\`${word}\`: ${meaning}.`)),
      listItem(`The site: ${site}`),
      listItem(`When it is missing or fails: ${cost}.`),
    ].join('\n'),
    ['```json', ...[example.payload, example.response].flatMap((part) => wrapJson(JSON.stringify(part))), '```'].join(
      '\n',
    ),
  ]
}

/** Whether a response without a status counts as a success: the named fields say it. */
function needsNoStatus(response: Readonly<Record<string, Field>>): boolean {
  return Object.values(response).some(({ optional }) => !optional)
}

function fieldList(fields: Readonly<Record<string, Field>>): string {
  return Object.entries(fields)
    .map(([name, { schema, about, optional }]) =>
      listItem(`\`${name}\` (${typeOf(schema)}${optional ? ', optional' : ''}): ${about}`),
    )
    .join('\n')
}

/** A schema's type in a word or two. */
function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return recordLink(schema.$ref)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(' ')
  if (Array.isArray(schema.anyOf)) {
    const [first, second] = schema.anyOf as JsonSchema[]
    if (second && 'const' in second) return 'date and time'
    return `${typeOf(first ?? {})} or null`
  }
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonSchema)}`
  if (schema.format === 'date') return 'day'
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  const { minLength, maxLength } = schema
  if (schema.type === 'string' && maxLength !== undefined) return `string, ${minLength ?? 0} to ${maxLength}`
  return String(schema.type)
}

function recordLink(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  return `[${name}](#${name.toLowerCase()})`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const maxLineLength = 140

function paragraph(words: string): string {
  return wrapWords(words, '').join('\n')
}

/** A list item, broken into lines of at most 140 characters. */
export function listItem(words: string): string {
  return wrapWords(`- ${words}`, '  ').join('\n')
}

/** Breaks a text between words into lines; those after the first begin with `indent`. */
function wrapWords(words: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > maxLineLength) {
      lines.push(line)
      line = `${indent}${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Breaks a line of JSON after commas. */
function wrapJson(line: string): string[] {
  if (line.length <= maxLineLength) return [line]
  const comma = line.lastIndexOf(',', maxLineLength - 1)
  if (comma <= 0) return [line]
  return [line.slice(0, comma + 1), ...wrapJson(`  ${line.slice(comma + 1)}`)]
}
