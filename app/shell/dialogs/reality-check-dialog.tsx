import { useEffect, useRef } from 'react'
import { href, useFetcher, useSubmit } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import type { RealityCheck } from '~/limits/names'
import { nextPathOf } from '~/navigation/current-page'
import { callApi } from '~/session/call-api'
import { useOwner } from '~/session/post-form'
import { useDialogs } from '~/ui/dialog/dialogs'
import { useToast } from '~/ui/toast/toast'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { ownerField } from '~/values/owner'

type LoadedCheck = { check?: RealityCheck; reality: PlayLimits['reality'] }

/** Opens a due reality check as a dialog. Dismissed, or answered offline, it stays due. */
export function useRealityCheckDialog(): () => void {
  const i18n = useI18n()
  const { ask } = useDialogs()
  const { data, load, state } = useFetcher<LoadedCheck>()
  const submit = useSubmit()
  const toast = useToast()
  const owner = useOwner()
  const shown = useRef<LoadedCheck>(undefined)
  const isOpen = useRef(false)

  useEffect(() => {
    if (!data?.check || shown.current === data) return
    shown.current = data
    const { check, reality } = data
    isOpen.current = true
    // Loaded when one is due: few members ever see it. Offline it stays due.
    import('~/components/play-limits')
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
      .then((choice) => {
        isOpen.current = false
        const answerOnPage = (fields: Record<string, string>) =>
          submit({ ...fields, ...ownerField(owner) }, { method: 'post', action: href('/reality-check') })
        if (choice === 'yes') answerOnPage({ intent: 'stop' })
        if (choice !== 'no') return
        void restartClock(reality, owner).then((result) => {
          if (result.kind !== 'failed') return
          // If the upstream lacks the call, the page's action restarts the session's own clock.
          if (result.code === 'not_found') answerOnPage({ intent: 'go-on', next: nextPathOf(window.location) })
          else toast({ kind: 'warning', text: result.message ?? i18n.t('connection.press') })
        })
      })
  }, [data, ask, i18n, owner, submit, toast])

  return () => {
    if (!isOpen.current && state === 'idle') load(`${href('/reality-check')}?dialog`)
  }
}

/** Restarts the clock with the current interval. @param loaded the interval at opening @param owner the member */
async function restartClock(loaded: PlayLimits['reality'], owner: string | undefined) {
  const known = await callApi('get-play-limits', {}, owner)
  if (known.kind === 'failed') return known
  const { limits } = known.response
  return callApi('set-play-limits', { reality: limits ? limits.reality : loaded }, owner)
}
