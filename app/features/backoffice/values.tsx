import { createElement, type ReactNode } from 'react'
import { isAlike } from '~/embedded/backoffice/commands/results'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { DescriptionList } from '~/ui/description-list/description-list'
import { stack } from '~/ui/layout/layout.css'
import { formatSeoulMinute, isMoment } from '~/values/seoul'
import { stored } from '~/values/status'
import { line, soft } from './parts'
import type { Row } from './screen'
import type { BackofficeTexts } from './texts'

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Keeps the parts of a day or of a number on one line. */
export const unbroken = (text: string) => text.replaceAll('-', '-\u2060')

export const hasMoney = (balances: Row) => ['cash', 'game', 'comp'].some((kind) => String(balances[kind]) !== '0')

export const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

export const sums = namesOf(
  `won turnover fee cash cashNow cashThen game sum staked wins revenue net deposits withdrawals flow corrections
  jackpotShare jackpotWon after day week month atLeast atMost credited creditedWon requested`,
)
const inOneLine = namesOf('bank bankBefore answerAccount you')
const worded = namesOf(`state kind method account cause role place used by status document language settledBy break
  exclude provider what address to share order event failure subject tag tagged who shown ended`)
const warnings = namesOf('accountChangedAt bankChangedAt breakUntil excludedUntil sameWon')
const badges: readonly (readonly [BadgeKind, ReadonlySet<string>])[] = [
  ['good', namesOf(`state.${stored.done} used.y shown.true live.true isThis.true inOrder.true secondFactor.true`)],
  ['warn', namesOf(`state.${stored.pending} state.first used.n isTheirPhone.false inOrder.false secondFactor.false`)],
  ['plain', namesOf(`state.${stored.cancelled} role.owner role.cashier role.support role.reader role.machine`)],
  ['good', namesOf('state.sent')],
  ['warn', namesOf('state.failed isUnsent.true shown.planned')],
  ['plain', namesOf('state.unsent')],
]
const warningOf = (field: string): BadgeKind | undefined =>
  field === 'memberClosedAt' ? 'bad' : warnings.has(field) ? 'warn' : undefined
/** Times of closures and notices are shown with their date, because they often end on another day. */
const dated = namesOf('closedAt closedUntil startsAt endsAt')
const nothing = '–'

export const fieldName = ({ word }: BackofficeTexts, field: string) =>
  word(`field.${field}`, word(`account.${field}`, field))

/** Names a field of a logged result. In refusals, `ended` is how a first approval ended, and else a number of devices. */
export const labelOf = (texts: BackofficeTexts, field: string, value: unknown) =>
  fieldName(texts, field === 'ended' && typeof value === 'string' ? 'ended.approval' : field)

export function wordOf({ word }: BackofficeTexts, field: string, text: string): string {
  if (field === 'act') return word(`command.${text}`, text)
  if (field === 'status') return word(`status.${text}`, word('log.refused'))
  return worded.has(field) ? word(`${field}.${text}`, text) : text
}

/** Formats a field of a command's result as one line. @param between separates the parts */
export function textOf(texts: BackofficeTexts, field: string, value: unknown, between = ', '): string {
  const { t, word, number, time } = texts
  if (value === null || value === undefined || value === '') return word(`empty.${field}`, nothing)
  if (typeof value === 'boolean') return word(`${field}.${value}`, t(value ? 'yes' : 'no'))
  if (field === 'pending') return raisesText(texts, value as Raises)
  if (Array.isArray(value))
    return value.map((item) => textOf(texts, field.replace(/s$/, ''), item)).join(', ') || nothing
  if (isObject(value)) return partsText(texts, field, value as Row, between)
  const text = String(value)
  if (sums.has(field) && /^-?\d+$/.test(text)) return t('won', { amount: number(value as number | string) })
  if (field === 'reality') return t('waits.minutes', { minutes: text })
  if (field === 'times') return t('times', { count: text })
  if (field === 'sameWon') return t('sameWon', { count: text })
  if (typeof value === 'number') return number(value)
  if (dated.has(field) && isMoment(text)) return formatSeoulMinute(text)
  return isMoment(text) ? time(text) : wordOf(texts, field, text)
}

