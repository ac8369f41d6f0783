import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useWords } from '~/i18n/words'
import { type LostForm, reachSite, useConnection } from '~/shell/connection'
import { DocumentTitle } from '~/shell/document-title'
import { StatusBadge } from '~/shell/status-badge'
import { Badge } from '~/ui/badge/badge'
import { Button, ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Empty } from '~/ui/empty/empty'
import { type Fact, Facts } from '~/ui/facts/facts'
import type { Unknown } from './answer'
import * as css from './cashier.css'
import { type Looked, type LostMovement, lookUp } from './lost-form'

/**
 * Replaces a form when the site got no answer from the upstream: shows what is known of the movement and where to look
 * further. Nothing can be sent here.
 */
export function UnknownOutcome({ unknown, kind }: { unknown: Unknown; kind: string }) {
  const { t } = useWords()
  const { looked, movement, reference } = unknown
  return (
    <Panel
      text={looked === 'found' ? t('outcome.unknown.found') : t('outcome.unknown.text')}
      action={<Ways primary />}
      note={looked === 'missing' ? t('outcome.unknown.missing') : undefined}
      facts={movement && <Movement kind={kind} {...movement} />}
    >
      <p>
        <Badge>
          {t('problem.reference')} {reference}
        </Badge>
      </p>
    </Panel>
  )
}

interface LostOutcomeProps {
  lost: LostForm
  /** The name of the movement. */
  kind: string
  list: LostMovement['list']
  /** The sum that was sent, in won or points; undefined when the form has none. */
  won: number | undefined
}

/**
 * Replaces a form when the browser got no answer from the site. A button searches the history. A form that is not found
 * there can be sent again with the same request code, which never moves money twice.
 */
export function LostOutcome({ lost, kind, list, won }: LostOutcomeProps) {
  const words = useWords()
  const { t } = words
  const { repeat } = useConnection()
  const sending = useNavigation().state !== 'idle'
  const [looking, setLooking] = useState(false)
  const [looked, setLooked] = useState<Looked>()
  // Sent again and lost again: the former lookup result is outdated.
  const [lastId, setLastId] = useState(lost.id)
  if (lastId !== lost.id) {
    setLastId(lost.id)
    setLooked(undefined)
  }

  async function look() {
    if (looking) return
    setLooking(true)
    setLooked(await lookUp({ list, won, sentAtMs: lost.sentAtMs }))
    setLooking(false)
  }

  const canRepeat = looked?.kind === 'missing' || looked?.kind === 'nowhere'
  return (
    <Panel
      text={looked?.kind === 'found' ? t('outcome.lost.found') : t('outcome.lost.text')}
      news={lost.id}
      note={looked && looked.kind !== 'found' ? t(`outcome.lost.${looked.kind}`) : undefined}
      facts={
        looked?.kind === 'found' ? (
          <Movement {...looked} kind={kind} />
        ) : (
          <Card>
            <Facts
              facts={[{ term: kind, value: list === 'comp' ? words.number(won) : words.won(won), strong: true }]}
            />
          </Card>
        )
      }
      action={
        <>
          {canRepeat && (
            <Button
              type="button"
              look="primary"
              busy={sending}
              busyText={t('common.sending')}
              onClick={() => repeat(lost)}
            >
              {t('outcome.lost.again')}
            </Button>
          )}
          {looked?.kind !== 'found' && (
            <Button
              type="button"
              look={canRepeat ? 'quiet' : 'primary'}
              busy={looking}
              busyText={t('outcome.lost.looking')}
              onClick={look}
            >
              {t('outcome.lost.look')}
            </Button>
          )}
          <Ways primary={looked?.kind === 'found'} />
        </>
      }
    />
  )
}

/** The same for a transfer out of games: the refreshed balances of the page show the outcome. */
export function LostBringBack({ lost }: { lost: LostForm }) {
  const { t } = useWords()
  const { dismiss } = useConnection()
  const { revalidate } = useRevalidator()
  const [looking, setLooking] = useState(false)
  const [isOffline, setIsOffline] = useState(false)

  async function look() {
    if (looking) return
    setLooking(true)
    const reached = await reachSite()
    if (reached) await revalidate()
    setLooking(false)
    setIsOffline(!reached)
    if (reached) dismiss()
  }

  return (
    <Panel
      text={t('outcome.lost.bringBack')}
      news={lost.id}
      note={isOffline ? t('outcome.lost.offline') : undefined}
      action={
        <>
          <Button type="button" look="primary" busy={looking} busyText={t('outcome.lost.looking')} onClick={look}>
            {t('outcome.lost.look')}
          </Button>
          <Ways />
        </>
      }
    />
  )
}

interface PanelProps {
  text: string
  /** The panel takes the focus again whenever this value changes. */
  news?: unknown
  note?: string
  facts?: ReactNode
  action: ReactNode
  children?: ReactNode
}

function Panel({ text, news, note, facts, action, children }: PanelProps) {
  const { t } = useWords()
  // The form that had the focus is gone, so the panel that replaces it takes the focus.
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value triggers the effect, which does not read it.
  useEffect(() => box.current?.focus(), [news])
  const title = t('outcome.unknown.title')
  return (
    <div ref={box} tabIndex={-1} className={css.unknown}>
      <DocumentTitle page={title} />
      <Empty heading="h1" title={title} text={text} action={action}>
        <div role="status">{note !== undefined && <p className={css.none}>{note}</p>}</div>
        {facts && <div className={css.found}>{facts}</div>}
        {children}
      </Empty>
    </div>
  )
}

function Movement({ kind, won, at, status }: { kind: string; won: number; at: string; status?: string | undefined }) {
  const words = useWords()
  const facts: Fact[] = [
    { term: kind, value: words.won(won), strong: true },
    { term: words.t('user.history.time'), value: words.dateTime(at) },
  ]
  if (status) facts.push({ term: words.t('user.history.status'), value: <StatusBadge status={status} /> })
  return (
    <Card>
      <Facts facts={facts} />
    </Card>
  )
}

function Ways({ primary = false }: { primary?: boolean }) {
  const { t } = useWords()
  return (
    <>
      <ButtonLink to="/user#history" look={primary ? 'primary' : 'quiet'}>
        {t('outcome.unknown.history')}
      </ButtonLink>
      <ButtonLink to="/help">{t('outcome.unknown.help')}</ButtonLink>
    </>
  )
}
