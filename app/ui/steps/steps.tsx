import * as css from './steps.css'

/** What follows one after the other, in numbered sentences. */
export function Steps({ texts }: { texts: readonly string[] }) {
  return (
    <ol className={css.steps}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ol>
  )
}
