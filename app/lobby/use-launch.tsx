import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '~/i18n/words'
import { useAsk } from '~/ui/dialog/ask'
import { callApi, succeeded } from '~/upstream/browser'
import type { PlayCode } from '~/upstream/contract/values'
import { type LaunchProblem, launchProblem, lostLaunch } from './launch'
import * as css from './use-launch.css'
import { type GameWindow, openGameWindow } from './window'

/** The loading dialog closes after at most this time. Source: docs/product.md, constants. */
export const loadingMs = 4_000

/** State of a launch. */
export type Launch =
  | { kind: 'idle' }
  | { kind: 'opening' }
  /** `address` is the URL of the game; `blocked`: the browser blocked the window, so the page offers a link. */
  | { kind: 'opened'; address: string; blocked: boolean }
  | { kind: 'failed'; problem: LaunchProblem }

/** Payload of `open-game`, with the upstream's own ids. */
type Asked = { company: PlayCode; code: PlayCode }

type Options = {
  payload: Asked
  sport: boolean
  /** Submits the page's plain form, as a way out of a long wait. */
  plainly: () => void
  /** Called when the session has ended. */
  signedOut: () => void
}

/**
 * Opens a game without leaving the page: an empty window at once, a dialog while the upstream is called, then the game
 * or a dialog with the problem. Call `start` from a press, or the browser blocks the window.
 */
export function useLaunch({ payload, sport, plainly, signedOut }: Options) {
  const { t } = useWords()
  const { ask, loading, tell } = useAsk()
  const navigate = useNavigate()
  const [launch, setLaunch] = useState<Launch>({ kind: 'idle' })

  async function start(): Promise<void> {
    setLaunch({ kind: 'opening' })
    const gameWindow = openGameWindow(t('msg2306'))
    let address: string | undefined
    const done = loading({
      title: t('msg2306'),
      text: t('msg2306.text'),
      wayOut: {
        text: t('launch.direct'),
        onChoose: () => (address === undefined ? plainly() : follow(address)),
      },
    })
    const timer = setTimeout(done, loadingMs)
    const stopWaiting = () => {
      clearTimeout(timer)
      done()
    }

    const result = await openGame(payload)
    if (result.kind === 'answered' && succeeded(result.answer) && result.answer.gameUrl) {
      address = result.answer.gameUrl
      const blocked = !gameWindow?.lead(address)
      setLaunch({ kind: 'opened', address, blocked })
      if (blocked) {
        stopWaiting()
        await tellBlocked(address)
      }
      return
    }
    stopWaiting()
    await fail(gameWindow, result)
  }

  async function fail(gameWindow: GameWindow | undefined, result: Opened): Promise<void> {
    gameWindow?.close()
    if (result.kind === 'failed' && result.code === 'unauthenticated') {
      return signedOut()
    }
    const problem = problemOf(result, sport)
    setLaunch({ kind: 'failed', problem })
    const said = { kind: problem.kind, title: t(problem.title), text: t(problem.text) }
    if (!problem.deposit) return tell({ ...said, button: t('common.ok') })
    const answer = await ask({ ...said, buttons: { yes: t('launch.deposit'), no: t('common.close') } })
    if (answer === 'yes') navigate('/deposit')
  }

  async function tellBlocked(address: string): Promise<void> {
    const answer = await ask({
      kind: 'warning',
      title: t('launch.blocked'),
      text: t('launch.blocked.text'),
      buttons: { yes: t('launch.blocked.link'), no: t('common.close') },
    })
    if (answer === 'yes') follow(address)
  }

  return { launch, start }
}

/** Opens a URL in a new tab by clicking a link, which browsers allow when they block windows. */
function follow(address: string): void {
  Object.assign(document.createElement('a'), { href: address, target: '_blank', rel: 'noopener' }).click()
}

/** A link to an opened game, in a tab without `opener`. */
export function GameLink({ address }: { address: string }) {
  const { t } = useWords()
  return (
    <a href={address} target="_blank" rel="noopener" className={css.link}>
      {t('launch.blocked.link')}
    </a>
  )
}

function openGame(payload: Asked) {
  return callApi('open-game', payload)
}

type Opened = Awaited<ReturnType<typeof openGame>>

function problemOf(result: Opened, sport: boolean): LaunchProblem {
  if (result.kind === 'answered') return launchProblem(result.answer.status, sport)
  if (result.code === 'limited')
    return { kind: 'warning', title: 'problem.limited.title', text: 'problem.limited.text' }
  if (result.code === 'not_served')
    return { kind: 'warning', title: 'problem.not-served.title', text: 'problem.not-served.text' }
  if (result.code === 'outcome_unknown' || result.code === 'offline')
    return lostLaunch(result.httpStatus === 504, sport, result.requestId)
  return launchProblem(undefined, sport, result.requestId)
}
