import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { gameAnchor } from './launch-href'

/**
 * Sends the favourites form without leaving the page. Presses show at once and are sent one after the other, because
 * each response replaces the whole cookie. One that is not stored is taken back.
 */
export function useFavourites() {
  const fetcher = useFetcher<{ isStored: boolean }>()
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const sending = useRef({ game: '', last: Promise.resolve() })
  const { data, state } = fetcher

  useEffect(() => {
    const { game } = sending.current
    if (state !== 'idle' || data?.isStored || game === '') return
    setChanges((before) => new Map([...before].filter(([changed]) => changed !== game)))
  }, [data, state])

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!(button instanceof HTMLButtonElement)) return
    event.preventDefault()
    const { pathname, search, searchParams } = new URL(button.formAction)
    const game = gameAnchor({ company: searchParams.get('company') ?? '', code: searchParams.get('code') ?? '' })
    setChanges((before) => new Map(before).set(game, searchParams.get('on') === 'yes'))
    sending.current.last = sending.current.last.then(() => {
      sending.current.game = game
      return fetcher.submit(null, { method: 'post', action: pathname + search, defaultShouldRevalidate: false })
    })
  }

  return { changes, handleSubmit }
}
