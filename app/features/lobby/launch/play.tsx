import { useEffect, useEffectEvent, useRef } from 'react'
import { OwnerField } from '~/session/post-form'
import { useExclusion, useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { isPlainClick } from '~/ui/link/link'
import { parsePicks } from '../lists/picks'
import { LaunchOutcome } from './form'
import { submitHere, useLaunch } from './use-launch'

/**
 * Opens a game immediately when a member who has money and may play clicks a card's picture, or any part of a card
 * without a picture. In all other cases, such as a click on the name, use of the keyboard, a new tab or no JavaScript,
 * the card is a link to the launch page.
 */
export function PlayForm() {
  const { launch, start } = useLaunch()
  const form = useRef<HTMLFormElement>(null)
  const { member, isCountryServed } = useSession()
  const isExcluded = useExclusion() !== null
  const mayPlay = member && !hasNoMoney(member) && isCountryServed && !isExcluded

  const handleClick = useEffectEvent((event: MouseEvent) => {
    const { target, detail } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-play]') : null
    if (!link || !mayPlay || !isPlainClick(event)) return
    // A click by keyboard or screen reader has a `detail` of 0. It follows the link.
    if (detail === 0 || (!(target instanceof HTMLImageElement) && link.querySelector('img'))) return
    event.preventDefault()
    if (launch.kind === 'opening') return
    const { pathname, search, searchParams } = new URL(link.href)
    const picks = parsePicks(searchParams.get('picks') ?? '').map(({ match, side }) => ({ match, side }))
    start({
      payload: {
        company: searchParams.get('company') ?? '',
        code: searchParams.get('code') ?? '',
        ...(picks.length > 0 ? { picks } : {}),
      },
      isSport: link.dataset.play === 'sport',
      pageHref: pathname + search,
      openHere: () => {
        if (!form.current) return
        form.current.action = link.href
        submitHere(form.current)
      },
    })
  })
  useEffect(() => {
    const handle = (event: MouseEvent) => handleClick(event)
    // Runs before the link's own handler, which follows the link unless the default is prevented.
    document.addEventListener('click', handle, true)
    return () => document.removeEventListener('click', handle, true)
  }, [])

  return (
    <>
      <form ref={form} hidden method="post">
        <OwnerField />
      </form>
      <LaunchOutcome launch={launch} problem={undefined} />
    </>
  )
}
