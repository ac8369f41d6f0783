import { useEffect, useRef } from 'react'
import { useFetcher, useSubmit } from 'react-router'
import { callApi } from '~/api/call-api'
import { type I18n, useI18n } from '~/i18n/i18n'
import { DescriptionList } from '~/ui/description-list/description-list'
import { useDialogs } from '~/ui/dialog/dialogs'
import { Figure } from '~/ui/figure/figure'
import type { ShellRealityCheck } from './shell-data'

const minutesPerHour = 60

/** How long the member has played, as a sentence. */
export function realityCheckTitle({ t }: I18n, { minutes }: ShellRealityCheck): string {
  const hours = Math.floor(minutes / minutesPerHour)
  const time =
    hours === 0 ? t('reality.minutes', { minutes }) : t('reality.hours', { hours, minutes: minutes % minutesPerHour })
  return t('reality.title', { time })
}

/** Since when the member plays, and what was staked, won and lost; without figures only the time. */
export function RealityCheckFigures({ check: { from, staked, won: returned } }: { check: ShellRealityCheck }) {
  const { dateTime, signed, t, won } = useI18n()
  const since = { term: t('reality.since'), value: dateTime(from) }
  if (staked === undefined || returned === undefined) return <DescriptionList items={[since]} />
  return (
    <DescriptionList
      items={[
        since,
        { term: t('reality.staked'), value: won(staked) },
        { term: t('reality.won'), value: won(returned) },
      ]}
      sum={{
        term: t('reality.net'),
        value: <Figure amount={signed(returned - staked)} unit={t('money.unit')} size="list" />,
      }}
    />
  )
}

/** What `/reality-check` loads. */
type LoadedCheck = { check?: ShellRealityCheck; reality: 15 | 30 | 60 | null }

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
    ask({
      kind: 'info',
      icon: 'coffee',
      title: realityCheckTitle(i18n, check),
      text: i18n.t('reality.text'),
      body: <RealityCheckFigures check={check} />,
      buttons: { yes: i18n.t('reality.stop'), no: i18n.t('reality.goOn') },
      sameWeight: true,
    }).then((answer) => {
      isOpen.current = false
      if (answer === 'no') void callApi('set-play-limits', { reality })
      if (answer === 'yes') submit({ intent: 'stop' }, { method: 'post', action: '/reality-check' })
    })
  }, [data, ask, i18n, submit])

  return () => {
    if (!isOpen.current && state === 'idle') load('/reality-check')
  }
}
