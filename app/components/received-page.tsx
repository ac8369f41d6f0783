import { useEffect, useRef } from 'react'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { EmptyPage } from './empty-page'

/** Replaces a money form that the site has answered while its next page is missing: nothing can be sent here. */
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
