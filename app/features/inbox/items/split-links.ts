type TextSegment = { text: string; href?: string }

const maxUrlCharacters = 2048

/** Only URL characters, so a Korean particle after a URL is not part of it. */
const urlPattern = /(?<![a-z0-9])https:\/\/[a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gi

/**
 * Splits foreign text into plain parts and links. A link must be https, have a dot in its host, and have no
 * credentials, which could disguise the host. Its text is the URL itself.
 */
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

/** Removes trailing punctuation and unmatched closing brackets, which belong to the sentence around the URL. */
function withoutTrailingPunctuation(match: string): string {
  const open = { ')': count(match, '(') - count(match, ')'), ']': count(match, '[') - count(match, ']') }
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

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function isSafeLink(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === '' && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)
}
