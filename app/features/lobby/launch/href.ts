import { href } from 'react-router'
import { hrefWithQuery } from '~/values/addresses'

export const launchHref = (company: string, code: string) => hrefWithQuery(href('/game'), { company, code })

export const gamesHref = (code: string) => hrefWithQuery(href('/slot/game'), { code })

export const favouriteHref = (company: string, code: string, on: 'yes' | 'no') =>
  hrefWithQuery(href('/favourite'), { company, code, on })

export function gameAnchor({ company, code }: { company: string; code: string }): string {
  return `${encodeURIComponent(company)}/${encodeURIComponent(code)}`
}
