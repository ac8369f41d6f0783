import { useEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { setFlashCookie } from '~/components/flash-message'
import { useI18n } from '~/i18n/i18n'
import { useReload } from '~/navigation/reload'
import { answerTimeoutMs, callApi, isSuccess } from '~/session/call-api'
import { usePageSettings } from '~/session/page-settings'
import { useOwner } from '~/session/post-form'
import { useSession } from '~/session/session-context'
import { useDialogs } from '~/ui/dialog/dialogs'
import type { Pick, PlayCode } from '~/upstream/contract/fields/provider'
import { loginHref } from '~/values/addresses'
import { numberedMessages } from '~/values/numbered-messages'
import { type GameWindow, openGameWindow } from './game-window'
import { type LaunchProblem, refusedLaunchProblem, siteProblem, unknownLaunchProblem } from './launch-problem'

/** The maximum time that the loading dialog is open. Source: docs/product.md, constants. */
const maxLoadingDialogMs = 4_000

export type LaunchState =
  | { kind: 'idle' }
  | { kind: 'opening' }
  | { kind: 'opened'; gameUrl: string; isLost: boolean; onPage: string }
  | { kind: 'failed'; problem: LaunchProblem }

type OpenGamePayload = { company: PlayCode; code: PlayCode; picks?: Pick[] }

type LaunchTarget = { payload: OpenGamePayload; isSport: boolean; pageHref: string; openHere: () => void }

/**
 * Opens a game in an empty window. Dialogs show the loading state and report problems. If no window opens, the game
 * replaces the page. Call `start` during a click. Otherwise, the browser blocks the window.
 */
export function useLaunch() {
  const { t } = useI18n()
  const { ask, showLoading, showMessage } = useDialogs()
  const { gameWindow: windowSize } = usePageSettings()
  const navigate = useNavigate()
  const { refreshMember } = useSession()
  const owner = useOwner()
  const [launch, setLaunch] = useState<LaunchState>({ kind: 'idle' })
  const moveHere = useRef<() => void>(undefined)
  const { key } = useLocation()
  // The next navigation ends the notice.
  const isOver = launch.kind === 'opened' && launch.onPage !== key
  const reload = useReload()
  useEffect(() => {
    if (launch.kind !== 'opened') return
    // The member may have bet in the game's window, and left it open.
    const onFocus = () => reload()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [launch.kind, reload])

  async function start(target: LaunchTarget): Promise<void> {
    const { payload, openHere, pageHref } = target
    const gameWindow = openGameWindow(windowSize, t(numberedMessages.openingGame))
    if (!gameWindow) return replacePage(openHere)
    setLaunch({ kind: 'opening' })
    const title = t(numberedMessages.openingGame)
    const text = t(`${numberedMessages.openingGame}.text`)
    const closeWindow = () => gameWindow.close(pageHref)
    window.addEventListener('pagehide', closeWindow)
    let isHere = false
    // The pending call may have moved money, so there is no second call, and its response opens the game here.
    moveHere.current = () => {
      isHere = true
      closeWindow()
      closeLoading()
      closeLoading = showLoading({ title, text })
    }
    const action = { text: t('launch.direct'), onChoose: moveHere.current }
    let closeLoading = showLoading({ title, text, action })
    const timer = setTimeout(() => !isHere && closeLoading(), maxLoadingDialogMs)
    const result = await callApi('open-game', payload, owner)
    clearTimeout(timer)
    closeLoading()
    window.removeEventListener('pagehide', closeWindow)
    moveHere.current = undefined
    if (result.kind === 'answered' && isSuccess(result.response) && result.response.gameUrl) {
      const { gameUrl } = result.response
      if (isHere) return replacePage(() => window.location.assign(gameUrl))
      const isLost = !gameWindow.showGame(gameUrl)
      if (isLost) await offerLostGame(gameUrl)
      else
        gameWindow.whenClosed(() => {
          refreshMember()
          reload()
          setLaunch((now) => (now.kind === 'opened' ? { kind: 'idle' } : now))
        })
      return setLaunch({ kind: 'opened', gameUrl, isLost, onPage: key })
    }
    await showFailure(gameWindow, result, target)
  }

  /** Navigates to the game. Reactivates the button if nothing loads, or if the member returns by Back. */
  function replacePage(leave: () => void): void {
    setLaunch({ kind: 'opening' })
    const closeLoading = showLoading({ title: t(numberedMessages.openingGame) })
    const timers = [setTimeout(closeLoading, maxLoadingDialogMs), setTimeout(end, answerTimeoutMs)]
    window.addEventListener('pagehide', end)
    function end() {
      for (const timer of timers) clearTimeout(timer)
      window.removeEventListener('pagehide', end)
      closeLoading()
      setLaunch({ kind: 'idle' })
    }
    leave()
  }

  async function showFailure(gameWindow: GameWindow, result: OpenGameResult, { isSport, pageHref }: LaunchTarget) {
    gameWindow.close(pageHref)
    if (result.kind === 'failed' && result.code === 'unauthenticated') {
      setFlashCookie({ kind: 'warning', message: 'session.ended' })
      return window.location.replace(loginHref(pageHref))
    }
    if (result.kind === 'failed' && result.code === 'another_member') {
      setFlashCookie({ kind: 'warning', message: 'form.anothers' })
      return window.location.replace(pageHref)
    }
    setLaunch({ kind: 'idle' })
    // The launch page explains the reason: a break that began elsewhere, or a due reality check.
    if (result.kind === 'failed' && result.code === 'forbidden')
      return navigate(pageHref, { replace: pageHref === window.location.pathname + window.location.search })
    const problem = toLaunchProblem(result, isSport)
    const messageText = { kind: problem.kind, title: t(problem.title), text: t(problem.text) }
    const choice = problem.deposit
      ? await ask({ ...messageText, buttons: { yes: t('nav.deposit'), no: t('common.close') } })
      : await showMessage({ ...messageText, button: t('common.ok') })
    if (choice === 'yes') return navigate(href('/deposit'))
    setLaunch({ kind: 'failed', problem })
  }

  async function offerLostGame(gameUrl: string): Promise<void> {
    const choice = await ask({
      kind: 'warning',
      title: t('launch.blocked'),
      text: t('launch.blocked.text'),
      buttons: { yes: t('launch.blocked.link'), no: t('common.close') },
    })
    if (choice === 'yes') window.location.assign(gameUrl)
  }

  return {
    launch: isOver ? ({ kind: 'idle' } as const) : launch,
    start,
    startHere: (leave: () => void) => (launch.kind === 'opening' ? moveHere.current?.() : replacePage(leave)),
  }
}

/** Submits a form natively into this window. Without JavaScript, it may have another target. */
export function submitHere(form: HTMLFormElement): void {
  form.target = '_self'
  form.submit()
}

type OpenGameResult = Awaited<ReturnType<typeof callApi<'open-game'>>>

function toLaunchProblem(result: OpenGameResult, isSport: boolean): LaunchProblem {
  if (result.kind === 'answered') return refusedLaunchProblem(result.response.status, isSport)
  if (result.code === 'limited') return siteProblem('limited')
  if (result.code === 'not_served') return siteProblem('not-served')
  if (result.code === 'outcome_unknown' || result.code === 'offline')
    return unknownLaunchProblem(isSport, result.reference)
  return refusedLaunchProblem(undefined, isSport, result.reference)
}
