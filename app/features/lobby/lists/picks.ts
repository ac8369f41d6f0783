import { href } from 'react-router'
import type { Pick } from '~/upstream/contract/fields/provider'
import { hrefWithQuery } from '~/values/addresses'

/** A pick in an address: `<match>:<side>:<provider's code>`, several with commas. */
export type LobbyPick = Pick & { company: string }

const maxPicks = 10

/** Reads the picks of an address; malformed ones, and all past the first ten, are left out. */
export function parsePicks(text: string | undefined): LobbyPick[] {
  const picks = (text ?? '').split(',').flatMap((part) => {
    const [, match = '', side, company = ''] = /^([\w.-]{1,64}):(home|draw|away):([^:]{1,192})$/.exec(part) ?? []
    return match === '' ? [] : [{ match, side: side as Pick['side'], company: decode(company) }]
  })
  return picks.slice(0, maxPicks)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function formatPicks(picks: readonly LobbyPick[]): string {
  return picks.map(({ match, side, company }) => `${match}:${side}:${encodeURIComponent(company)}`).join(',')
}

/** Adds a side, in place of another of its match, or removes it where it is picked. */
export function togglePick(picks: readonly LobbyPick[], toggled: LobbyPick): LobbyPick[] {
  const others = picks.filter(({ match, company }) => match !== toggled.match || company !== toggled.company)
  const isPicked = picks.some(
    ({ match, company, side }) => match === toggled.match && company === toggled.company && side === toggled.side,
  )
  return isPicked ? others : [...others, toggled].slice(-maxPicks)
}

/** The address of a provider's slip with these picks chosen. */
export function slipHref(company: string, picks: readonly LobbyPick[]): string {
  return hrefWithQuery(href('/game'), { company, code: company, picks: formatPicks(picks) })
}
