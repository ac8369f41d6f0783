import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import * as css from './progress.css'

/** After this wait screen readers say that a page is loading. */
const slowAfterMs = 1_000

/** Thin bar at the top edge while the next page is loading. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <Progress />
}

function Progress() {
  const { t } = useI18n()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={css.bar} aria-hidden="true" />
      <p role="status" className={visuallyHidden}>
        {isSlow && t('navigation.loading')}
      </p>
    </>
  )
}
