import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { TextLink } from '~/ui/text-link/text-link'
import { days, toSeconds } from '~/values/durations'
import { joinEntries, splitEntries } from '~/values/followed-transaction'
import { readCookie, writeCookie } from './cookies'
import { unreadableNote } from './parts/unreadable-money'
import type { SettledTransaction } from './shell-data'

/** Says once what was settled since the member's last page. It stays while the page's data is loaded anew. */
export function SettledAlert({ settled }: { settled: readonly SettledTransaction[] }) {
  const i18n = useI18n()
  const { sentences, t, won } = i18n
  const { key, pathname, search } = useLocation()
  const [shown, setShown] = useState({ key, settled })
  const before = shown.key === key ? shown.settled : []
  const next = [...before, ...settled.filter(({ entries }) => !before.some((one) => one.entries === entries))]
  if (shown.key !== key || next.length > before.length) setShown({ key, settled: next })
  useEffect(() => {
    for (const { entries } of settled) rememberTold(entries)
  }, [settled])
  const page = useMatches().at(-1)?.loaderData
  const hasReceipt = typeof page === 'object' && page !== null && 'receipt' in page && page.receipt !== null
  // Its receipt says so itself.
  const told = next.filter(({ href }) => !hasReceipt || href !== pathname + search)
  if (told.length === 0) return null
  return (
    <Alert kind={told.every(({ ending }) => ending === 'done') ? 'success' : 'info'}>
      {told.map(({ list, id, won: sum, ending, reason, href, entries }) => (
        <p key={entries}>
          {sentences(t(`tracker.${list}.${ending}`, { amount: won(sum) }), unreadableNote(i18n, [sum]), reason)}{' '}
          {href !== undefined && (
            <TextLink to={href} aria-label={`${t(`receipt.${list}.title`)} ${id}`}>
              {t('receipt.title')}
            </TextLink>
          )}
        </p>
      ))}
    </Alert>
  )
}

/** More than are ever followed at once. */
const maxTold = 24

/** Keeps the next pages from saying again what this one has said. @param entries of the cookie of those under way. */
export function rememberTold(entries: string): void {
  const told = new Set([...splitEntries(readCookie('told')), ...splitEntries(entries)])
  writeCookie('told', joinEntries([...told].slice(-maxTold)), toSeconds(days(30)))
}
