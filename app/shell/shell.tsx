import {
  Fragment,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { FlashMessage } from '~/components/flash-message'
import { useI18n } from '~/i18n/i18n'
import { nextPathOf, useCurrentPath } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { useReload, useReloadOnReturn } from '~/navigation/reload'
import { callApi } from '~/session/call-api'
import { usePageSettings } from '~/session/page-settings'
import { SessionProvider, useSession } from '~/session/session-context'
import type { FooterData, ShellData } from '~/session/shell-data'
import { useIsSiteClosed } from '~/session/site-response'
import { Alert } from '~/ui/alert/alert'
import { visuallyHidden } from '~/ui/base.css'
import { DialogsProvider, useDialogs } from '~/ui/dialog/dialogs'
import { UnknownFigureContext } from '~/ui/figure/figure'
import { isPlainClick } from '~/ui/link/link'
import { PicturesContext } from '~/ui/picture/picture'
import { skip as skipLink } from '~/ui/skip-link/skip-link.css'
import { TextLink } from '~/ui/text-link/text-link'
import { ToastProvider, useToast } from '~/ui/toast/toast'
import { loginHref, registerHref } from '~/values/addresses'
import { numberedMessages } from '~/values/numbered-messages'
import { BottomBar } from './bars/bottom'
import { TopBar } from './bars/top'
import { LoginDrawer, MenuDrawer } from './drawers/drawers'
import { Footer } from './footer/footer'
import { isMemberPath } from './menu'
import * as css from './shell.css'

/** While a page is loading, marks the clicked link or button with `data-pending`, for styling. */
function usePressFeedback(): void {
  const target = useNavigation().location?.key
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    const recordPress = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      pressed.current = event instanceof SubmitEvent ? event.submitter : link
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    for (const name of ['click', 'submit']) window.addEventListener(name, recordPress, options)
    return () => listening.abort()
  }, [])
  useLayoutEffect(() => {
    const element = pressed.current
    if (target === undefined || !element) return
    element.setAttribute('data-pending', '')
    return () => element.removeAttribute('data-pending')
  }, [target])
}

const importMemberFrame = () => import('./member-shell')
const MemberStrip = memberPart(importMemberFrame, 'MemberStrip')
const MemberAside = memberPart(importMemberFrame, 'MemberAside')
const HealthCheck = memberPart(importMemberFrame, 'HealthCheck')

interface ShellProps {
  /** Null on an error page without the root loader's data. Such a page is rendered as for a visitor. */
  data: ShellData | null
  /** Null on an error page without this data. The footer then shows no provider names, minimum age or license. */
  footer: FooterData | null
  children: ReactNode
}

export function Shell({ data, footer, children }: ShellProps) {
  const { t } = useI18n()
  const { lite } = usePageSettings()
  const isReturning = useReloadOnReturn()
  return (
    <DialogsProvider>
      <UnknownFigureContext value={t('money.unknown')}>
        <PicturesContext value={!lite}>
          <ToastProvider closeLabel={t('toast.close')}>
            <SessionProvider data={data} isReturning={isReturning}>
              <Frame data={data} footer={footer}>
                {children}
              </Frame>
            </SessionProvider>
          </ToastProvider>
        </PicturesContext>
      </UnknownFigureContext>
    </DialogsProvider>
  )
}

/**
 * Moves the focus to <main> after a client-side navigation, unless it is already there or a dialog is open. If the path
 * is unchanged, for example after a form response, the focus moves only if the focused element was removed.
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
  const isClosed = useIsSiteClosed()
  const isNavigating = useNavigation().state !== 'idle'
  useFocusMainAfterNavigation()
  usePressFeedback()
  return (
    <div className={css.frame} onClickCapture={handleVisitorClick}>
      {isNavigating && <Progress />}
      {/* A skip link, visible only while it has the focus. */}
      <a href="#main" className={skipLink}>
        {t('common.skip')}
      </a>
      <TopBar isBare={isClosed} />
      {member && <MemberStrip />}
      <div className={member ? css.gridWithPanel : css.grid}>
        <main id="main" tabIndex={-1} className={css.main}>
          {!expired && <FlashMessage key={data?.member?.userId} flash={data?.flash ?? null} />}
          {expired?.hasUnsentInput && <SessionExpiredAlert />}
          {/* Keyed by member, so that the next member sees no input or message of the previous one. */}
          <Fragment key={data?.member?.userId}>{children}</Fragment>
        </main>
        {member && <MemberAside />}
      </div>
      <Footer data={footer} />
      {!isClosed && (
        <>
          <BottomBar />
          <MenuDrawer />
          <LoginDrawer />
        </>
      )}
      {member && <HealthCheck />}
    </div>
  )
}

/** The delay after which screen readers announce that a page is loading. */
const slowAfterMs = 1_000

function Progress() {
  const { t } = useI18n()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={css.bar} aria-hidden="true" />
      <p role="status" className={visuallyHidden}>
        {isSlow && t('navigation.loading')}
      </p>
    </>
  )
}

function SessionExpiredAlert() {
  const { t } = useI18n()
  const here = useCurrentPath()
  const toast = useToast()
  useLoginElsewhere()
  useEffect(
    () => toast({ kind: 'warning', text: t('session.ended'), action: { to: loginHref(here), text: t('nav.login') } }),
    [here, t, toast],
  )
  return (
    // Silent, because the toast has already announced the end of the session.
    <Alert kind="warning" title={t('session.ended')} silent>
      <p>{t('session.ended.typed')}</p>
      <p>
        <TextLink to={loginHref(here)}>{t('nav.login')}</TextLink>
      </p>
    </Alert>
  )
}

/** Reloads the page's data and preserves input after the member logs in on another tab. */
function useLoginElsewhere(): void {
  const reload = useReload()
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const check = async () => {
      if (document.visibilityState !== 'visible') return
      const { kind } = await callApi('user-health-check', {})
      // Without a session, a reload would open the login and lose the input.
      if (kind === 'answered' && !signal.aborted) reload()
    }
    document.addEventListener('visibilitychange', check, { signal })
    window.addEventListener('focus', check, { signal })
    return () => listening.abort()
  }, [reload])
}

/**
 * Returns a click handler that prompts visitors to log in or register instead of opening a members' screen. Attach it
 * around all links in the capture phase, so that it runs before their own handlers. Without JavaScript, `requireMember`
 * in server/middleware/guard.server.ts rejects the request.
 */
function useLoginPrompt(): (event: MouseEvent) => void {
  const { t } = useI18n()
  const { ask } = useDialogs()
  const { hasShellData, state } = useSession()
  const navigate = useNavigate()

  return useCallback(
    (event) => {
      if (!hasShellData || state !== 'unauthenticated' || event.defaultPrevented || !isPlainClick(event)) return
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return
      if (link.origin !== window.location.origin || !isMemberPath(link.pathname)) return
      event.preventDefault()
      const name = link.dataset.play && link.querySelector('p')?.textContent
      ask({
        kind: 'question',
        icon: 'log-in',
        picture: (link.dataset.play && link.querySelector('img')?.src) || undefined,
        title: name ? t('login.toPlay', { name }) : t(numberedMessages.loginNeeded),
        text: t(`${numberedMessages.loginNeeded}.text`),
        buttons: { yes: t('nav.login'), other: t('login.register'), no: t('common.close') },
      }).then((choice) => {
        if (choice === 'yes') navigate(loginHref(nextPathOf(link)))
        if (choice === 'other') navigate(registerHref(nextPathOf(link)))
      })
    },
    [hasShellData, state, ask, t, navigate],
  )
}
