import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { EmptyPage, ReferenceBadge } from '~/components/empty-page'
import { useI18n } from '~/i18n/i18n'
import { useReload } from '~/navigation/reload'
import { PostForm } from '~/session/post-form'
import { isDataBlocked, reachSite } from '~/session/site-response'
import { type SentMoneyForm, useTabState } from '~/session/tab-state'
import { SupportLink } from '~/shell/footer/contact-links'
import { StateBadge } from '~/transactions/state-badge'
import { focusedByScript } from '~/ui/base.css'
import { Button, ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { plainText } from '~/ui/text.css'
import { historySectionHref } from '~/values/addresses'
import { parseAmount } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { ownerFieldName, ownerOf } from '~/values/form-owner'
import { findTransaction, type TransactionList } from '~/values/transaction'
import * as css from './cashier.css'
import { type ListedRow, type LookupOutcome, type LookupResult, lookUpTransaction } from './find-sent-transaction'
import type { MoneyResult } from './money-form'

type ListProps = { kind: TransactionList; rows: readonly ListedRow[] }

/** Replaces a form if the site got no response from the upstream. The form can't be sent again from here. */
export function UnknownOutcome({ unknown, kind, rows }: ListProps & { unknown: NonNullable<MoneyResult['unknown']> }) {
  const { t } = useI18n()
  const { lookup, reference } = unknown
  return (
    <Panel
      text={lookup.kind === 'found' ? t('outcome.unknown.found') : t('outcome.unknown.text')}
      leadsToHistory
      note={lookup.kind === 'not-found' ? t('outcome.unknown.missing') : undefined}
      details={lookup.kind === 'found' && <SentCard kind={kind} rows={rows} found={lookup.identity} />}
    >
      <p>
        <ReferenceBadge number={reference} />
      </p>
    </Panel>
  )
}

const lookupNotes = {
  'not-found': 'outcome.lost.missing',
  'no-list': 'outcome.lost.nowhere',
  offline: 'outcome.lost.offline',
} as const

/**
 * Replaces a form if the browser got no response from the site. A button searches the history. If the transaction is
 * not listed, the form can be sent again with the same request code, which never moves money twice.
 */
export function UnknownOutcomeOfForm({ sent, kind, rows }: ListProps & { sent: SentMoneyForm }) {
  const { t } = useI18n()
  const amount = readSentAmount(sent, kind === 'comp' ? 'points' : 'balance')
  const reload = useReload()
  const isSending = useNavigation().state !== 'idle'
  const [isBlocked, setIsBlocked] = useState(false)
  const [lookup, setLookup] = useState<Exclude<LookupOutcome, { kind: 'another-member' }>>()
  // A new failure invalidates an earlier lookup.
  const [last, setLast] = useState(sent)
  if (last !== sent) {
    setLast(sent)
    setLookup(undefined)
  }

  async function searchHistory() {
    const result = await lookUpTransaction({ list: kind, amount, sentAt: sent.sentAt, owner: ownerOf(sent.fields) })
    // If another member has logged in, the page reloads without the form.
    if (result.kind === 'another-member') return reload()
    setIsBlocked(await isDataBlocked(sent.pathname))
    setLookup(result)
    // Updates the transaction's row and the balance in the header.
    if (result.kind === 'found') reload()
  }

  const isFound = lookup?.kind === 'found'
  const canRepeat = lookup?.kind === 'not-found' || lookup?.kind === 'no-list'
  return (
    <Panel
      title={isFound ? t('outcome.lost.found.title') : undefined}
      text={isFound ? t('outcome.lost.found') : t('outcome.lost.text')}
      focusKey={isFound ? lookup : sent}
      leadsToHistory={isFound}
      note={lookup && lookup.kind !== 'found' ? t(lookupNotes[lookup.kind]) : undefined}
      details={<SentCard kind={kind} rows={rows} found={isFound ? lookup.identity : undefined} amount={amount} />}
      action={
        <>
          {canRepeat && (
            <PostForm reloadDocument={isBlocked}>
              {[...sent.fields].map(
                ([field, value]) =>
                  field !== ownerFieldName && <input key={field} type="hidden" name={field} value={String(value)} />,
              )}
              <Button type="submit" variant="primary" busy={isSending} busyText={t('common.sending')}>
                {t('outcome.lost.again')}
              </Button>
            </PostForm>
          )}
          {!isFound && <LookAgain variant={canRepeat ? 'quiet' : 'primary'} look={searchHistory} />}
        </>
      }
    />
  )
}

/** Reports the unknown outcome of a transfer out of games. The refreshed balances show the result. */
export function UnknownTransferOut({ sent }: { sent: SentMoneyForm }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const state = useTabState()
  const [isOffline, setIsOffline] = useState(false)

  async function refreshBalances() {
    const siteResponse = await reachSite()
    setIsOffline(!siteResponse)
    if (!siteResponse) return
    await navigate('.', { replace: true })
    state.setSentMoneyForm(undefined)
  }

  return (
    <Panel
      text={t('outcome.lost.transferToWallet')}
      focusKey={sent}
      note={isOffline ? t('outcome.lost.offline') : undefined}
      action={<LookAgain variant="primary" look={refreshBalances} />}
    />
  )
}

function LookAgain({ variant, look }: { variant: 'quiet' | 'primary'; look: () => Promise<void> }) {
  const { t } = useI18n()
  const [isLooking, setIsLooking] = useState(false)
  async function handleClick() {
    setIsLooking(true)
    await look()
    setIsLooking(false)
  }
  return (
    <Button type="button" variant={variant} busy={isLooking} busyText={t('outcome.lost.looking')} onClick={handleClick}>
      {t('tracker.again')}
    </Button>
  )
}

interface PanelProps {
  title?: string | undefined
  text: string
  focusKey?: unknown
  note?: string
  details?: ReactNode
  action?: ReactNode
  leadsToHistory?: boolean
  children?: ReactNode
}

function Panel({ title, text, focusKey, note, details, action, leadsToHistory, children }: PanelProps) {
  const { t } = useI18n()
  // Takes the focus, because the form that had it is gone.
  const panelRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key triggers the effect, which doesn't read it.
  useEffect(() => panelRef.current?.focus(), [focusKey])
  return (
    <div ref={panelRef} tabIndex={-1} className={focusedByScript}>
      <EmptyPage
        title={title ?? t('outcome.unknown.title')}
        text={text}
        action={
          <>
            {action}
            <ButtonLink to={historySectionHref} variant={leadsToHistory ? 'primary' : 'quiet'}>
              {t('outcome.unknown.history')}
            </ButtonLink>
            <SupportLink>{t('nav.help')}</SupportLink>
          </>
        }
      >
        <div role="status">{note !== undefined && <p className={plainText}>{note}</p>}</div>
        {details && <div className={css.foundTransaction}>{details}</div>}
        {children}
      </EmptyPage>
    </div>
  )
}

type Identity = Extract<LookupResult, { kind: 'found' }>['identity']

/** Shows the transaction as the list has it or, if the page doesn't list it, its amount. */
function SentCard({ kind, rows, found, amount }: ListProps & { found: Identity | undefined; amount?: ParsedAmount }) {
  const { dateTime, number, t, won } = useI18n()
  const row = found && findTransaction(rows, found)
  const moved = row ? row.amount : (found?.amount ?? amount)
  const term = t(kind === 'comp' ? 'comp.title' : `transaction.${kind}`)
  const items: DescriptionItem[] = [{ term, value: kind === 'comp' ? number(moved) : won(moved), strong: true }]
  if (row) items.push({ term: t('user.history.time'), value: dateTime(row.at) })
  if (row?.kind && row.status) items.push({ term: t('user.history.status'), value: <StateBadge transaction={row} /> })
  return (
    <Card>
      <DescriptionList items={items} />
    </Card>
  )
}

export function readSentAmount({ fields }: Pick<SentMoneyForm, 'fields'>, name: string): number | undefined {
  const submitted = fields.get(name)
  return typeof submitted === 'string' ? parseAmount(submitted) : undefined
}
