import { useWords } from '~/i18n/words'
import { hidden } from '~/ui/base.css'
import * as css from './letter.css'
import { piecesOf } from './links'

/** Text that someone else wrote, with its line breaks. Markup is shown as text; https URLs become links. */
export function Letter({ text }: { text: string }) {
  return (
    <div className={css.letter}>
      {paragraphsOf(text).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never move.
        <p key={at} dir="auto" className={css.paragraph}>
          <Linked text={paragraph} />
        </p>
      ))}
    </div>
  )
}

/** Splits a text at empty lines into trimmed, non-empty paragraphs. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

function Linked({ text }: { text: string }) {
  const { t } = useWords()
  return piecesOf(text).map(({ text: words, href }, at) =>
    href === undefined ? (
      words
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        dir="ltr"
        className={css.address}
      >
        {words}
        <span className={hidden}> ({t('common.newWindow')})</span>
      </a>
    ),
  )
}
