import { type CommandName, type CommandResult, commands, isCommandName } from '~/embedded/desk/commands'
import { formatSeoulMinute } from '~/values/seoul'
import { type List, listScreen } from './list.server'
import { A, Badge } from './parts'
import { type DeskRequest, type Page, read } from './screen'
import { memberHref, movementHref, type Row, textOf } from './values'

/** Notices, pop-ups, providers and referral codes. */
export function contentScreen(desk: DeskRequest): Promise<Page> {
  const { t, word } = desk.texts
  const notices: List = {
    command: 'notices',
    title: t('content.list'),
    cells: {
      title: ({ title, contents }) => (
        <>
          <b>{String(title)}</b>
          <p className="soft">{String(contents)}</p>
        </>
      ),
    },
    tools: ({ shown, place, idx }) => (shown ? [['end-notice', { place: String(place), idx: String(idx) }]] : []),
  }
  const providers: List = {
    command: 'providers',
    title: t('content.providers'),
    tools: ({ code, used }) => {
      const next = used === 'y' ? 'n' : 'y'
      return [['maintenance', { provider: String(code), used: next }, word(`command.maintenance.${next}`)]]
    },
  }
  const codes: List = {
    command: 'referral-codes',
    title: t('content.codes'),
    tools: (row) => (row.removedAt ? [] : [['remove-referral-code', { code: String(row.code) }]]),
  }
  const leads: Parameters<typeof listScreen>[3] = [
    ['add-notice', { place: 'list' }],
    ['add-notice', { place: 'popup' }],
    ['note'],
    ['add-referral-code'],
  ]
  return listScreen(desk, t('nav.content'), [notices, providers, codes], leads)
}

/** Who works at the desk, and what waits for a second person. */
export async function peopleScreen(desk: DeskRequest): Promise<Page> {
  const { texts } = desk
  const { t } = texts
  const approvals: List = {
    command: 'first-approvals',
    title: t('people.approvals'),
    id: 'approvals',
    cells: {
      act: ({ act, kind }) => `${textOf(texts, 'act', act)} ${kind ? textOf(texts, 'kind', kind) : ''}`,
      // The number says which deposit or withdrawal it is, and a box that is not ticked says nothing.
      request: ({ request }) => {
        const { id: _, kind: _kind, unpaid, ...asked } = request as Row
        return textOf(texts, 'request', unpaid ? { ...asked, unpaid } : asked)
      },
    },
    tools: (row) => [...followed(desk, row), ['end-first-approval', { id: String(row.id) }]],
  }
  const tokens: List = {
    command: 'tokens',
    title: t('people.tokens'),
    cells: {
      secondFactor: ({ secondFactor: isSet }) => (
        <Badge tone={isSet ? 'good' : 'warn'} text={t(isSet ? 'factor.on' : 'factor.off')} />
      ),
      endedAt: ({ endedAt: at }) =>
        typeof at === 'string' ? (
          <Badge text={`${t('state.ended')} ${texts.time(at)}`} />
        ) : (
          <Badge tone="good" text={t('live.true')} />
        ),
    },
    tools: (row) => (row.endedAt ? [] : [['end-token', { name: String(row.name) }]]),
  }
  return listScreen(desk, t('nav.people'), [approvals, tokens], [['make-token']])
}

/** What a second person does of a first approval, and the first person with a file that was opened to them. */
function followed({ operator, texts: { t } }: DeskRequest, row: Row): ReturnType<NonNullable<List['tools']>> {
  const { act, id, by, member, openedBy, request } = row as CommandResult<'first-approvals'>['rows'][number]
  if (!isCommandName(act)) return []
  const isFile = commands[act].kind === 'download'
  const again = { first: id, ...(member === null ? {} : { member }), ...textsOf(request) }
  if (by === operator.name) return openedBy === null ? [] : [[act, again, t('approvals.open')]]
  return isFile ? [['open-download', { approval: id }]] : [[act, again, t('approvals.follow')]]
}

/** The fields of a request as a form has them: `bank.number` of a group. */
function textsOf(request: Readonly<Record<string, unknown>>, before = ''): Record<string, string> {
  const fields = Object.entries(request).map(([name, value]) =>
    typeof value === 'object' && value !== null
      ? textsOf(value as Record<string, unknown>, `${before}${name}.`)
      : { [before + name]: String(value) },
  )
  return Object.assign({}, ...fields)
}

/** The books: proofs, files, data care. */
export async function booksScreen(desk: DeskRequest): Promise<Page> {
  const { t } = desk.texts
  const { store, lastChecks } = await read(desk, 'overview')
  const at = lastChecks.backup === null ? t('never') : formatSeoulMinute(lastChecks.backup)
  const leads: readonly CommandName[] = [
    ...(['audit', 'export'] as const),
    ...(store === 'pglite' ? (['backup'] as const) : []),
    ...(['bundle', 'correct', 'retention', 'callback-secret', 'who-is', 'end-play-money'] as const),
  ]
  return listScreen(
    desk,
    t('nav.books'),
    [
      { command: 'ledger', title: t('books.ledger'), cells: entryCells(desk) },
      { command: 'linked-accounts', title: t('books.linked') },
    ],
    leads.map((command) => [command]),
    <p className="soft">
      {t('books.lastBackup', { at })} {store === 'postgres' && t('books.pgDump')}
    </p>,
  )
}

/**
 * How entries of the ledger are shown: with their sign, whose account it is, and a cause that is a deposit or withdrawal leads
 * to it, and a correction, with its reason, to the log. Of a settled bet the comp and the jackpot's share are not its win.
 */
export const entryCells = ({ texts }: Pick<DeskRequest, 'texts'>, isOfMember = false): List['cells'] => ({
  won: ({ won }) => (
    <b className={Number(won) > 0 ? 'in' : undefined}>
      {Number(won) > 0 && '+'}
      {textOf(texts, 'won', won)}
    </b>
  ),
  account: ({ account, member, provider }) => (
    <>
      {textOf(texts, 'account', account)}{' '}
      {member && !isOfMember ? <A to={memberHref(String(member))} text={String(member)} /> : null}
      {provider ? String(provider) : null}
    </>
  ),
  cause: ({ cause, causeId, account, member, at, reason }) => {
    const text = texts.word(`cause.${cause}.${account}`, textOf(texts, 'cause', cause))
    if (/^(?:deposit|withdrawal)/.test(String(cause)) && causeId) return <A to={movementHref(causeId)} text={text} />
    if (cause !== 'correction' || !member) return text
    const day = formatSeoulMinute(String(at)).slice(0, 10)
    const lines = new URLSearchParams({ act: 'correct', member: String(member), from: day, to: day })
    return (
      <>
        <A to={`/desk/log?${lines}`} text={text} />
        {reason ? <p className="soft">{String(reason)}</p> : null}
      </>
    )
  },
})
