import { useEffect, useState } from 'react'
import { StatusBadge } from '~/components/status-badge'
import { type I18n, useI18n } from '~/i18n/i18n'
import { acceptedMessages, isCancelled, isDone, isOpen, isPending } from '~/money/movement-status'
import { receiptHref } from '~/paths/receipt-href'
import { useExclusion, useSession } from '~/shell/session-state'
import { Card } from '~/ui/card/card'
import { Icon } from '~/ui/icon/icon'
import { TextLink } from '~/ui/text-link/text-link'
import { useToast } from '~/ui/toast/toast'
import * as css from './receipt.css'
import { arrivingWon, type TrackedMovement } from './tracked-movement'

/**
 * Follows a movement while it waits and the page is visible, for five minutes at most. When it is settled, a toast says
 * so and the member's money is fetched anew.
 *
 * @param movement null: nothing is followed.
 * @param onChange is told each status that was looked up.
 * @returns it with its latest status.
 */
export function useTrackedMovement(
  movement: TrackedMovement | null,
  onChange?: (movement: TrackedMovement) => void,
): TrackedMovement | null {
  const i18n = useI18n()
  const toast = useToast()
  const { refreshMember } = useSession()
  const key = movement && [movement.list, movement.id, movement.at].join(' ')
  const [seen, setSeen] = useState<{ key: string; status: string } | null>(null)
  const isFollowed = movement?.isListed === true && (movement.status === undefined || isOpen(movement))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether it is another movement.
  useEffect(() => {
    if (!isFollowed || key === null) return
    let stop = () => {}
    let isLeft = false
    const handleStatus = (status: string) => {
      setSeen({ key, status })
      onChange?.({ ...movement, status })
      if (isOpen({ status })) return true
      const hasArrived = isDone({ status })
      toast({ kind: hasArrived ? 'success' : 'info', text: formatState({ ...movement, status }, i18n) })
      refreshMember()
      return false
    }
    import('./follow-movement').then(
      ({ followMovement }) => {
        if (!isLeft) stop = followMovement(movement, handleStatus)
      },
      // Without the script the link still looks again.
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [key, isFollowed])

  return movement && seen?.key === key ? { ...movement, status: seen.status } : movement
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
 * the upstream has no list that would say more. Its changes are
 * announced by the toast of `useTrackedMovement`, so the steps are no live region.
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
          <TextLink to="/deposit#account">{t('tracker.transfer.account')}</TextLink>
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

/** A movement that waits, as a small panel. @param refreshHref the page's own path. */
export function MovementPanel({ movement, refreshHref }: { movement: TrackedMovement; refreshHref: string }) {
  const { dateTime, t, won } = useI18n()
  const { list, id, at } = movement
  const name = t(`movement.${list}`)
  return (
    <Card title={`${name} ${won(movement.won)}`} end={<StatusBadge status={movement.status} />}>
      <MovementSteps movement={movement} />
      <div>
        <MovementOutlook movement={movement} refreshHref={refreshHref} />
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
      </div>
    </Card>
  )
}

interface FollowedProps {
  movement: TrackedMovement
  onChange: (movement: TrackedMovement) => void
}

/** The same, followed by itself. */
export function MovementTracker({ movement, refreshHref, onChange }: FollowedProps & { refreshHref: string }) {
  return <MovementPanel movement={useTrackedMovement(movement, onChange) ?? movement} refreshHref={refreshHref} />
}

/** Follows a movement without showing it. */
export function FollowedMovement({ movement, onChange }: FollowedProps) {
  useTrackedMovement(movement, onChange)
  return null
}
