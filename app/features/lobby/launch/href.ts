import { href } from 'react-router'
import { hrefWithQuery } from '~/values/addresses'

/** @param picks a combined slip's picks, as `formatPicks` writes them */
export const launchHref = (company: string, code: string, picks = '') =>
  hrefWithQuery(href('/game'), { company, code, picks })

export const gamesHref = (code: string) => hrefWithQuery(href('/slot/game'), { code })

export const favouriteHref = (company: string, code: string, on: 'yes' | 'no') =>
  hrefWithQuery(href('/favourite'), { company, code, on })

export function gameAnchor({ company, code }: { company: string; code: string }): string {
  return `${encodeURIComponent(company)}/${encodeURIComponent(code)}`
}
