type Device = Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'> & { standalone?: boolean }

/** Returns true for iPhones and iPads (reported as Macs with touch), because they can't open sized windows. */
export function opensTabsOnly({ userAgent, platform, maxTouchPoints }: Device): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/^Mac/.test(platform) && maxTouchPoints > 1)
}

/** Returns the third argument of window.open, or '' for a tab. @param size the setting GAME_WINDOW, such as 800x1400 */
export function windowFeatures(isTab: boolean, size: string, screen: Pick<Screen, 'availWidth' | 'availHeight'>) {
  if (isTab) return ''
  const [ownWidth = 0, ownHeight = 0] = size.split('x').map(Number)
  const width = Math.min(ownWidth, screen.availWidth)
  const height = Math.min(ownHeight, screen.availHeight)
  const left = Math.round((screen.availWidth - width) / 2)
  const top = Math.round((screen.availHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

export type GameWindow = {
  showGame(gameUrl: string): boolean
  whenClosed(callback: () => void): void
  /** @param href the page to show in a window that a script can't close. */
  close(href: string): void
}

/** The interval between checks of an open window. No event reports its closing. */
const closedCheckMs = 500

/**
 * Opens an empty window during the click, before the game's URL is known, so that the browser does not block it.
 * `opener` is cleared first, so that the game can't access this page. @returns undefined if no separate window opens.
 */
export function openGameWindow(size: string, loadingText: string): GameWindow | undefined {
  const opened = openWindow(size, navigator)
  if (!opened || opened === window || opened.closed) return undefined
  try {
    opened.opener = null
    opened.document.title = loadingText
    opened.document.body.textContent = loadingText
  } catch {
    // The loading text is optional. A browser that rejects it still shows the game.
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
    close(href) {
      opened.close()
      if (!opened.closed) opened.location.replace(href)
    },
  }
}

function openWindow(size: string, device: Device): Window | null {
  const isTab = opensTabsOnly(device)
  // A web app on an iPhone's home screen has neither tabs nor windows.
  if (isTab && device.standalone) return null
  try {
    // A web view that has only one window returns it, and would load any URL in it, so the URL is empty.
    return window.open('', '_blank', windowFeatures(isTab, size, window.screen))
  } catch {
    return null
  }
}
