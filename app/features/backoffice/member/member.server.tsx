import { canSeeContacts } from '~/embedded/backoffice/commands/definition'
import { holdTag } from '~/embedded/backoffice/commands/fields'
import { type FormField, fieldsOf } from '~/embedded/backoffice/commands/form-fields'
import type { CommandName } from '~/embedded/backoffice/commands/table'
import { Badge } from '~/ui/badge/badge'
import { Button } from '~/ui/button/button'
import { TextAreaField } from '~/ui/field/field'
import { seeOther } from '~/values/request'
import { formatSeoulMinute } from '~/values/seoul'
import { withdrawalHoldMs as holdMs } from '~/values/transaction'
import { DirectForm, Fields } from '../form/form'
import { transfersOf } from '../ledger'
import { drawLists, type List, listScreen } from '../list.server'
import { changeText } from '../log'
import { TagBadge } from '../marks'
import { Commands, Figures, type Lead, line, note, Part, soft, tickForm, titledPage, unfold } from '../parts'
import { type BackofficeRequest, mayRun, type Page, type Row, read } from '../screen'
import { Rows } from '../table'
import { Details, fieldName, hasMoney, memberHref, SignList, tagHref, textOf, transactionHref } from '../values'

/** Shows a member, or the members that a search finds. If it finds only one, leads to that member's page. */
export async function memberScreen(backoffice: BackofficeRequest): Promise<Page | Response> {
  const { t, url, query } = backoffice
  if (query.id) return memberPage(backoffice, query.id)
  const search = (query.search ?? '').trim()
  const [, inquiry] = /^(?:#|(?:문의|inquiry) *#?) *(\d{1,15})$/i.exec(search) ?? []
  if (inquiry) return seeOther(`/backoffice/inquiries?id=${inquiry}`)
  if (search) {
    const { rows } = await read(backoffice, 'members', { search })
    const found = rows.length === 1 ? rows[0] : rows.find(({ member }) => member === search.toLowerCase())
    if (found) return seeOther(memberHref(found.member))
  }
  if (/^[0-9A-Z]{4}[- ]?[0-9A-Z]{2}$/i.test(search)) {
    const found = await backoffice.client.call('movement', { number: search })
    if (found.kind === 'done') return seeOther(transactionHref(found.result.movement.number))
  }
  const title = search ? t('member.found', { search }) : t('nav.member')
  const tagged = url.searchParams.get('tagged')
  const leads: readonly Lead[] = tagged ? [['note-tagged', { tagged }]] : []
  const ticking = tickForm(backoffice, { command: 'add-tags', boxOf: ({ member }) => member })
  return listScreen(backoffice, title, [{ command: 'members', ...ticking }], { leads })
}

function listsOf({ t }: BackofficeRequest, member: string, acts: object): readonly List[] {
  const list = (command: CommandName, columns: string, more: Partial<List> = {}): List => ({
    ...{ command, columns: columns.split(' '), shownRows: 3, isHiddenEmpty: true },
    ...more,
    payload: { ...more.payload, member },
  })
  const [isFolded, state] = [true, 'all']
  const ofKind = (kind: 'deposit' | 'withdrawal') => {
    const about = { path: 'waiting', payload: { kind, state }, title: t(`queue.${kind}`), isHiddenEmpty: false }
    return list('movements', 'number won state appliedAt', about)
  }
  // Omits approvals of a transaction, because the transaction's own row shows them.
  const join = (rows: readonly Row[]) => rows.filter(({ number }) => number === null)
  return [
    list('first-approvals', 'act won by account request endsAt', { join, shownRows: undefined }),
    ofKind('deposit'),
    ofKind('withdrawal'),
    list('requests', 'title state madeAt answeredAt', { path: 'inquiries', payload: { state } }),
    list('bets', 'at game staked wins'),
    list('logins', 'at live browser address endedAt'),
    list('ledger', 'cause won account at after', { join: moneyOf }),
    list('ledger', 'cause won at after', { isFolded, payload: { account: 'comp' }, title: t('member.comp') }),
    list('acts', 'sentence at', {
      ...{ isFolded, path: 'log', payload: { changes: true }, title: t('member.acts'), result: acts },
    }),
    list('limit-changes', 'change by at', { isFolded }),
  ]
}

/** Returns the transfers, except those that move only comp, because every bet makes one. */
const moneyOf = (entries: readonly Row[]) =>
  transfersOf(entries).filter(({ sides }) => (sides as readonly Row[]).some(({ account }) => account !== 'comp'))

async function memberPage(backoffice: BackofficeRequest, id: string): Promise<Page> {
  const { url, t, word, time } = backoffice
  const mayShow = canSeeContacts(backoffice.operator.role)
  const isShown = mayShow && backoffice.query.show
  const found = await read(backoffice, 'member', { member: id, masked: !isShown })
  const { rows: notes } = await read(backoffice, 'internal-notes', { member: id })
  const { rows: resets } = await read(backoffice, 'reset-requests', { member: id })
  const { member, documents, waiting, unread, periods } = found
  const { used: deposited, pending, ...limits } = found.limits
  const { member: name, nick, tags, closedAt, level, joinedAt, lastLoginAt, referralCode, phone, bank } = member
  const acts = await read(backoffice, 'acts', { member: id, changes: true })
  const lists = await drawLists(backoffice, listsOf(backoffice, id, acts))
  const of = { member: name }
  const about = (...names: CommandName[]) => names.map((command): Lead => [command, of])
  const isResetRequested = resets.length > 0
  const hold = found.hold ?? undefined
  const [isHeld, lift] = [tags.includes(holdTag), about('lift-hold')]
  const reopen: Lead = ['close', { ...of, closed: '', used: 'y', fixed: 'member closed', preview: '' }]
  const leads: readonly Lead[] = closedAt
    ? [
        ...(hasMoney(member) ? about('pay-out') : []),
        reopen,
        ...(isHeld ? lift : []),
        ...about('correct', 'change-member', 'export-member', 'erase'),
      ]
    : [
        ['note', { to: name }],
        ...(isResetRequested ? about('reset-code', 'end-reset') : []),
        ...[...(isHeld ? lift : about('hold')), ...about('correct')],
        ...[...(isResetRequested ? [] : about('reset-code')), ...about('change-member', 'restrict', 'pay-out')],
        ['sign-out', { to: name }],
        ...about('end-second-factor', 'export-member', 'close', 'erase'),
      ]
  const { breakUntil, excludedUntil } = limits
  const state = closedAt ? 'closed' : excludedUntil ? 'excluded' : breakUntil ? 'onBreak' : 'open'
  const { erasedAt, withdrawalsHeldUntil: heldUntil } = member
  const logged = (atMs: number, ...names: CommandName[]) => changeText(backoffice, acts.rows, names, atMs)
  const moments = [
    ['member.closed', closedAt, logged(Date.parse(closedAt ?? ''), 'close')],
    ['member.erased', erasedAt],
    ['member.held', heldUntil, logged(Date.parse(heldUntil ?? '') - holdMs, 'change-member', 'end-second-factor')],
    ['member.break', breakUntil],
    ['member.excluded', excludedUntil],
  ] as const
  const warnings = [
    ...moments.flatMap(([key, at, by = '']) => (at === null ? [] : [`${t(key, { at: formatSeoulMinute(at) })} ${by}`])),
    ...(pending.length > 0 ? [`${fieldName(backoffice, 'pending')}: ${textOf(backoffice, 'pending', pending)}`] : []),
    ...resets.map(({ phone: given, isTheirPhone, lastAskedAt }) =>
      t(isTheirPhone ? 'member.asked' : 'member.asked.other', { phone: given, at: time(lastAskedAt) }),
    ),
  ]
  const figures = [
    ...(['cash', 'game', 'comp'] as const).map(
      (kind) => [fieldName(backoffice, kind), textOf(backoffice, kind, member[kind])] as const,
    ),
    ...(['deposits', 'withdrawals'] as const).map((kind) => {
      const { won } = waiting[kind]
      const to = `/backoffice/waiting?${new URLSearchParams({ kind: kind.slice(0, -1), ...of })}`
      return [t(`member.waiting.${kind}`), textOf(backoffice, 'won', won), to] as const
    }),
    [t('member.net'), textOf(backoffice, 'net', periods.always.net)] as const,
  ]
  const marks = tags.map((tag) => (
    <a key={tag} href={tagHref(tag)}>
      <TagBadge {...{ texts: backoffice, tag }} />
    </a>
  ))
  const names = soft(
    [nick, bank.owner, t('member.since', { day: formatSeoulMinute(joinedAt).slice(0, 10) })]
      .filter(Boolean)
      .join(' · '),
  )
  const more = line(names, <Badge kind={state === 'open' ? 'good' : 'warn'}>{t(`state.${state}`)}</Badge>, marks)
  const payOut = <Commands backoffice={backoffice} leads={about('pay-out')} isOfRow />
  const mayNote = mayRun(backoffice, 'add-internal-note')
  const own = { member: name, back: url.pathname + url.search }
  const choices = tags.filter((tag) => tag !== holdTag)
  const tagged = fieldsOf('tag-member').flatMap((field): FormField[] =>
    field.name === 'tags' ? [{ ...field, required: true, kind: choices.length > 0 ? 'list' : 'text', choices }] : [],
  )
  const accepted = documents.map(
    ({ document, version, acceptedAt: at }) =>
      `${word(`document.${document}`)} ${version.replaceAll('-', '-\u2060')} · ${time(at)}`,
  )
  const sums = (['deposits', 'withdrawals', 'net', 'staked', 'wins', 'revenue'] as const).map((measure) => ({
    'unit.won': fieldName(backoffice, measure),
    ...Object.fromEntries(Object.entries(periods).map(([period, all]) => [period, all[measure]])),
  }))
  const ofLimits = { ...limits, endsOnRequest: excludedUntil ? limits.endsOnRequest : null, deposited }
  const details = { level, joinedAt, referralCode, ...ofLimits, unread, documents: accepted }
  const held = hold
    ? t('member.onHold.by', { by: hold.by, at: formatSeoulMinute(hold.at), reason: hold.reason ?? '–' })
    : ''
  return titledPage(backoffice, name, { more, beside: <Commands backoffice={backoffice} leads={leads} shown={2} /> })(
    <Figures figures={figures} />,
    isHeld && note(`${t('member.onHold')} ${held}`, 'error', <Commands {...{ backoffice, leads: lift }} isOfRow />),
    warnings.map((text) => note(text)),
    closedAt && hasMoney(member) && note(t('member.left'), 'warning', payOut),
    <div className="columns">
      <div>
        <Part id="risk" title={t('risk.title')}>
          <SignList texts={backoffice} row={{ member: id, ...found.signs }} />
          {mayRun(backoffice, 'shared-with') && found.signs.sharedCount === 0 && soft(t('risk.unshared'))}
        </Part>
      </div>
      <div className="lists">{lists}</div>
      <div>
        <Part title={t('member.account')}>
          <Details texts={backoffice} values={{ bank, phone, lastLoginAt }} isCopied />
          {mayShow && !isShown && <a href={`${url.pathname}?${url.searchParams}&show`}>{t('member.show')}</a>}
          {unfold(t('member.limits'), <Details texts={backoffice} values={details} />)}
        </Part>
        {(mayNote || notes.length > 0) && (
          <Part title={t('member.notes')}>
            {notes.map(({ id: note, at, by, contents }) => (
              <blockquote key={note}>
                <p className="text">{contents}</p>
                <small>{`${by} · ${time(at)}`}</small>
              </blockquote>
            ))}
            {mayNote && (
              <>
                <DirectForm command="add-internal-note" fields={own}>
                  <TextAreaField name="contents" label={word('command.add-internal-note')} required rows={2} />
                  <Button>{t('member.save')}</Button>
                </DirectForm>
                <DirectForm command="tag-member" fields={own}>
                  <Fields texts={backoffice} fields={tagged} sent={new URLSearchParams({ tags: choices.join(' ') })} />
                  <Button>{t('member.save')}</Button>
                </DirectForm>
              </>
            )}
          </Part>
        )}
        <Part
          title={t('member.periods')}
          end={<a href={`/backoffice/figures?by=day&member=${name}`}>{t('nav.figures')}</a>}
        >
          <Rows texts={backoffice} columns={['unit.won', ...Object.keys(periods)]} rows={sums} isSheet />
        </Part>
      </div>
    </div>,
  )
}