/** Names a transaction's state. If another amount was credited, the requested deposit is cancelled. */
export const stateText = (texts: BackofficeTexts, { state, creditedWon }: Row) =>
  creditedWon ? texts.t('state.credited', { won: texts.number(String(creditedWon)) }) : textOf(texts, 'state', state)

function partsText(texts: BackofficeTexts, field: string, value: Row, between: string): string {
  if (field === 'firstApproval')
    return texts.t('approvals.by', { by: String(value.by), at: textOf(texts, 'at', value.at), id: String(value.id) })
  const entries = Object.entries(value).filter(([, inner]) => (inner ?? '') !== '')
  if (inOneLine.has(field)) {
    // The account holder's name comes last, regardless of the database's order.
    const isPerson = ([name]: [string, unknown]) => Number(name === 'owner' || name === 'holder')
    const sorted = entries.toSorted((left, right) => isPerson(left) - isPerson(right))
    return sorted.map(([, inner]) => String(inner)).join(' ')
  }
  const { count, won, ...more } = value
  if (count !== undefined && won !== undefined && Object.keys(more).length === 0)
    return texts.t('amount', { count: textOf(texts, 'count', count), won: textOf(texts, 'won', won) })
  // Parts of `time` are minutes, and parts of `accounts` are won. Parts without a value are omitted.
  const kind = ({ time: 'reality', accounts: 'won' } as Row)[field]
  const parts = entries.flatMap(([name, inner]) => {
    const text = textOf(texts, String(kind ?? name), inner)
    return text === nothing ? [] : [`${texts.word(`field.${field}.${name}`, labelOf(texts, name, inner))} ${text}`]
  })
  return parts.join(between) || nothing
}

type Raises = CommandResult<'member'>['limits']['pending']

function raisesText(texts: BackofficeTexts, raises: Raises): string {
  const lines = raises.map(({ name, value, from }) => {
    // A limit is named `<kind>_<period>`. A deposit limit is named only by its period.
    const [period = '', kind = 'deposit'] = name.split('_').reverse()
    const raised = value === null ? texts.t('limits.none') : textOf(texts, kind === 'time' ? 'reality' : 'won', value)
    const limit = `${fieldName(texts, kind)} ${fieldName(texts, period)}`
    return texts.t('limits.raise', { limit, raised, at: texts.time(from) })
  })
  return lines.join('\n') || nothing
}

type ValueProps = { texts: BackofficeTexts; field: string; value: unknown; between?: string } & {
  isCopied?: boolean | undefined
  isPlanned?: boolean
}

export function Value({ texts, field, value, between, isCopied, isPlanned }: ValueProps): ReactNode {
  const text = textOf(texts, field, value, between)
  const kind = (value ? warningOf(field) : undefined) ?? badges.find(([, names]) => names.has(`${field}.${value}`))?.[0]
  if (kind)
    return (
      <span className="short">
        <Badge kind={isPlanned ? 'plain' : kind}>{text}</Badge>
      </span>
    )
  if (field === 'member' && typeof value === 'string') return <a href={memberHref(value)}>{value}</a>
  if (typeof value === 'string' && isMoment(value))
    return <time {...{ dateTime: value, title: formatSeoulMinute(value) }}>{text}</time>
  if (field === 'bank' && isObject(value)) return <BankAccount bank={value} isCopied={isCopied} />
  if (field === 'signs') return <SignList texts={texts} row={value as Row} />
  if (field === 'won') return <b data-copy={isCopied ? String(value) : undefined}>{text}</b>
  if (isObject(value) && !Array.isArray(value) && Object.values(value).some(isObject))
    return <Details texts={texts} values={value} />
  return sums.has(field) ? <b>{text}</b> : text
}

export const withName = ({ locale }: BackofficeTexts, { nameKo, nameEn, ...row }: Row): Row =>
  nameKo ? { ...row, provider: locale === 'ko' ? nameKo : nameEn } : row

