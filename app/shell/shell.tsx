import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useWords } from '~/i18n/words'
import { classNames } from '~/ui/class-names'
import { AskProvider } from '~/ui/dialog/ask'
import { SkipLink } from '~/ui/skip-link/skip-link'
import { ToastProvider } from '~/ui/toast/toast'
import { BottomBar } from './bottom-bar'
import { ConnectionNotice, ConnectionProvider, useOfflineGate } from './connection'
import type { ShellData } from './data'
import { MemberDrawer, MenuDrawer } from './drawers'
import { Footer } from './footer'
import * as css from './frame.css'
import { HealthCheck } from './health-check'
import { MemberAside } from './member-panel'
import { PageNotice } from './page-notice'
import { SessionOver } from './session-over'
import { SessionProvider, useSession } from './session-state'
import { Strip } from './strip'
import { TopBar } from './top-bar'
import { useVisitorGate } from './visitor-gate'

/**
 * The frame around every screen. `data` is null on an error page without the root loader's data; it is then rendered as
 * for a visitor, without provider names.
 */
export function Shell({ data, children }: { data: ShellData | null; children: ReactNode }) {
  const { t } = useWords()
  return (
    <AskProvider>
      <ToastProvider close={t('toast.close')}>
        <SessionProvider data={data}>
          <ConnectionProvider>
            <Frame data={data}>{children}</Frame>
            <HealthCheck />
          </ConnectionProvider>
        </SessionProvider>
      </ToastProvider>
    </AskProvider>
  )
}

/**
 * Moves the focus to <main> after a client-side navigation, unless it is inside <main> already or a dialog is open. A
 * navigation to the same path, such as an answered form, moves it only when the focused element is gone.
 */
function useReadingPlace() {
  const { key, pathname } = useLocation()
  const seen = useRef({ key, pathname })
  useEffect(() => {
    const before = seen.current
    if (before.key === key) return
    seen.current = { key, pathname }
    const main = document.getElementById('main')
    const { activeElement } = document
    if (!main || main.contains(activeElement)) return
    if (before.pathname === pathname && activeElement && activeElement !== document.body) return
    if (document.querySelector('[role=dialog][data-state=open]')) return
    main.focus({ preventScroll: true })
  }, [key, pathname])
}

function Frame({ data, children }: { data: ShellData | null; children: ReactNode }) {
  const { t } = useWords()
  const { member, over } = useSession()
  const visitorGate = useVisitorGate()
  const offlineGate = useOfflineGate()
  useReadingPlace()
  function gates(event: MouseEvent) {
    visitorGate(event)
    offlineGate(event)
  }
  return (
    <div className={css.frame} onClickCapture={gates}>
      <SkipLink>{t('common.skip')}</SkipLink>
      <TopBar />
      <Strip />
      <div className={classNames(css.inner, css.grid, member && css.withPanel)}>
        <main id="main" tabIndex={-1} className={css.main}>
          <PageNotice notice={over ? null : (data?.notice ?? null)} />
          {over?.typed && <SessionOver />}
          <ConnectionNotice />
          {children}
        </main>
        <MemberAside />
      </div>
      <Footer data={data} />
      <BottomBar />
      <MenuDrawer />
      <MemberDrawer />
    </div>
  )
}
