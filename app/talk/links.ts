/** A part of a text: plain, or a link when it has an `href`. */
export type Piece = { text: string; href?: string }

/** Longer URLs do not become links. */
const addressCharactersMax = 2048

/** Only URL characters, so a Korean particle right after a URL is not part of it. */
const written = /(?<![a-z0-9])https:\/\/[a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gi

/**
 * Splits a text that someone else wrote into plain parts and links. A link must be https, have a dot in its host, and
 * have no credentials, which could pass one host off as another. Its text is always the URL itself.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: match, index } of text.matchAll(written)) {
    if (match.length > addressCharactersMax) continue
    const address = withoutTail(match)
    if (!isFollowed(address)) continue
    if (index > done) pieces.push({ text: text.slice(done, index) })
    pieces.push({ text: address, href: new URL(address).href })
    done = index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** Removes trailing punctuation and unmatched closing brackets, which belong to the sentence around the URL. */
function withoutTail(match: string): string {
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

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function isFollowed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)
}
