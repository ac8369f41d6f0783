import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { SearchField } from '~/ui/field/field'
import { hrefWithQuery } from '~/values/addresses'
import * as css from '../lists/lists.css'

const debounceMs = 200
/** The height that the field and the first results need above a phone's keyboard. */
const resultsHeightPx = 260

type SearchBoxProps = {
  of: 'slot' | 'providers' | 'games'
  ownLabel?: string | undefined
  path: string
  query: string
  extraParams?: Record<string, string>
}

/** A lobby's search form: a GET without JavaScript. With it, the list and the history entry are updated. */
export function SearchBox({ of, ownLabel, path, query, extraParams = {} }: SearchBoxProps) {
  const { t } = useI18n()
  const label = ownLabel ?? t(`lobby.search.${of}`)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressing = useRef(false)
  const lastQuery = useRef(query)

  useEffect(() => {
    // No search starts while the pointer is down, because results would move the pressed element.
    const press = ({ type }: Event) => {
      isPressing.current = type === 'pointerdown'
    }
    const click = ({ target }: Event) => {
      const control = target instanceof Element ? target.closest('a[href], button') : null
      if (control && !form.current?.contains(control)) clearTimeout(timer.current)
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    for (const name of ['pointerdown', 'pointerup', 'pointercancel']) document.addEventListener(name, press, options)
    document.addEventListener('click', click, options)
    return () => {
      clearTimeout(timer.current)
      listening.abort()
    }
  }, [])
  // Back changes the query. The input then shows the new query, unless it has the focus.
  useEffect(() => {
    const input = form.current?.elements.namedItem('q')
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = query
    else if (query !== '' && form.current && heightBelow(form.current) < resultsHeightPx) form.current.scrollIntoView()
    lastQuery.current = query
  }, [query])

  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the field focuses it each time.
  useEffect(() => {
    const input = form.current?.elements.namedItem('q')
    if (hash === '#search' && input instanceof HTMLInputElement) input.focus()
  }, [hash, key])

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => (isPressing.current ? searchSoon() : search({ again: false })), debounceMs)
  }

  /** With `again`, searches even if the query is the same, because the last request may have failed. */
  function search({ again }: { again: boolean }) {
    clearTimeout(timer.current)
    const typed = form.current && new FormData(form.current).get('q')
    const q = typeof typed === 'string' ? typed.trim() : ''
    if (q === lastQuery.current && !again) return
    lastQuery.current = q
    navigate(hrefWithQuery(path, { ...extraParams, q }), { replace: true, preventScrollReset: true })
  }

  function empty() {
    const input = form.current?.elements.namedItem('q')
    if (!(input instanceof HTMLInputElement)) return
    clearTimeout(timer.current)
    input.value = ''
    input.focus()
  }

  return (
    <search className={css.search}>
      <form
        ref={form}
        method="get"
        action={path}
        onInput={searchSoon}
        onSubmit={(event) => {
          event.preventDefault()
          search({ again: true })
        }}
      >
        {Object.entries(extraParams)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <SearchField
          name="q"
          label={label}
          placeholder={label}
          submitLabel={t('common.search')}
          defaultValue={query}
          maxLength={64}
          {...(query === ''
            ? {}
            : { clear: { to: hrefWithQuery(path, extraParams), label: t('lobby.search.clear'), onClick: empty } })}
        />
      </form>
    </search>
  )
}

/** Measures to the end of the visible viewport, because the keyboard covers the rest. */
function heightBelow(element: Element): number {
  return (window.visualViewport?.height ?? window.innerHeight) - element.getBoundingClientRect().top
}
