import { useEffect, useRef } from 'react'
import { useWords } from '~/i18n/words'
import { DocumentTitle } from '~/shell/document-title'
import { StatusBadge } from '~/shell/status-badge'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Empty } from '~/ui/empty/empty'
import { Facts } from '~/ui/facts/facts'
import type { Unknown } from './answer'
import * as css from './cashier.css'

/** In place of a form whose answer was lost: what is known of the movement, and where to look. Nothing can be sent here. */
export function UnknownOutcome({ unknown, kind }: { unknown: Unknown; kind: string }) {
  const { dateTime, t, won } = useWords()
  const { looked, movement, reference } = unknown
  // The form that had the focus is gone; what stands in its place is to be heard and seen.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className={css.unknown}>
      <DocumentTitle page={t('outcome.unknown.title')} />
      <Empty
        heading="h1"
        title={t('outcome.unknown.title')}
        text={looked === 'found' ? t('outcome.unknown.found') : t('outcome.unknown.text')}
        action={
          <>
            <ButtonLink to="/user#history" look="primary">
              {t('outcome.unknown.history')}
            </ButtonLink>
            <ButtonLink to="/help">{t('outcome.unknown.help')}</ButtonLink>
          </>
        }
      >
        {looked === 'missing' && <p className={css.none}>{t('outcome.unknown.missing')}</p>}
        {movement && (
          <div className={css.found}>
            <Card>
              <Facts
                facts={[
                  { term: kind, value: won(movement.won), strong: true },
                  { term: t('user.history.time'), value: dateTime(movement.at) },
                  ...(movement.status
                    ? [{ term: t('user.history.status'), value: <StatusBadge status={movement.status} /> }]
                    : []),
                ]}
              />
            </Card>
          </div>
        )}
        <p>
          <Badge>
            {t('problem.reference')} {reference}
          </Badge>
        </p>
      </Empty>
    </div>
  )
}
