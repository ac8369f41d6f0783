import { type ComponentProps, useEffect, useRef } from 'react'
import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import type { PageSceneName } from '~/ui/artwork/scenes/site-pictures'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'
import { DocumentTitle } from './page-head'

export function ReferenceBadge({ number }: { number: string }) {
  const { t } = useI18n()
  return (
    <Badge>
      {t('problem.reference')} <span translate="no">{number}</span>
    </Badge>
  )
}

/** Replaces content that failed to load. @param reference the code that the member can quote to support */
export function LoadFailure({ text, reference }: { text: string; reference: string }) {
  const { sentences, t } = useI18n()
  return (
    <Alert kind="warning" silent>
      {sentences(text, `${t('problem.reference')} ${reference}`)}
    </Alert>
  )
}

interface EmptyPageProps extends Omit<ComponentProps<typeof Empty>, 'heading' | 'artwork'> {
  picture?: PageSceneName
}

export function EmptyPage({ picture, ...content }: EmptyPageProps) {
  return (
    <>
      <DocumentTitle page={content.title} />
      <Empty
        {...content}
        heading="h1"
        artwork={picture && <Picture src={emptyStateArtSrc(picture)} shape="provider" eager />}
      />
    </>
  )
}

/** Replaces a money form if the site received it but the next page fails to load, so that nobody sends it twice. */
export function ReceivedPage({ nextPath }: { nextPath: string }) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={box} role="alert">
      <EmptyPage
        title={t('connection.answered')}
        text={t('connection.answered.text')}
        action={
          <ButtonLink to={nextPath} variant="primary">
            {t('connection.answered.open')}
          </ButtonLink>
        }
      />
    </div>
  )
}
