import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import * as css from './items.css'
import { splitLinks } from './split-links'

/** A date as text in a <time> element; in a <span> when there is no ISO date. */
export function DateText({ date, text }: { date: string; text: string }) {
  return date === '' ? <span>{text}</span> : <time dateTime={date}>{text}</time>
}

export function MessageBody({ text }: { text: string }) {
  return (
    <div className={css.messageBody}>
      {splitParagraphs(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never move.
        <p key={index} dir="auto" className={css.paragraph}>
          <LinkedText text={paragraph} />
        </p>
      ))}
    </div>
  )
}

export function splitParagraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

function LinkedText({ text }: { text: string }) {
  const { t } = useI18n()
  return splitLinks(text).map(({ text: piece, href }, index) =>
    href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <span key={index}>{piece}</span>
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        dir="ltr"
        className={css.link}
      >
        <span translate="no">{piece}</span>
        <span className={visuallyHidden}> ({t('common.newWindow')})</span>
      </a>
    ),
  )
}
