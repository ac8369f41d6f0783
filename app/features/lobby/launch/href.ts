import { href } from 'react-router'
import { hrefWithQuery } from '~/values/addresses'

export function launchHref(company: string, code: string): string {
  return hrefWithQuery(href('/game'), { company, code })
}

export function gamesHref(code: string): string {
  return hrefWithQuery(href('/slot/game'), { code })
}

export function favouriteHref(company: string, code: string, on: 'yes' | 'no'): string {
  return hrefWithQuery(href('/favourite'), { company, code, on })
}

export function gameAnchor({ company, code }: { company: string; code: string }): string {
  return `${encodeURIComponent(company)}/${encodeURIComponent(code)}`
}
