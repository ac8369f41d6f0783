import type { Pick } from '~/upstream/contract/fields/provider'
import { decodeLeniently } from '~/values/addresses'

/** A pick in a URL: `<match>:<side>:<provider's code>`. Several picks are separated by commas. */
export type LobbyPick = Pick & { company: string }

const maxPicks = 10

/** Reads the picks in a URL. Malformed picks and those after the tenth are dropped. */
export function parsePicks(text: string | undefined): LobbyPick[] {
  const picks = (text ?? '').split(',').flatMap((part) => {
    const [, match = '', side, company = ''] = /^([\w.-]{1,64}):(home|draw|away):([^:]{1,192})$/.exec(part) ?? []
    return match === '' ? [] : [{ match, side: side as Pick['side'], company: decodeLeniently(company) }]
  })
  return picks.slice(0, maxPicks)
}

export function formatPicks(picks: readonly LobbyPick[]): string {
  return picks.map(({ match, side, company }) => `${match}:${side}:${encodeURIComponent(company)}`).join(',')
}

/** Adds a side in place of the match's other pick, or removes it if it is already picked. */
export function togglePick(picks: readonly LobbyPick[], toggled: LobbyPick): LobbyPick[] {
  const others = picks.filter(({ match, company }) => match !== toggled.match || company !== toggled.company)
  return picks.some((pick) => isSamePick(pick, toggled)) ? others : [...others, toggled].slice(-maxPicks)
}

export const isSamePick = (one: LobbyPick, other: LobbyPick) =>
  one.match === other.match && one.company === other.company && one.side === other.side
