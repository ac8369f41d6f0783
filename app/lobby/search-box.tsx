import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '~/i18n/words'
import { SearchField } from '~/ui/field/field'
import { addressWith } from './pages'
import * as css from './search-box.css'

/** A pause in typing, after which the list follows. */
const pauseMs = 200

/**
 * Searches the list of a lobby: a GET form, and with script the list follows while one types, in place of the page in
 * the history, without a reload.
 *
 * @param also what else the address must carry.
 */
export function SearchBox({
  path,
  query,
  label,
  also = {},
}: {
  path: string
  query: string
  label: string
  also?: Record<string, string>
}) {
  const { t } = useWords()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(query)

  useEffect(() => () => clearTimeout(timer.current), [])
  // Going back changes the query from outside; what is being typed is never touched.
  useEffect(() => {
    const input = form.current?.elements.namedItem('q')
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = query
    asked.current = query
  }, [query])

  /** `again`: also for the same words, which may have got no answer before. */
  function search({ again }: { again: boolean }) {
    clearTimeout(timer.current)
    const typed = form.current && new FormData(form.current).get('q')
    const q = typeof typed === 'string' ? typed.trim() : ''
    if (q === asked.current && !again) return
    asked.current = q
    navigate(addressWith(path, { ...also, q }), { replace: true, preventScrollReset: true })
  }

  return (
    <search className={css.search}>
      <form
        ref={form}
        method="get"
        action={path}
        onInput={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, pauseMs, { again: false })
        }}
        onSubmit={(event) => {
          event.preventDefault()
          search({ again: true })
        }}
      >
        {Object.entries(also).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          name="q"
          label={label}
          placeholder={label}
          action={t('lobby.search.submit')}
          defaultValue={query}
          maxLength={64}
        />
      </form>
    </search>
  )
}
