import { OperatorText } from '~/components/markup'
import { markup } from '~/components/markup.css'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { textLink } from '~/ui/text.css'
import { parseUrl } from '~/values/addresses'
import type { MessageBody as Body } from '~/values/markup'
import * as css from './items.css'

type TextSegment = { text: string; href?: string }

const maxUrlCharacters = 2048

/** Matches only URL characters, so that a Korean particle after a URL is not part of it. */
const urlPattern = /(?<![a-z0-9])https:\/\/[a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gi

/** Splits untrusted text into plain parts and https links. A link's host must have a dot and no credentials. */
export function splitLinks(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let done = 0
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    if (match.length > maxUrlCharacters) continue
    const url = withoutTrailingPunctuation(match)
    if (!isSafeLink(url)) continue
    if (index > done) segments.push({ text: text.slice(done, index) })
    segments.push({ text: url, href: new URL(url).href })
    done = index + url.length
  }
  if (done < text.length) segments.push({ text: text.slice(done) })
  return segments
}

/** Removes punctuation and unmatched closing brackets at the end of a URL. They belong to the sentence around it. */
function withoutTrailingPunctuation(match: string): string {
  const count = (character: string) => match.split(character).length - 1
  const open = { ')': count('(') - count(')'), ']': count('[') - count(']') }
  let end = match.length
  for (; end > 0; end -= 1) {
    const last = match[end - 1] ?? ''
    if (last === ')' || last === ']') {
      if (open[last] >= 0) break
      open[last] += 1
    } else if (!".,:;!?'*".includes(last)) break
  }
  return match.slice(0, end)
}

function isSafeLink(url: string): boolean {
  const parsed = parseUrl(url)
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return false
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(parsed.hostname)
}

export function DateText({ date, text }: { date: string; text: string }) {
  return date === '' ? <span>{text}</span> : <time dateTime={date}>{text}</time>
}

/** @param level the level of the body's top headings */
export function MessageBody({ body, level }: { body: Body; level: 2 | 3 }) {
  if (typeof body !== 'string') return <OperatorText nodes={body} level={level} />
  return (
    <div className={markup}>
      {splitParagraphs(body).map((paragraph, index) => (
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
        className={textLink}
      >
        <span translate="no">{piece}</span>
        <span className={visuallyHidden}> ({t('common.newWindow')})</span>
      </a>
    ),
  )
}
