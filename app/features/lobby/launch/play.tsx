import type { FormEvent } from 'react'
import { useI18n } from '~/i18n/i18n'
import { OwnerField } from '~/session/post-form'
import { hasNoMoney } from '~/session/shell-data'
import { useExclusion, useSession } from '~/session/state'
import { LaunchOutcome } from './form'
import { launchHref } from './href'
import * as css from './page.css'
import { submitHere, useLaunch } from './use-launch'

const playFormId = 'play-form'

/** The form of a page's play buttons. Without script each opens its game in a new tab; with script in its window. */
export function PlayForm() {
  const { launch, start } = useLaunch()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    if (launch.kind === 'opening') return
    const form = event.currentTarget
    const { pathname, search, searchParams } = new URL(submitter.formAction)
    start({
      payload: { company: searchParams.get('company') ?? '', code: searchParams.get('code') ?? '' },
      isSport: submitter.dataset.sport === 'true',
      pageHref: pathname + search,
      openHere: () => {
        form.action = submitter.formAction
        submitHere(form)
      },
    })
  }
  return (
    <>
      <form id={playFormId} hidden method="post" target="_blank" rel="noopener" onSubmit={handleSubmit}>
        <OwnerField />
      </form>
      <LaunchOutcome launch={launch} problem={undefined} />
    </>
  )
}

/** A button over a card that opens its game at once, for members with money where games may be opened. */
export function PlayButton({ game: { company, code, name, isSport } }: { game: PlayedGame }) {
  const { t } = useI18n()
  const { member, isCountryServed } = useSession()
  const isExcluded = useExclusion() !== null
  if (code === '' || !member || hasNoMoney(member) || !isCountryServed || isExcluded) return null
  return (
    <button
      type="submit"
      form={playFormId}
      formAction={launchHref(company, code)}
      data-sport={isSport}
      aria-label={t('lobby.play', { name })}
      className={css.play}
    />
  )
}

type PlayedGame = { company: string; code: string; name: string; isSport?: boolean }
