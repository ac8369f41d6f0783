import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { unreadableNote } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { readCookie, writeCookie } from '~/navigation/cookies'
import type { SettledTransaction } from '~/session/shell-data'
import { Alert } from '~/ui/alert/alert'
import { TextLink } from '~/ui/text-link/text-link'
import { receiptHref } from '~/values/addresses'
import { announcedCookie } from '~/values/script-cookies'
import { isDone, joinEntries, netAmount, splitEntries } from '~/values/transaction'

/** Announces settlements since the member's last page once, also while the page's data is loaded again. */
export function SettledAlert({ settled }: { settled: readonly SettledTransaction[] }) {
  const { key, pathname, search } = useLocation()
  const [shown, setShown] = useState({ key, settled })
  const before = shown.key === key ? shown.settled : []
  const next = [...before, ...settled.filter(({ entries }) => !before.some((alert) => alert.entries === entries))]
  if (shown.key !== key || next.length > before.length) setShown({ key, settled: next })
  useEffect(() => {
    for (const { entries } of settled) markAnnounced(entries)
  }, [settled])
  const page = useMatches().at(-1)?.loaderData
  const hasReceipt = typeof page === 'object' && page !== null && 'receipt' in page && page.receipt !== null
  // A receipt page shows the settlement.
  const announced = next.filter(({ transaction }) => !hasReceipt || hrefOf(transaction) !== pathname + search)
  if (announced.length === 0) return null
  return (
    <Alert kind={announced.every(({ transaction }) => isDone(transaction)) ? 'success' : 'info'}>
      {announced.map(({ transaction, entries }) => (
        <p key={entries}>
          <Settled transaction={transaction} />
        </p>
      ))}
    </Alert>
  )
}

function Settled({ transaction }: Pick<SettledTransaction, 'transaction'>) {
  const i18n = useI18n()
  const { sentences, t, won } = i18n
  const { kind, id, reason } = transaction
  const [ending, amount] = isDone(transaction)
    ? (['done', netAmount(transaction)] as const)
    : (['cancelled', transaction.amount] as const)
  const to = hrefOf(transaction)
  return (
    <>
      <span>
        {sentences(t(`tracker.${kind}.${ending}`, { amount: won(amount) }), unreadableNote(i18n, [amount]), reason)}
      </span>{' '}
      {to !== undefined && (
        <TextLink to={to} aria-label={`${t(`receipt.${kind}.title`)} ${id}`}>
          {t('receipt.title')}
        </TextLink>
      )}
    </>
  )
}

/** Returns the address of a transaction's receipt; undefined where the upstream has no id for it. */
function hrefOf({ kind, id, at }: SettledTransaction['transaction']): string | undefined {
  return id === undefined ? undefined : receiptHref({ kind, id, at })
}

const maxAnnounced = 24

/** Keeps the next pages from announcing these again. @param entries of the cookie of pending transactions. */
function markAnnounced(entries: string): void {
  const { name, maxAgeSeconds } = announcedCookie
  const announced = new Set([...splitEntries(readCookie(name)), ...splitEntries(entries)])
  writeCookie(name, joinEntries([...announced].slice(-maxAnnounced)), maxAgeSeconds)
}
