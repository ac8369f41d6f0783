import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFetcher } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useOwner } from '~/session/post-form'
import { useToast } from '~/ui/toast/toast'
import { ownerField } from '~/values/form-owner'
import { favouriteHref, gameAnchor } from '../launch/href'

export const favouriteMessages = { yes: 'lobby.favourite.added', no: 'lobby.favourite.removed' } as const

/**
 * Submits the favourites form without leaving the page. Clicks are sent sequentially, because each response replaces
 * the whole cookie. A toast offers undo. A favourite that could not be saved is reverted.
 */
export function useFavourites() {
  const { t } = useI18n()
  const showToast = useToast()
  const owner = useOwner()
  const fetcher = useFetcher<{ isStored: boolean }>()
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const sending = useRef({ game: '', last: Promise.resolve(), dismissToast: () => {}, onResult: () => {} })
  const { data, state } = fetcher

  useEffect(() => {
    const { game, dismissToast, onResult } = sending.current
    if (state !== 'idle') return
    onResult()
    if (data?.isStored || game === '') return
    setChanges((before) => new Map([...before].filter(([changed]) => changed !== game)))
    dismissToast()
  }, [data, state])
  useEffect(() => () => sending.current.onResult(), [])

  function change(company: string, code: string, on: boolean) {
    const game = gameAnchor({ company, code })
    setChanges((before) => new Map(before).set(game, on))
    sending.current.last = sending.current.last.then(async () => {
      const action = favouriteHref(company, code, on ? 'yes' : 'no')
      // The next click waits until the effect above has read this one's result.
      const isRead = new Promise<void>((resolve) => Object.assign(sending.current, { game, onResult: resolve }))
      await fetcher.submit(ownerField(owner), { method: 'post', action, defaultShouldRevalidate: false })
      await isRead
    })
  }

  function undo(company: string, code: string, on: boolean) {
    // A list of favourites shows the game again, before its heart button is focused.
    flushSync(() => change(company, code, on))
    // The clicked button disappeared with its toast, so the heart button on the game takes the focus.
    document.getElementById(gameAnchor({ company, code }))?.querySelector('button')?.focus()
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!(button instanceof HTMLButtonElement)) return
    event.preventDefault()
    const { searchParams } = new URL(button.formAction)
    const [company, code] = [searchParams.get('company') ?? '', searchParams.get('code') ?? '']
    const on = searchParams.get('on') === 'yes'
    flushSync(() => change(company, code, on))
    // A list of favourites no longer shows the game, so its button is gone.
    if (!button.isConnected) document.getElementById('main')?.focus({ preventScroll: true })
    sending.current.dismissToast = showToast({
      kind: 'success',
      text: t(favouriteMessages[on ? 'yes' : 'no']),
      action: { text: t('lobby.favourite.undo'), onPress: () => undo(company, code, !on) },
    })
  }

  return { changes, handleSubmit }
}
