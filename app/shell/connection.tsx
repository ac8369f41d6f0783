import {
  createContext,
  type MouseEvent,
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
import { type MessageKey, useWords } from '~/i18n/words'
import { Button, ButtonLink } from '~/ui/button/button'
import { Say } from '~/ui/say/say'
import { useToast } from '~/ui/toast/toast'
import * as css from './connection.css'
import { addressOf } from './here'
import { keepFromReloading, keepMark, keepNext, type Lost, listenForLost, opensDocumentsOnly } from './lost'
import { placeState, usePlace } from './place'
import { plainlyFollowed } from './visitor-gate'

/** A submitted form whose answer did not arrive. The page stays as it was at the submission. */
export type LostForm = {
  /** New for every failure, so that the alert takes the focus again. */
  id: number
  place: string
  /** `unknown`: it may have arrived. `unsent`: it did not. `answered`: only the page that follows is missing. */
  state: 'unknown' | 'unsent' | 'answered'
  formData: FormData | undefined
  action: string
  /** By performance.now(): when these fields were first sent. */
  sentAtMs: number
  /** The path that the site redirected to, when it answered. */
  target: string | undefined
  /** The form element and its button, when the form was submitted by the member. */
  sent: Sent | undefined
  /** The page itself reports the outcome. */
  claimed: boolean
}

type Sent = { form: HTMLFormElement; button: HTMLElement | null; fields: [string, FormDataEntryValue][]; atMs: number }

type Claim = (formData: FormData) => boolean

type Connection = {
  form: LostForm | null
  claim(claims: Claim): () => void
  dismiss(): void
  /** Submits the form again as it stands now, or the same fields when the form element is gone. */
  repeat(form: LostForm): void
  /** Shows a toast that a link or a switch got no answer. @param to path that the retry link opens. */
  sayLost(message: 'connection.page' | 'connection.press', to?: string): void
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
 * @param claims tells whether a sent form is one that the page reports on; must be a stable function.
 */
export function useLostForm(claims: Claim): LostForm | null {
  const { claim, form } = useConnection()
  const place = usePlace()
  useEffect(() => claim(claims), [claim, claims])
  return form?.place === place && form.claimed && form.formData && claims(form.formData) ? form : null
}

const reachWithinMs = 5_000

/** Checks whether the site can be reached and returns its `Date` header; undefined when it cannot. Never throws. */
export async function reachSite(): Promise<{ date: string | null } | undefined> {
  try {
    const signal = AbortSignal.timeout(reachWithinMs)
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', redirect: 'error', signal })
    // A captive portal or a proxy answers with a page of its own, not with our SVG.
    const isOurs = answer.ok && answer.headers.get('Content-Type')?.startsWith('image/svg')
    return isOurs ? { date: answer.headers.get('Date') } : undefined
  } catch {
    return undefined
  }
}

/** Preserves the page and reports it when the site does not answer. Mounted once, around the whole page. */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const toast = useToast()
  const submit = useSubmit()
  const navigation = useNavigation()
  const location = useLocation()
  const place = usePlace()
  const router = use(RouterState)
  const [queue, setQueue] = useState<readonly Lost[]>([])
  const [form, setForm] = useState<LostForm | null>(null)
  const claims = useRef(new Set<Claim>())
  const lastId = useRef(0)
  const sent = useRef<Sent>(undefined)

  // A transition, like the router's own updates: the render that reads the queue already has its navigation.
  useEffect(() => listenForLost((lost) => startTransition(() => setQueue((all) => [...all, lost]))), [])
  useEffect(keepFromReloading, [])

  // History index of the shown page: when a step back fails, the browser has already moved away from it.
  const index = useRef<unknown>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is read again at every new location.
  useEffect(() => {
    index.current = window.history.state?.idx
  }, [location])

  const sayLost = useCallback<Connection['sayLost']>(
    (message, to) => {
      const action = to === undefined ? undefined : { to, text: t('problem.retry') }
      toast({ kind: 'warning', text: t(message), action })
    },
    [t, toast],
  )

  const lose = useCallback(
    (fields: Pick<LostForm, 'state' | 'formData' | 'action' | 'sent'> & { target?: string }) => {
      lastId.current += 1
      const { formData, state } = fields
      const claimed = state === 'unknown' && formData !== undefined && [...claims.current].some((one) => one(formData))
      const id = lastId.current
      setForm((before) => {
        // A script sent the same fields again: the first time counts.
        const again = formData !== undefined && before?.formData === formData ? before.sentAtMs : undefined
        const sentAtMs = fields.sent?.atMs ?? again ?? performance.now()
        return { target: undefined, ...fields, claimed, id, place, sentAtMs }
      })
    },
    [place],
  )

  const keep = useCallback(async () => {
    const { scrollX, scrollY } = window
    const leaf = router?.matches.at(-1)
    const [error] = Object.values(router?.errors ?? {})
    keepNext({
      url: new URL(createPath({ ...location, hash: '' }), window.location.origin).href,
      actionData: router?.actionData ?? null,
      failure: router?.errors && leaf ? { routeId: leaf.route.id, error } : null,
    })
    await submit(keepMark, {
      method: 'post',
      encType: 'text/plain',
      action: createPath(location),
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
      state: placeState(place, location.state),
    })
    // The router scrolls to the fragment even with preventScrollReset.
    if (location.hash) window.scrollTo(scrollX, scrollY)
  }, [router, location, place, submit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each is handled once, with the state of its own render.
  useEffect(() => {
    if (queue.length === 0) return
    setQueue([])
    for (const lost of queue) takeUp(lost)
  }, [queue])

  function takeUp(lost: Lost) {
    const { formAction, formData, formMethod, location: to } = navigation
    if (!to) {
      // A revalidation or a fetcher: the page goes on with the data it has.
      lost.release(router?.revalidation === 'idle' ? 'nothing' : 'reload')
      return sayLost(lost.isChange ? 'connection.press' : 'connection.page')
    }
    if (to.key === location.key) return void keep()

    const target = createPath(to)
    const isForm = formMethod !== undefined && formMethod !== 'GET'
    if (isForm && !lost.isChange && !lost.followsForm && target === createPath(location)) {
      // The form was answered on this page; only the revalidation failed.
      return lost.release('reload')
    }
    const action = formAction ?? createPath(location)
    if (lost.isChange) lose({ state: 'unknown', formData, action, sent: sentWith(sent.current, formData) })
    else if (isForm) lose({ state: 'answered', formData, action, target, sent: undefined })
    else sayLost('connection.page', target)

    const [was, is] = [index.current, window.history.state?.idx]
    // Goes back to the shown page. That is a navigation too, which fails and is preserved in turn.
    if (typeof was === 'number' && typeof is === 'number' && was !== is) window.history.go(was - is)
    else void keep()
  }

  // Native forms, such as the language form, would open the browser's error page while offline.
  const known = useRef(false)
  useEffect(() => {
    const note = ({ target, submitter }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return
      sent.current = {
        form: target,
        button: submitter,
        fields: [...new FormData(target, submitter)],
        atMs: performance.now(),
      }
    }
    const hold = async (event: SubmitEvent) => {
      const form = event.target
      if (event.defaultPrevented || navigator.onLine || known.current || !(form instanceof HTMLFormElement)) return
      if (form.target && form.target !== '_self') return
      event.preventDefault()
      const [now, button] = [sent.current, event.submitter]
      if (await reachSite()) {
        known.current = true
        form.requestSubmit(button)
        known.current = false
      } else if (form.method === 'post') lose({ state: 'unsent', formData: undefined, action: form.action, sent: now })
      else sayLost('connection.page')
    }
    document.addEventListener('submit', note, true)
    window.addEventListener('submit', hold)
    return () => {
      document.removeEventListener('submit', note, true)
      window.removeEventListener('submit', hold)
    }
  }, [lose, sayLost])

  const connection = useMemo<Connection>(
    () => ({
      form: form?.place === place ? form : null,
      claim: (claim) => {
        claims.current.add(claim)
        return () => claims.current.delete(claim)
      },
      dismiss: () => setForm(null),
      repeat: ({ formData, action, sent }) => {
        if (sent?.form.isConnected) return sent.form.requestSubmit(sent.button)
        void submit(formData ?? null, { method: 'post', action })
      },
      sayLost,
    }),
    [form, place, submit, sayLost],
  )
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}

/** The last form submitted by the member, if its fields equal the given data: scripts submit forms too. */
function sentWith(sent: Sent | undefined, formData: FormData | undefined): Sent | undefined {
  if (!sent || !formData) return undefined
  const [one, other] = [sent.fields, [...formData]]
  const same =
    one.length === other.length && one.every(([name, value], at) => name === other[at]?.[0] && value === other[at]?.[1])
  return same ? sent : undefined
}

/**
 * Alert above the page for an unanswered form, with a button that submits it again or opens the page that follows it.
 * It takes the focus because the pressed button may be far below.
 */
export function ConnectionNotice() {
  const { t } = useWords()
  const { form, repeat } = useConnection()
  const busy = useNavigation().state !== 'idle'
  const box = useRef<HTMLDivElement>(null)
  const shown = form && !form.claimed ? form : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure moves the focus again.
  useEffect(() => box.current?.focus(), [shown?.id])
  if (!shown) return null
  return (
    <div ref={box} tabIndex={-1} className={css.notice}>
      <Say key={shown.id} kind="warning" title={t(titles[shown.state])}>
        <p>{t(texts[shown.state])}</p>
        <div className={css.acts}>
          {shown.target === undefined ? (
            <Button type="button" size="small" busy={busy} busyText={t('common.sending')} onClick={() => repeat(shown)}>
              {t('connection.repeat')}
            </Button>
          ) : (
            <ButtonLink size="small" to={shown.target}>
              {t('connection.answered.open')}
            </ButtonLink>
          )}
        </div>
      </Say>
    </div>
  )
}

const titles = {
  unknown: 'connection.lost',
  unsent: 'connection.unsent',
  answered: 'connection.answered',
} as const satisfies Record<LostForm['state'], MessageKey>

const texts = {
  unknown: 'connection.lost.text',
  unsent: 'connection.unsent.text',
  answered: 'connection.answered.text',
} as const satisfies Record<LostForm['state'], MessageKey>

/**
 * Handles clicks on links while the browser is offline or a script of the site failed to load: checks first that the
 * site can be reached, so that no browser error page is shown. Attach it around all links, for the capture phase.
 */
export function useOfflineGate(): (event: MouseEvent) => void {
  const { sayLost } = useConnection()
  return useCallback(
    (event) => {
      if (navigator.onLine && !opensDocumentsOnly()) return
      const url = plainlyFollowed(event)
      if (!url || isOfThisPage(url)) return
      event.preventDefault()
      event.stopPropagation()
      void reachSite().then((reached) => {
        if (reached) window.location.assign(url.href)
        else sayLost('connection.page', addressOf(url))
      })
    },
    [sayLost],
  )
}

function isOfThisPage(url: URL): boolean {
  const { pathname, search } = window.location
  return url.hash !== '' && url.pathname === pathname && url.search === search
}
