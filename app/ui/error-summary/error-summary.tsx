import { useEffect, useRef } from 'react'
import { classNames } from '../class-names'
import { Icon } from '../icon/icon'
import * as css from '../say/say.css'

interface ErrorSummaryProps {
  /** As 입력한 내용을 확인해 주세요. */
  title: string
  /** One for each wrong field: the field's id and what is wrong with it. Without an id it is a sentence. */
  errors: readonly { id?: string; text: string }[]
  /** The answer that brought the errors: a new one takes the focus again though it says the same. */
  answer?: unknown
}

/**
 * Everything that is wrong with a form, first under the h1. It takes the focus when it comes and when there is another
 * error, and its links lead into the fields. Renders nothing without an error.
 */
export function ErrorSummary({ title, errors, answer }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // The same errors in a new array are not news: compare what they say.
  const said = errors.map(({ id, text }) => `${id ?? ''} ${text}`).join('\n')
  const before = useRef<{ said: string; answer: unknown }>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = { said, answer }
    // Fewer of the same errors are no news either: one was mended, and the focus is with whoever mends.
    const known = last?.answer === answer ? (last?.said.split('\n') ?? []) : []
    if (said.split('\n').some((line) => line !== '' && !known.includes(line))) box.current?.focus()
  }, [said, answer])

  if (errors.length === 0) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script this is what brings a member to what went wrong.
      autoFocus
      className={classNames(css.say, css.kinds.error, css.focused)}
    >
      <span className={classNames(css.icon, css.icons.error)}>
        <Icon name="circle-alert" />
      </span>
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        <ul className={css.links}>
          {errors.map(({ id, text }) => (
            <li key={`${id} ${text}`}>{id ? <FieldLink id={id} text={text} /> : text}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function FieldLink({ id, text }: { id: string; text: string }) {
  return (
    <a
      href={`#${id}`}
      className={css.link}
      onClick={(event) => {
        const field = document.getElementById(id)
        if (!field) return
        event.preventDefault()
        field.focus()
      }}
    >
      {text}
    </a>
  )
}
