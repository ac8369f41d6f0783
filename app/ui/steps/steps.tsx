import * as css from './steps.css'

export function Steps({ texts }: { texts: readonly string[] }) {
  return (
    <ol className={css.steps}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ol>
  )
}
