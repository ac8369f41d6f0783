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

/** A form whose answer did not come. The page stands as it was when it was sent. */
export type LostForm = {
  /** Another one each time: what is said of it takes the focus again. */
  id: number
  place: string
  /** `unknown`: nobody can tell whether it arrived; `unsent`: it did not; `answered`: only what follows it is missing. */
  state: 'unknown' | 'unsent' | 'answered'
  formData: FormData | undefined
  action: string
  /** By performance.now(): when these very fields were first sent. */
  sentAtMs: number
  /** Where the site sent on, when it answered. */
  target: string | undefined
  /** The form on the page and its button, where there is one. */
  sent: Sent | undefined
  /** The page itself says what became of it. */
  claimed: boolean
}

type Sent = { form: HTMLFormElement; button: HTMLElement | null; fields: [string, FormDataEntryValue][]; atMs: number }

type Claim = (formData: FormData) => boolean

type Connection = {
  form: LostForm | null
  claim(claims: Claim): () => void
  dismiss(): void
  /** Sends the very same fields again. */
  repeat(form: LostForm): void
  /** Says that a link or a switch got no answer. */
  sayLost(message: 'connection.page' | 'connection.press', to?: string): void
}

const ConnectionContext = createContext<Connection | null>(null)

/** What is known of the connection. @throws Error outside the shell. */
export function useConnection(): Connection {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('useConnection needs the shell above it')
  return connection
}

/**
 * The lost form of this page, when the page says itself what became of it; the notice in the page is left out then.
 *
 * @param claims whether a sent form is one that the page speaks for; the same function each time.
 */
export function useLostForm(claims: Claim): LostForm | null {
  const { claim, form } = useConnection()
  const place = usePlace()
  useEffect(() => claim(claims), [claim, claims])
  return form?.place === place && form.claimed && form.formData && claims(form.formData) ? form : null
}

const reachWithinMs = 5_000

/** Asks whether the site can be reached at all, and what time it is there. Never throws. */
export async function reachSite(): Promise<{ date: string | null } | undefined> {
  try {
    const signal = AbortSignal.timeout(reachWithinMs)
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', redirect: 'error', signal })
    // A page of whatever stands between is no picture of ours.
    const isOurs = answer.ok && answer.headers.get('Content-Type')?.startsWith('image/svg')
    return isOurs ? { date: answer.headers.get('Date') } : undefined
  } catch {
    return undefined
  }
}

/** Keeps the page when the site does not answer it, and says so. Stands once around the page's parts. */
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

  // As a transition, like the router's own states: whoever draws this has drawn the navigation that it is about.
  useEffect(() => listenForLost((lost) => startTransition(() => setQueue((all) => [...all, lost]))), [])
  useEffect(keepFromReloading, [])

  // Where in the history the page stands that is shown: a step back that was lost has left it already.
  const index = useRef<unknown>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is the reason to look.
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
        // The same fields again, by a script: what counts is when they went out first.
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
    // An address with a fragment is scrolled to whatever else is asked for.
    if (location.hash) window.scrollTo(scrollX, scrollY)
  }, [router, location, place, submit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each is taken up once, with what was drawn beside it.
  useEffect(() => {
    if (queue.length === 0) return
    setQueue([])
    for (const lost of queue) takeUp(lost)
  }, [queue])

  function takeUp(lost: Lost) {
    const { formAction, formData, formMethod, location: to } = navigation
    if (!to) {
      // The page's own data, or a fetcher's: the page goes on with what it has.
      lost.release(router?.revalidation === 'idle' ? 'nothing' : 'reload')
      return sayLost(lost.isChange ? 'connection.press' : 'connection.page')
    }
    if (to.key === location.key) return void keep()

    const target = createPath(to)
    const isForm = formMethod !== undefined && formMethod !== 'GET'
    if (isForm && !lost.isChange && !lost.followsForm && target === createPath(location)) {
      // The form was answered on this page; only the rest of it could not be had anew.
      return lost.release('reload')
    }
    const action = formAction ?? createPath(location)
    if (lost.isChange) lose({ state: 'unknown', formData, action, sent: sentWith(sent.current, formData) })
    else if (isForm) lose({ state: 'answered', formData, action, target, sent: undefined })
    else sayLost('connection.page', target)

    const [was, is] = [index.current, window.history.state?.idx]
    // Back to the page that is shown; that is a navigation too, and it is kept in turn.
    if (typeof was === 'number' && typeof is === 'number' && was !== is) window.history.go(was - is)
    else void keep()
  }

  // Forms of the browser's own, as the language's: offline they would lead to the browser's page.
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

/** The form that was just sent, when it is the one whose answer did not come: a script sends others by itself. */
function sentWith(sent: Sent | undefined, formData: FormData | undefined): Sent | undefined {
  if (!sent || !formData) return undefined
  const [one, other] = [sent.fields, [...formData]]
  const same =
    one.length === other.length && one.every(([name, value], at) => name === other[at]?.[0] && value === other[at]?.[1])
  return same ? sent : undefined
}

/**
 * Above the page: what became of a form whose answer did not come, with the button that sends it again as it stands now.
 * It takes the focus, for the button that was pressed may be far below.
 */
export function ConnectionNotice() {
  const { t } = useWords()
  const { form, repeat } = useConnection()
  const busy = useNavigation().state !== 'idle'
  const box = useRef<HTMLDivElement>(null)
  const shown = form && !form.claimed ? form : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loss is told of anew.
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
 * For links that a browser would follow into a page of its own: while it says that it is offline, or where a part of the
 * site's script is missing, the site is asked first whether it is there. Hand it to the element around all links, for
 * the capture phase.
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
