import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { StatusBadge } from '~/components/status-badge'
import { type I18n, useI18n } from '~/i18n/i18n'
import { acceptedMessages, isCancelled, isDone, isOpen, isPending } from '~/money/movement-status'
import { historySectionHref } from '~/paths/page-sections'
import { receiptHref } from '~/paths/receipt-href'
import { useExclusion, useSession } from '~/shell/session-state'
import { Card } from '~/ui/card/card'
import { Icon } from '~/ui/icon/icon'
import { MoreLink, TextLink } from '~/ui/text-link/text-link'
import { useToast } from '~/ui/toast/toast'
import * as css from './receipt.css'
import { arrivingWon, type TrackedMovement, type WaitingMovements } from './tracked-movement'

/**
 * Follows a movement while it waits and the page is visible, for five minutes at most. When it is settled, a toast says
 * so and the member's money is fetched anew.
 *
 * @param onChange is told each status that was looked up.
 * @returns it with its latest status.
 */
export function useTrackedMovement(
  movement: TrackedMovement,
  onChange?: (movement: TrackedMovement) => void,
): TrackedMovement {
  const i18n = useI18n()
  const toast = useToast()
  const { refreshMember } = useSession()
  const key = [movement.list, movement.id, movement.at].join(' ')
  const [seen, setSeen] = useState<{ key: string; status: string; settledAt?: string | undefined } | null>(null)
  const isFollowed = movement.isListed && (movement.status === undefined || isOpen(movement))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether it is another movement.
  useEffect(() => {
    if (!isFollowed) return
    let stop = () => {}
    let isLeft = false
    const handleSeen = (status: string, settledAt?: string) => {
      setSeen({ key, status, settledAt })
      onChange?.({ ...movement, status, settledAt })
      if (isOpen({ status })) return true
      const hasArrived = isDone({ status })
      toast({ kind: hasArrived ? 'success' : 'info', text: formatState({ ...movement, status }, i18n) })
      refreshMember()
      return false
    }
    import('./follow-movement').then(
      ({ followMovement }) => {
        if (!isLeft) stop = followMovement(movement, handleSeen)
      },
      // Without this code the link still looks again.
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [key, isFollowed])

  if (seen?.key !== key) return movement
  return { ...movement, status: seen.status, settledAt: seen.settledAt }
}

/** What is known of a movement, in a sentence. */
function formatState(movement: TrackedMovement, { t, won }: I18n): string {
  const { list } = movement
  const amount = won(arrivingWon(movement))
  if (isDone(movement)) return t(`tracker.${list}.done`, { amount })
  if (isCancelled(movement)) return t(`tracker.${list}.cancelled`, { amount })
  return t(`${acceptedMessages[list]}.text`)
}

/**
 * How far a movement is: asked, a state of the upstream's own if it is in one, arrived or cancelled; only asked where
 * the upstream has no list that would say more. Its changes are announced by the toast of `useTrackedMovement`, so the
 * steps are no live region.
 */
export function MovementSteps({ movement }: { movement: TrackedMovement }) {
  const { t } = useI18n()
  const isSettled = isDone(movement) || isCancelled(movement)
  const between = movement.status && !isSettled && !isPending(movement) ? movement.status : undefined
  const last = isCancelled(movement) ? t('status.cancelled') : t(`tracker.step.${movement.list}`)
  const steps = [
    t('tracker.step.asked'),
    ...(between === undefined ? [] : [between]),
    ...(movement.isListed ? [last] : []),
  ]
  const current = isSettled || !movement.isListed ? steps.length - 1 : steps.length - 2
  return (
    <ol className={css.steps} aria-label={t('tracker.label')}>
      {steps.map((step, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change places.
          key={at}
          className={css.step({ state: at > current ? 'ahead' : at === current ? 'current' : 'past' })}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={css.mark}>
            {at <= current && <Icon name={isCancelled(movement) && at === current ? 'x' : 'check'} size={16} />}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

/**
 * What comes next, how long it usually takes, and a link that looks again where that is possible. During a break or
 * self-exclusion a deposit is shown as it stands: with no time by which it should come, and no request to pay it.
 */
export function MovementOutlook({ movement, refreshHref }: { movement: TrackedMovement; refreshHref: string }) {
  const i18n = useI18n()
  const { t } = i18n
  const { isListed, isTransfer, list, status, usual } = movement
  const isClosed = useExclusion() !== null && list === 'deposit'
  const isForMemberToSend =
    list === 'deposit' && !isClosed && isTransfer && (status === undefined || isPending(movement))
  return (
    <p className={css.outlook}>
      {formatState(movement, i18n)}
      {isForMemberToSend && (
        <>
          {` ${t('tracker.transfer')} `}
          <TextLink to={`${href('/deposit')}#account`}>{t('tracker.transfer.account')}</TextLink>
        </>
      )}
      {status !== undefined && !isOpen(movement) ? null : (
        <>
          {usual !== undefined && !isClosed && ` ${t('tracker.usual', { time: usual })}`}{' '}
          {isListed && <TextLink to={refreshHref}>{t('tracker.again')}</TextLink>}
        </>
      )}
    </p>
  )
}

/** Movements that were looked up since the page was loaded, latest last, and a function that adds one. */
export function useMovementChanges() {
  const [changes, setChanges] = useState<readonly TrackedMovement[]>([])
  return [changes, (movement: TrackedMovement) => setChanges((all) => [...all, movement])] as const
}

interface WaitingPanelsProps {
  waiting: WaitingMovements
  /** The page's own path. */
  refreshHref: string
  /** Is told each status that was looked up. */
  onChange: (movement: TrackedMovement) => void
}

/**
 * The movements that wait, each followed: the newest of each kind with its steps, older ones in short, and a link to the
 * history for those that are too many.
 */
export function WaitingPanels({ waiting: { tracked, untrackedCount }, refreshHref, onChange }: WaitingPanelsProps) {
  const { t } = useI18n()
  return (
    <>
      {tracked.map((movement) => {
        const { list, id, at } = movement
        const isNewest = movement === tracked.find((one) => one.list === list)
        return (
          <MovementPanel
            key={[list, id, at].join(' ')}
            movement={movement}
            onChange={onChange}
            refreshHref={isNewest ? refreshHref : undefined}
          />
        )
      })}
      {untrackedCount > 0 && (
        <div>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: untrackedCount })}</MoreLink>
        </div>
      )}
    </>
  )
}

/** A movement that waits, followed. @param refreshHref the page's own path; without it the steps are left out. */
function MovementPanel({
  movement: loaded,
  refreshHref,
  onChange,
}: {
  movement: TrackedMovement
  refreshHref: string | undefined
  onChange: WaitingPanelsProps['onChange']
}) {
  const { dateTime, t, won } = useI18n()
  const movement = useTrackedMovement(loaded, onChange)
  const { list, id, at } = movement
  const name = t(`movement.${list}`)
  const note = (
    <p className={css.note}>
      {dateTime(at)}
      {id !== undefined && (
        <>
          {' · '}
          <TextLink to={receiptHref({ list, id, at })} aria-label={`${t('receipt.number')} ${id}`}>
            {id}
          </TextLink>
        </>
      )}
    </p>
  )
  return (
    <Card title={`${name} ${won(movement.won)}`} end={<StatusBadge status={movement.status} />}>
      {refreshHref === undefined ? (
        note
      ) : (
        <>
          <MovementSteps movement={movement} />
          <div>
            <MovementOutlook movement={movement} refreshHref={refreshHref} />
            {note}
          </div>
        </>
      )}
    </Card>
  )
}
