/** A text in pieces: words as they are, and addresses that may be followed. */
export type Piece = { text: string; href?: string }

/** An address longer than this is no address a person would follow. */
const addressCharactersMax = 2048

/** What an address is written with; a Korean particle right behind one is not part of it. */
const written = /(?<![a-z0-9])https:\/\/[a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gi

/**
 * Finds the addresses in a text that somebody else wrote. Only https counts, with a host of the public kind and no name
 * before an @, which would pass one host off as another. What is shown is always the address itself, never words.
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

/** Without the signs at its end that belong to the sentence around it: stops, and brackets that nothing opened. */
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