export const memberHref = (id: string) => `/backoffice/member?id=${encodeURIComponent(id)}`

export const tagHref = (tag: string) => `/backoffice/member?tagged=${encodeURIComponent(tag)}`

export const shortLink = (href: string, text: string) => (
  <a key={text} className="short" href={href}>
    {text}
  </a>
)

export const memberLink = (id: string) => shortLink(memberHref(id), id)

export const transactionHref = (number: unknown) =>
  `/backoffice/command/movement?number=${encodeURIComponent(String(number))}`

export type DetailsProps = Pick<ValueProps, 'texts' | 'isCopied'> & { values: object; before?: object | undefined }

export function Details({ texts, values, before, isCopied }: DetailsProps) {
  const earlier: Row = { ...before }
  const items = Object.entries(values).flatMap(([field, value]) => {
    const [was, is] = [field in earlier ? textOf(texts, field, earlier[field]) : undefined, textOf(texts, field, value)]
    const isChanged = was !== undefined && was !== is
    if ((is === nothing && !isChanged) || (field === 'accountChangedAt' && 'signs' in values)) return []
    if (field === 'nick' ? 'member' in values : field === 'signs' && signParts(texts, value).length === 0) return []
    const name = fieldName(texts, field)
    // In a preview, the new state must not look as if it had already been reached.
    const shown = <Value key={field} {...{ texts, field, value, isCopied }} between={'\n'} isPlanned={isChanged} />
    const nick = field === 'member' && Boolean((values as Row).nick) && ` ${(values as Row).nick}`
    return {
      term: Array.isArray(value) ? texts.word(`group.${field}`, name) : name,
      value: line(isChanged && <span className="soft plan">{was} → </span>, shown, nick),
      strong: isChanged,
    }
  })
  return items.length > 0 ? <DescriptionList items={items} /> : soft(texts.t('list.none'))
}

export type Cell = (row: Row) => ReactNode

/** Shows a sum in which a zero, with or without its unit, is the same quiet figure. */
export const sumText = (texts: BackofficeTexts, field: string, value: unknown): ReactNode =>
  Number(value) === 0 ? <small>{textOf(texts, field, value)}</small> : textOf(texts, field, value)

export const warningMark = (texts: BackofficeTexts, field: string, value: unknown) =>
  value ? <Badge kind={warningOf(field)}>{`${fieldName(texts, field)} ${textOf(texts, field, value)}`}</Badge> : null

export const transactionCells = (texts: BackofficeTexts) =>
  ({
    // A refused row may have only its number, and no member.
    member: ({ member, nick }) =>
      member ? line(memberLink(String(member)), ' ', <span className="soft">{String(nick ?? '')}</span>) : null,
    won: ({ won, kind, settledAt }) => (
      <b data-copy={kind === 'withdrawal' && !settledAt ? String(won) : undefined}>{textOf(texts, 'won', won)}</b>
    ),
    bank: ({ bank, bankBefore, paymentIdx, kind, settledAt }) =>
      bank || !paymentIdx
        ? line(
            <BankAccount bank={bank} isCopied={kind === 'withdrawal' && !settledAt} />,
            soft(bankBefore && `${fieldName(texts, 'bankBefore')}: ${textOf(texts, 'bankBefore', bankBefore)}`),
          )
        : `${fieldName(texts, 'paymentIdx')}: ${String(paymentIdx)}`,
    settledBy: ({ settledBy, firstApprovedBy: first }) => {
      const by = settledBy ? textOf(texts, 'settledBy', settledBy) : ''
      return line(Boolean(first) && `${String(first)} → `, <span className="short">{by}</span>)
    },
    number: ({ number }) => (number ? shortLink(transactionHref(number), String(number)) : null),
    state: ({ state, told, settledAt, creditedWon }) => {
      const at = settledAt ? <Value texts={texts} field="settledAt" value={settledAt} /> : null
      const name = creditedWon ? stateText(texts, { creditedWon }) : <Value texts={texts} field="state" value={state} />
      return line(name, ' ', at, soft(told))
    },
  }) satisfies Readonly<Record<string, Cell>>

