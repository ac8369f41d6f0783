import { useWords } from '~/i18n/words'
import { DocumentTitle } from '~/shell/document-title'
import { StatusBadge } from '~/shell/status-badge'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Facts } from '~/ui/facts/facts'
import { parts } from '~/ui/layout/layout.css'
import type { Unknown } from './answer'
import * as css from './cashier.css'

/** In place of a form whose answer was lost: what is known of the movement, and where to look. Nothing can be sent here. */
export function UnknownOutcome({ unknown, kind }: { unknown: Unknown; kind: string }) {
  const { dateTime, t, won } = useWords()
  const { looked, movement, reference } = unknown
  return (
    <div className={parts}>
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
            <Facts
              facts={[
                { term: kind, value: won(movement.won), strong: true },
                { term: t('user.history.time'), value: dateTime(movement.at) },
                ...(movement.status
                  ? [{ term: t('user.history.status'), value: <StatusBadge status={movement.status} /> }]
                  : []),
              ]}
            />
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
