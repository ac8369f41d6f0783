import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  createPath,
  UNSAFE_DataRouterStateContext as RouterState,
  useLocation,
  useNavigation,
  useSubmit,
} from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { pageHistoryIndex } from '~/ui/modal/close-on-back'
import { useToast } from '~/ui/toast/toast'
import { reloadForMissingScript, restoreTypedFields } from './missing-script'
import { usePageKey, withPageKey } from './page-key'
import { reachSite } from './reach-site'
import {
  preservePageBody,
  preservePageWith,
  preventScriptReload,
  reloadDocument,
  setUnansweredListener,
  type UnansweredRequest,
} from './unanswered-request'

/** A submitted form whose answer did not arrive. The page stays as it was at the submission. */
export type UnansweredForm = {
  /** New for every failure, so that the alert takes the focus again. */
  id: number
  pageKey: string
  /** `unknown`: it may have arrived. `unsent`: it did not. `answered`: only the page that follows is missing. */
  state: 'unknown' | 'unsent' | 'answered'
  formData: FormData | undefined
  action: string
  /** By performance.now(): when these fields were first sent. */
  sentAtMs: number
  /** The path that the site redirected to, when it answered. */
  redirectPath: string | undefined
  /** The form element and its button, when the form was submitted by the member. */
  submission: Submission | undefined
  /** The page itself reports the outcome. */
  isReportedByPage: boolean
}

type Submission = {
  form: HTMLFormElement
  button: HTMLElement | null
  fields: [string, FormDataEntryValue][]
  atMs: number
}

type FormMatcher = (formData: FormData) => boolean

type Connection = {
  form: UnansweredForm | null
  registerMatcher(claims: FormMatcher): () => void
  dismiss(): void
  /** Submits the form again as it stands now, or the same fields when the form element is gone. */
  resubmit(form: UnansweredForm): void
  /** Shows a toast that a link or a switch got no answer. @param to path that the retry link opens. */
  showUnansweredToast(message: 'connection.page' | 'connection.press', to?: string): void
}

const ConnectionContext = createContext<Connection | null>(null)

/** The state of the connection. @throws Error outside the shell. */
export function useConnection(): Connection {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('useConnection needs the shell above it')
  return connection
}

/**
 * The unanswered form of this page, for a page that reports the outcome itself. The shell then shows no alert for it.
 *
 * @param isOwnForm tells whether a sent form is one that the page reports on; must be a stable function.
 */
export function useUnansweredForm(isOwnForm: FormMatcher): UnansweredForm | null {
  const { registerMatcher, form } = useConnection()
  const pageKey = usePageKey()
  useEffect(() => registerMatcher(isOwnForm), [registerMatcher, isOwnForm])
  return form?.pageKey === pageKey && form.isReportedByPage && form.formData && isOwnForm(form.formData) ? form : null
}