function BankAccount({ bank, isCopied }: { bank: unknown; isCopied: boolean | undefined }) {
  if (!bank) return nothing
  const { name, number = '', owner } = bank as Readonly<Record<string, string>>
  const groups = /^\d{9,}$/.test(number) ? (number.match(/.{4}(?=..)|.+/g) ?? []) : [number]
  return (
    <>
      <span className="short">{name}</span>{' '}
      <span className="short" data-copy={isCopied && !number.includes('•') ? number : undefined}>
        {line(...groups.map((part) => createElement('i', null, part)))}
      </span>{' '}
      <b>{owner}</b>
    </>
  )
}

export type Signs = NonNullable<CommandResult<'movements'>['rows'][number]['signs']>

export function signParts(texts: BackofficeTexts, row: Row, isShort?: boolean): ReactNode[] {
  const { kind, accountChangedAt, turnover, deposited = 0, corrected = 0, hasDeposited } = row as Row & Partial<Signs>
  if (turnover === undefined || turnover === null) return []
  const isLow = hasFewBets(row)
  const isNone = String(turnover) === '0'
  const key = isLow ? (isNone ? 'none' : 'low') : String(deposited) !== '0' ? 'bets' : hasDeposited ? 'played' : 'empty'
  const values = { bets: texts.number(turnover), deposited: texts.number(deposited) }
  const long = texts.t(`signs.${key}`, values)
  const bets = (
    <span key="bets" title={long} className={isLow ? 'late' : undefined}>
      {isShort ? texts.t(hasDeposited ? 'signs.short' : 'signs.short.empty', values) : long}
    </span>
  )
  const corrections = isCorrected(row) && (
    <span key="corrected" className="late">
      {texts.t(isShort ? 'signs.corrected.short' : 'signs.corrected', { corrected: texts.number(corrected) })}
    </span>
  )
  const held = warningMark(texts, 'accountChangedAt', accountChangedAt)
  return [kind !== 'deposit' && bets, corrections, held, ...sharedParts(texts, row, isShort)].filter(Boolean)
}

export const SignList = ({ texts, row }: { texts: BackofficeTexts; row: Row }) => (
  <ul className={stack}>
    {signParts(texts, row).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have no state.
      <li key={index}>{part}</li>
    ))}
  </ul>
)

const isCorrected = ({ corrected = 0 }: Partial<Signs>) => String(corrected) !== '0'

const hasFewBets = ({ turnover = 0, deposited = 0 }: Partial<Signs>) => BigInt(turnover) < BigInt(deposited)

const manySharing = 10

/** Lists members with shared details. Counts those who share only a network or browser, as they may be strangers. */
export function sharedParts(texts: BackofficeTexts, row: Row, isShort = false): ReactNode[] {
  const { member, sharedWith = [], sharedCount = 0 } = row as Partial<Signs> & { member: string }
  const alike = sharedWith.filter(isAlike)
  const count = sharedCount - alike.length
  const network = texts.t(isShort ? 'signs.network' : 'signs.network.long', { count })
  const others = isShort ? `+${texts.number(count)}` : texts.t('signs.more', { count })
  const text = alike.length < sharedWith.length ? network : others
  const sharesOf = (names: readonly string[]) =>
    (isShort ? names.filter((share) => isAlike({ shares: [share] })) : names)
      .map((share) => texts.word(`share.${share}`))
      .join(', ')
  return [
    ...alike.map(({ member, shares }) => (
      <span key={member} className="overdue">
        {texts.t(isShort ? 'signs.same' : 'signs.shared', { shares: sharesOf(shares) })}:{' '}
        <a href={memberHref(member)}>{member}</a>
      </span>
    )),
    count > 0 && !(isShort && text === network && count > manySharing) && (
      <a
        className={text === network || count > manySharing ? 'soft' : undefined}
        href={`/backoffice/command/shared-with?member=${member}`}
      >
        {text}
      </a>
    ),
  ]
}
