/** Opens a game in its own window. Browser only. */

type Device = Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'>

/** Whether the device has tabs but no sized windows: iPhones, and iPads, which report a Mac with touch. */
export function opensTabsOnly({ userAgent, platform, maxTouchPoints }: Device): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/^Mac/.test(platform) && maxTouchPoints > 1)
}

/**
 * Third argument of window.open: '' for a tab, else a window centred on and limited to the screen.
 *
 * @param size the setting GAME_WINDOW, such as 800x1400.
 */
export function windowFeatures(
  isTab: boolean,
  size: string,
  screen: { availWidth: number; availHeight: number },
): string {
  if (isTab) return ''
  const [ownWidth = 0, ownHeight = 0] = size.split('x').map(Number)
  const width = Math.min(ownWidth, screen.availWidth)
  const height = Math.min(ownHeight, screen.availHeight)
  const left = Math.round((screen.availWidth - width) / 2)
  const top = Math.round((screen.availHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** A window that is open and waits for its game. */
export type GameWindow = {
  /** Loads the game. Returns false when the window was closed meanwhile. */
  showGame(gameUrl: string): boolean
  /** Calls back once, when the window has been closed. */
  whenClosed(callback: () => void): void
  close(): void
}

/** How often an open window is looked at. No event says that it was closed. */
const closedCheckMs = 500

/**
 * Opens an empty window during the press, before the game's URL is known, so that the browser does not block it.
 * `opener` is cleared first, so the game cannot reach this page.
 *
 * @param loadingText text in the window until the game loads.
 * @returns undefined when the browser blocked it.
 */
export function openGameWindow(size: string, loadingText: string): GameWindow | undefined {
  const opened = window.open('about:blank', '_blank', windowFeatures(opensTabsOnly(navigator), size, window.screen))
  if (!opened) return undefined
  opened.opener = null
  try {
    opened.document.title = loadingText
    opened.document.body.textContent = loadingText
  } catch {
    // The text is optional: a browser that refuses it still shows the game.
  }
  return {
    showGame(gameUrl) {
      if (opened.closed) return false
      opened.location.replace(gameUrl)
      opened.focus()
      return true
    },
    whenClosed(callback) {
      const timer = setInterval(() => {
        if (!opened.closed) return
        clearInterval(timer)
        callback()
      }, closedCheckMs)
    },
    close: () => opened.close(),
  }
}
