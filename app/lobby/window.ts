/** Opening a game in a window of its own. Runs in the browser alone. */

/** The specification's 800 by 1400, read as height by width: no common screen shows 1400 px of height. */
export const gameWindow = { width: 1400, height: 800 } as const

type Device = Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'>

/** iPhones and iPads, which call themselves a Mac with touch: they know tabs, no windows of a size. */
export function opensTabs({ userAgent, platform, maxTouchPoints }: Device): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/^Mac/.test(platform) && maxTouchPoints > 1)
}

/** The third argument of window.open: a tab has none; a window is in the middle of its screen and fits into it. */
export function windowFeatures(tab: boolean, screen: { availWidth: number; availHeight: number }): string {
  if (tab) return ''
  const width = Math.min(gameWindow.width, screen.availWidth)
  const height = Math.min(gameWindow.height, screen.availHeight)
  const left = Math.round((screen.availWidth - width) / 2)
  const top = Math.round((screen.availHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** A window that waits for its game. */
export type GameWindow = {
  /** Shows the game; false when the window was closed meanwhile. */
  lead(address: string): boolean
  close(): void
}

/**
 * Opens an empty window at once, while the press still allows it; the game's address comes later. The game can't reach
 * back to this page: `opener` is cleared before it loads.
 *
 * @param waiting stands in the window until then.
 * @returns undefined when the browser blocked it.
 */
export function openGameWindow(waiting: string): GameWindow | undefined {
  const opened = window.open('about:blank', '_blank', windowFeatures(opensTabs(navigator), window.screen))
  if (!opened) return undefined
  opened.opener = null
  try {
    opened.document.title = waiting
    opened.document.body.textContent = waiting
  } catch {
    // Only words for the time between: a browser that keeps them out still shows the game.
  }
  return {
    lead(address) {
      if (opened.closed) return false
      opened.location.replace(address)
      opened.focus()
      return true
    },
    close: () => opened.close(),
  }
}
