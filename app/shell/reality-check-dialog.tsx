import { useEffect, useRef } from 'react'
import { useFetcher, useSubmit } from 'react-router'
import { callApi } from '~/api/call-api'
import { useI18n } from '~/i18n/i18n'
import { useDialogs } from '~/ui/dialog/dialogs'
import type { PlayLimits, RealityCheck } from '~/upstream/contract/play-limits'

/** What `/reality-check` loads. */
type LoadedCheck = { check?: RealityCheck; reality: PlayLimits['reality'] }

/**
 * Returns a function that opens the reality check as a dialog, for health checks that say that one is due. Dismissed
 * without an answer, it stays due.
 */
export function useRealityCheckDialog(): () => void {
  const i18n = useI18n()
  const { ask } = useDialogs()
  const { data, load, state } = useFetcher<LoadedCheck>()
  const submit = useSubmit()
  const shown = useRef<LoadedCheck>(undefined)
  const isOpen = useRef(false)

  useEffect(() => {
    if (!data?.check || shown.current === data) return
    shown.current = data
    const { check, reality } = data
    isOpen.current = true
    // Loaded when one is due: few members ever see it. Offline it stays due.
    import('./reality-check')
      .then(({ RealityCheckFigures, realityCheckTitle }) =>
        ask({
          kind: 'info',
          icon: 'coffee',
          title: realityCheckTitle(i18n, check),
          text: i18n.t('reality.text'),
          body: <RealityCheckFigures check={check} />,
          buttons: { yes: i18n.t('reality.stop'), no: i18n.t('reality.goOn') },
          sameWeight: true,
        }),
      )
      .catch(() => undefined)
      .then((answer) => {
        isOpen.current = false
        if (answer === 'no') void callApi('set-play-limits', { reality })
        if (answer === 'yes') submit({ intent: 'stop' }, { method: 'post', action: '/reality-check' })
      })
  }, [data, ask, i18n, submit])

  return () => {
    if (!isOpen.current && state === 'idle') load('/reality-check')
  }
}
