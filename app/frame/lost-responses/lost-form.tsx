import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { pageHistoryIndex } from '~/ui/modal/close-on-back'
import { useToast } from '~/ui/toast/toast'
import { type LostResponse, type SentForm, setShownPage } from './client-middleware'
import * as css from './lost-alert.css'
import { preventScriptReload } from './missing-file'
import { useOfflineDocuments } from './offline-documents'
import { usePageKey, withPageKey } from './page-key'

/**
 * `interrupted`: it becomes a loss if the page stays, or is loaded anew, without the response. `settled`: a later attempt
 * was answered, and its next page is on its way.
 */
type LossState = 'interrupted' | 'shown' | 'settled'

type Loss = { location: Location; pathname: string; pageKey: number; response: LostOfPage; is: LossState }

/** What the shown page says itself; all else is said at its edge. */
type LostOfPage = Extract<LostResponse, { kind: 'form' | 'next-page' }>

const LostContext = createContext<LostOfPage | undefined>(undefined)

/** The form of the shown page whose response did not arrive; new each time it is lost. */
export function useLostForm(): SentForm | undefined {
  const lost = use(LostContext)
  return lost?.kind === 'form' ? lost : undefined
}

/** Keeps the shown page when a response is lost, and says so. Used once, by the frame, around the page. */
export function KeptPage({ onSessionEnd, children }: { onSessionEnd(): void; children: ReactNode }) {
  const { t } = useI18n()
  const toast = useToast()
  const navigate = useNavigate()
  const location = useLocation()
  const { pathname, search, state } = location
  const pageKey = usePageKey()
  const [lost, setLost] = useState<Loss>()
  const dismissToast = useRef<() => void>(undefined)
  useEffect(preventScriptReload, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has arrived, so the connection is back.
  useEffect(() => dismissToast.current?.(), [pageKey])

  const sayAtEdge = useCallback(
    (path?: string) => {
      const action = path === undefined ? undefined : { to: path, text: t('problem.retry') }
      dismissToast.current = toast({
        kind: 'warning',
        text: t(action ? 'connection.page' : 'connection.press'),
        action,
      })
    },
    [t, toast],
  )
  useOfflineDocuments(sayAtEdge)

  useLayoutEffect(() => {
    const path = pathname + search
    const historyIndex = pageHistoryIndex()
    const show = (response: LostOfPage, is: LossState = 'shown') =>
      setLost({ location, pathname, pageKey, response, is })
    const keep = (response: LostResponse) => {
      if (response.kind === 'form' || response.kind === 'next-page') show(response)
      else {
        sayAtEdge(response.kind === 'page' ? response.path : undefined)
        setLost((before) => before && { ...before, is: 'shown' })
      }
      if (response.kind === 'next-page' && response.endsSession) onSessionEnd()
      // A step through the history has left the page's entry already.
      const [was, is] = [historyIndex, pageHistoryIndex()]
      if (was !== undefined && is !== undefined && was !== is) {
        window.history.go(was - is)
        return 'stepped-back'
      }
      return Promise.resolve(
        navigate(path, {
          replace: true,
          preventScrollReset: true,
          defaultShouldRevalidate: false,
          state: withPageKey(pageKey, state),
        }),
      )
    }
    setShownPage({
      path,
      keep,
      interrupt: (form) => show({ kind: 'form', ...form }, 'interrupted'),
      settle: () => setLost((before) => before && { ...before, is: 'settled' }),
    })
  }, [location, navigate, onSessionEnd, pageKey, pathname, sayAtEdge, search, state])

  if (lost && lost.pageKey !== pageKey) {
    // A page has arrived. As long as a form with a request code has no response, its page stays the page of that form.
    const { response, is } = lost
    const isOfPage = lost.pathname === pathname && response.kind === 'form' && is !== 'settled'
    const isKept = isOfPage && (is === 'interrupted' || response.fields.has('code'))
    setLost(isKept ? { ...lost, pageKey, is: 'shown' } : undefined)
  } else if (lost?.is === 'interrupted' && lost.location !== location) {
    // A step to a fragment makes the router load the data of the page anew.
    setLost({ ...lost, is: 'shown' })
  }
  const response = lost?.is === 'interrupted' ? undefined : lost?.response
  if (response?.kind === 'next-page') return <ReceivedPage key={pageKey} path={response.path} />
  return <LostContext value={response}>{children}</LostContext>
}

/** Stands in place of a form that the site has answered: it can't be sent again, which with a new request code would pay twice. */
function ReceivedPage({ path }: { path: string }) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="alert" className={css.alert}>
      <Empty
        heading="h1"
        title={t('connection.answered')}
        text={t('connection.answered.text')}
        action={
          <ButtonLink to={path} variant="primary">
            {t('connection.answered.open')}
          </ButtonLink>
        }
      />
    </div>
  )
}

/**
 * Says above a form that its response was lost. It takes the focus, because the pressed button may be far below. Its own
 * button sends the form as it stands now.
 */
export function LostFormAlert({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { t } = useI18n()
  const lost = useLostForm()
  const busy = useNavigation().state !== 'idle'
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: lost again, it takes the focus again.
  useEffect(() => box.current?.focus(), [lost])
  if (!lost || lost.form !== form.current) return null
  return (
    <div ref={box} tabIndex={-1} className={css.alert}>
      <Alert kind="warning" title={t('connection.lost')}>
        <p>{t('connection.lost.text')}</p>
        <Button
          type="button"
          size="small"
          busy={busy}
          busyText={t('common.sending')}
          onClick={() => lost.form.requestSubmit(lost.button)}
        >
          {t('connection.repeat')}
        </Button>
      </Alert>
    </div>
  )
}
