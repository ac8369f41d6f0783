import { randomUUID } from 'node:crypto'
import { commands } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { ChipFilter } from '~/ui/link-row/link-row'
import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'
import { type List, listScreen } from './list.server'
import { Hidden, type Lead, soft, Ticked, tickBoxes } from './parts'
import { inquiryPage } from './records.server'
import { type BackofficeRequest, mayRun, type Page, read } from './screen'
import type { Row } from './values'

export function waitingScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, query, t, word } = backoffice
  const kind = query.kind === 'withdrawal' ? 'withdrawal' : 'deposit'
  const isWaiting = (row: Row) => row.state === stored.pending
  const back = new URLSearchParams(url.searchParams)
  for (const name of ['none', 'tick']) back.delete(name)
  const sent = { kind, back: `${url.pathname}?${back}`, requestId: randomUUID(), fixed: 'kind id' }
  // Ticked rows are those in the address, or all.
  const pick = tickBoxes(backoffice, {
    name: 'id',
    boxOf: (row) => (isWaiting(row) ? String(row.id) : undefined),
    isTicked: ({ id }) => query.tick.includes('') || query.tick.includes(String(id)),
    all: `${sent.back}&tick`,
  })
  const maySettle = mayRun(backoffice, 'approve')
  return listScreen(backoffice, t('nav.waiting'), [
    {
      command: 'movements',
      ...(maySettle && { pick }),
      around: (rows, all) => (
        <form method="post" action="/backoffice/command/approve" data-dialog="">
          <Hidden fields={Object.entries(sent)} />
          {query.none && <Alert kind="warning">{t('waiting.none')}</Alert>}
          {rows}
          {maySettle && all.some(isWaiting) && (
            <div className="row sticky">
              <Button variant="primary">{word('command.approve')}</Button>
              <Button variant="danger" formMethod="get" formAction="/backoffice/command/cancel">
                {word('command.cancel')}
              </Button>
              <Ticked {...backoffice} />
            </div>
          )}
        </form>
      ),
    },
  ])
}

/** Inquiries, those that wait first, or one of them with the form that answers it. */
export function inquiriesScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { id } = backoffice.query
  if (id) return inquiryPage(backoffice, id)
  return listScreen(backoffice, backoffice.t('nav.inquiries'), [{ command: 'requests' }], {
    leads: [['reset-requests']],
  })
}

export function contentScreen(backoffice: BackofficeRequest): Promise<Page> {
  const [list, popup] = [{ place: 'list' }, { place: 'popup' }]
  const leads: Lead[] = [
    ['add-notice', list],
    ['add-notice', popup],
    ['note'],
    ['add-referral-code'],
    ['add-pay-account'],
    ['save-template'],
    ['site-maintenance', { used: 'n' }],
    ['site-maintenance', { used: 'y' }],
  ]
  const lists: List[] = [
    { command: 'notices' },
    { command: 'pay-accounts' },
    { command: 'templates' },
    { command: 'providers', shownRows: 8 },
    { command: 'referral-codes', shownRows: 8 },
  ]
  return listScreen(backoffice, backoffice.t('nav.content'), lists, { leads })
}

export function peopleScreen(backoffice: BackofficeRequest): Promise<Page> {
  const lists = [{ command: 'first-approvals' }, { command: 'tokens' }] as const
  return listScreen(backoffice, backoffice.t('nav.people'), lists, { leads: [['make-token']] })
}

export async function booksScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t } = backoffice
  const { store, lastChecks } = await read(backoffice, 'overview')
  const at = lastChecks.backup === null ? t('never') : formatSeoulMinute(lastChecks.backup)
  const leads: Lead[] = [['audit'], ['export'], ['bundle'], ['correct'], ['retention'], ['callback-secret'], ['who-is']]
  leads.push(['end-play-money'], ['test-alert'])
  const lists = [{ command: 'ledger' }, { command: 'linked-accounts' }, { command: 'alerts', shownRows: 8 }] as const
  const backups = soft(
    store === 'pglite' ? t('refused.own_folder') : `${t('books.lastBackup', { at })} ${t('books.pgDump')}`,
  )
  return listScreen(backoffice, t('nav.books'), lists, { leads, intro: backups })
}

export function logScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t } = backoffice
  const isAll = backoffice.query.all
  const names = Object.entries(commands).flatMap(([name, { kind, isLogin }]) =>
    isAll || (kind === 'change' && !isLogin) ? [name] : [],
  )
  const items = [
    { to: '/backoffice/log', text: t('log.changes'), current: !isAll },
    { to: '/backoffice/log?all', text: t('log.all'), current: isAll },
  ]
  const beside = <ChipFilter label={t('log.which')} items={items} />
  const payload = { changes: !isAll, upTo: undefined }
  return listScreen(backoffice, t('nav.log'), [{ command: 'acts', payload, choices: { act: names }, beside }])
}