/** Preserves the page and reports it when the site does not answer. Mounted once, around the whole page. */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const toast = useToast()
  const submit = useSubmit()
  const navigation = useNavigation()
  const location = useLocation()
  const pageKey = usePageKey()
  const router = use(RouterState)
  const [unanswered, setUnanswered] = useState<readonly UnansweredRequest[]>([])
  const [form, setForm] = useState<UnansweredForm | null>(null)
  const matchers = useRef(new Set<FormMatcher>())
  const lastId = useRef(0)
  const lastSubmission = useRef<Submission>(undefined)

  // A transition, like the router's own updates: the render that reads the queue already has its navigation.
  useEffect(
    () => setUnansweredListener((request) => startTransition(() => setUnanswered((all) => [...all, request]))),
    [],
  )
  useEffect(preventScriptReload, [])
  useEffect(() => void restoreTypedFields(), [])

  // History index of the shown page: when a step back fails, the browser has already moved away from it.
  const historyIndex = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is read again at every new location.
  useEffect(() => {
    historyIndex.current = pageHistoryIndex()
  }, [location])

  const dismissToast = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has arrived, so the connection is back.
  useEffect(() => dismissToast.current?.(), [pageKey])

  const showUnansweredToast = useCallback<Connection['showUnansweredToast']>(
    (message, to) => {
      const action = to === undefined ? undefined : { to, text: t('problem.retry') }
      dismissToast.current = toast({ kind: 'warning', text: t(message), action })
    },
    [t, toast],
  )

  const showUnansweredForm = useCallback(
    (fields: Pick<UnansweredForm, 'state' | 'formData' | 'action' | 'submission'> & { redirectPath?: string }) => {
      lastId.current += 1
      const { formData, state } = fields
      const isReportedByPage =
        state === 'unknown' && formData !== undefined && [...matchers.current].some((one) => one(formData))
      const id = lastId.current
      setForm((before) => {
        // A script sent the same fields again: the first time counts.
        const again = formData !== undefined && before?.formData === formData ? before.sentAtMs : undefined
        const sentAtMs = fields.submission?.atMs ?? again ?? performance.now()
        return { redirectPath: undefined, ...fields, isReportedByPage, id, pageKey, sentAtMs }
      })
    },
    [pageKey],
  )

  const preservePage = useCallback(async () => {
    const { scrollX, scrollY } = window
    const leaf = router?.matches.at(-1)
    const [error] = Object.values(router?.errors ?? {})
    preservePageWith({
      url: new URL(createPath({ ...location, hash: '' }), window.location.origin).href,
      actionData: router?.actionData ?? null,
      failure: router?.errors && leaf ? { routeId: leaf.route.id, error } : null,
    })
    await submit(preservePageBody, {
      method: 'post',
      encType: 'text/plain',
      action: createPath(location),
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
      state: withPageKey(pageKey, location.state),
    })
    // The router scrolls to the fragment even with preventScrollReset.
    if (location.hash) window.scrollTo(scrollX, scrollY)
  }, [router, location, pageKey, submit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each is handled once, with the state of its own render.
  useEffect(() => {
    if (unanswered.length === 0) return
    setUnanswered([])
    for (const request of unanswered) {
      if (request.isScriptMissing) void handleMissingScript(request)
      else handleUnanswered(request)
    }
  }, [unanswered])

  /** Loads the document that the router can't: an upgrade took its script away. Without a connection the page stays. */
  async function handleMissingScript(request: UnansweredRequest) {
    const { formAction, location: to } = navigation
    const hasMoved = historyIndex.current !== pageHistoryIndex()
    const isReached = await (to ? reachSite() : reloadForMissingScript())
    if (request.signal.aborted) return
    if (!isReached) return handleUnanswered(request)
    if (!to) return
    // A step through the history has changed the URL already. The page of a form's action says what became of the form.
    if (hasMoved) reloadDocument()
    else window.location.assign(request.isMutation ? (formAction ?? createPath(location)) : createPath(to))
  }

  function handleUnanswered(request: UnansweredRequest) {
    const { formAction, formData, formMethod, location: to } = navigation
    if (!to) {
      // A revalidation or a fetcher: the page goes on with the data it has.
      request.release(router?.revalidation === 'idle' ? 'nothing' : 'reload')
      return showUnansweredToast(request.isMutation ? 'connection.press' : 'connection.page')
    }
    if (to.key === location.key) return void preservePage()

    const target = createPath(to)
    const isForm = formMethod !== undefined && formMethod !== 'GET'
    if (isForm && !request.isMutation && !request.isAfterFormRedirect && target === createPath(location)) {
      // The form was answered on this page; only the revalidation failed.
      return request.release('reload')
    }
    const action = formAction ?? createPath(location)
    if (request.isMutation)
      showUnansweredForm({
        state: 'unknown',
        formData,
        action,
        submission: matchSubmission(lastSubmission.current, formData),
      })
    else if (isForm)
      showUnansweredForm({ state: 'answered', formData, action, redirectPath: target, submission: undefined })
    else showUnansweredToast('connection.page', target)

    const [was, is] = [historyIndex.current, pageHistoryIndex()]
    // Goes back to the shown page. That is a navigation too, which fails and is preserved in turn.
    if (was !== undefined && is !== undefined && was !== is) window.history.go(was - is)
    else void preservePage()
  }

  // Native forms, such as the language form, would open the browser's error page while offline.
  const skipReachCheck = useRef(false)
  useEffect(() => {
    const recordSubmission = ({ target, submitter }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return
      lastSubmission.current = {
        form: target,
        button: submitter,
        fields: [...new FormData(target, submitter)],
        atMs: performance.now(),
      }
    }
    const checkBeforeSubmit = async (event: SubmitEvent) => {
      const form = event.target
      if (event.defaultPrevented || navigator.onLine || skipReachCheck.current || !(form instanceof HTMLFormElement))
        return
      if (form.target && form.target !== '_self') return
      event.preventDefault()
      const [now, button] = [lastSubmission.current, event.submitter]
      if (await reachSite()) {
        skipReachCheck.current = true
        form.requestSubmit(button)
        skipReachCheck.current = false
      } else if (form.method === 'post')
        showUnansweredForm({ state: 'unsent', formData: undefined, action: form.action, submission: now })
      else showUnansweredToast('connection.page')
    }
    document.addEventListener('submit', recordSubmission, true)
    window.addEventListener('submit', checkBeforeSubmit)
    return () => {
      document.removeEventListener('submit', recordSubmission, true)
      window.removeEventListener('submit', checkBeforeSubmit)
    }
  }, [showUnansweredForm, showUnansweredToast])

  const connection = useMemo<Connection>(
    () => ({
      form: form?.pageKey === pageKey ? form : null,
      registerMatcher: (claim) => {
        matchers.current.add(claim)
        return () => matchers.current.delete(claim)
      },
      dismiss: () => setForm(null),
      resubmit: ({ formData, action, submission }) => {
        if (submission?.form.isConnected) return submission.form.requestSubmit(submission.button)
        void submit(formData ?? null, { method: 'post', action })
      },
      showUnansweredToast,
    }),
    [form, pageKey, submit, showUnansweredToast],
  )
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}

/** The last form submitted by the member, if its fields equal the given data: scripts submit forms too. */
function matchSubmission(submission: Submission | undefined, formData: FormData | undefined): Submission | undefined {
  if (!submission || !formData) return undefined
  const [one, other] = [submission.fields, [...formData]]
  const same =
    one.length === other.length && one.every(([name, value], at) => name === other[at]?.[0] && value === other[at]?.[1])
  return same ? submission : undefined
}
