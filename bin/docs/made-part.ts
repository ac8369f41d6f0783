const end = '<!-- The end of what was made. -->'

/**
 * Replaces the part of a page that `npm run docs` makes from the code: it stands between two comments.
 *
 * @param source the file that it is made from, which the first comment names.
 * @throws Error when the page lacks the comments.
 */
export function replaceMadePart(page: string, source: string, made: string): string {
  const begin = `<!-- Made from ${source} by npm run docs. -->`
  const [before, rest] = page.split(begin)
  const [, ...after] = rest?.split(end) ?? []
  if (before === undefined || after.length === 0) throw new Error(`The page has no place for what ${source} says`)
  return `${before}${begin}\n${made}\n${end}${after.join(end)}`
}
