import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { DialogsProvider } from '~/ui/dialog/dialogs'
import { useModalHistory } from '~/ui/modal/close-on-back'
import { SkipLink } from '~/ui/skip-link/skip-link'
import { ToastProvider } from '~/ui/toast/toast'
import { BottomBar } from './bottom-bar'
import { ConnectionProvider } from './connection'
import { MemberDrawer, MenuDrawer } from './drawers'
import { FlashMessage } from './flash-message'
import { Footer } from './footer'
import * as css from './frame.css'
import { useFrameRule } from './frame-data'
import { HealthCheck } from './health-check'
import { useLoginPrompt } from './login-prompt'
import { MemberAside } from './member-panel'
import { MemberStrip } from './member-strip'
import { NavigationProgress } from './navigation-progress'
import { useOfflineLinkGuard } from './offline-link-guard'
import { usePressFeedback } from './press-feedback'
import { SessionExpiredAlert } from './session-expired-alert'
import { SessionProvider, useSession } from './session-state'
import type { FooterData, ShellData } from './shell-data'
import { TopBar } from './top-bar'
import { UnansweredFormAlert } from './unanswered-form-alert'

interface ShellProps {
  /** Null on an error page without the root loader's data; it is then rendered as for a visitor. */
  data: ShellData | null
  /** Null on an error page without them: the footer then has no provider names, age and licence. */
  footer: FooterData | null
  children: ReactNode
}

/** The frame around every screen. */
export function Shell({ data, footer, children }: ShellProps) {
  const { t } = useI18n()
  return (
    <DialogsProvider>
      <ToastProvider closeLabel={t('toast.close')}>
        <SessionProvider data={data}>
          <ConnectionProvider>
            <Frame data={data} footer={footer}>
              {children}
            </Frame>
            <HealthCheck />
          </ConnectionProvider>
        </SessionProvider>
      </ToastProvider>
    </DialogsProvider>
  )
}

/**
 * Moves the focus to <main> after a client-side navigation, unless it is inside <main> already or a dialog is open. A
 * navigation to the same path, such as an answered form, moves it only when the focused element is gone.
 */
function useFocusMainAfterNavigation() {
  const { key, pathname } = useLocation()
  const lastLocation = useRef({ key, pathname })
  useEffect(() => {
    const before = lastLocation.current
    if (before.key === key) return
    lastLocation.current = { key, pathname }
    const main = document.getElementById('main')
    const { activeElement } = document
    if (!main || main.contains(activeElement)) return
    if (before.pathname === pathname && activeElement && activeElement !== document.body) return
    if (document.querySelector('[role=dialog][data-state=open]')) return
    main.focus({ preventScroll: true })
  }, [key, pathname])
}

function Frame({ data, footer, children }: ShellProps) {
  const { t } = useI18n()
  const { member, expired } = useSession()
  const handleVisitorClick = useLoginPrompt()
  const handleOfflineClick = useOfflineLinkGuard()
  useFocusMainAfterNavigation()
  usePressFeedback()
  useFrameRule()
  useModalHistory()
  function handleClickCapture(event: MouseEvent) {
    handleVisitorClick(event)
    handleOfflineClick(event)
  }
  return (
    <div className={css.frame} onClickCapture={handleClickCapture}>
      <NavigationProgress />
      <SkipLink>{t('common.skip')}</SkipLink>
      <TopBar />
      <MemberStrip />
      <div className={member ? css.gridWithPanel : css.grid}>
        <main id="main" tabIndex={-1} className={css.main}>
          <div className={css.message}>
            <FlashMessage flash={expired ? null : (data?.flash ?? null)} />
          </div>
          {expired?.hasUnsentInput && <SessionExpiredAlert />}
          <UnansweredFormAlert />
          {/* Nothing that one member typed or was told stays for another one. */}
          <Fragment key={data?.member?.userId}>{children}</Fragment>
        </main>
        <MemberAside />
      </div>
      <Footer data={footer} />
      <BottomBar />
      <MenuDrawer />
      <MemberDrawer />
    </div>
  )
}
