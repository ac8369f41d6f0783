import type { MessageKey, Words } from '~/i18n/words'

/** Why comp money moves, as the embedded house calls it. */
const compKinds: Record<string, MessageKey> = {
  play: 'user.kind.play',
  exchange: 'user.kind.exchange',
  change: 'user.kind.change',
  gift: 'user.kind.gift',
  correction: 'user.kind.correction',
}

/** Why comp money came or went, in the reader's words; a word that is none of ours is shown as it came. */
export function compKind(kind: string | undefined, { t }: Words): string {
  const known = kind !== undefined && Object.hasOwn(compKinds, kind) ? compKinds[kind] : undefined
  return known ? t(known) : (kind ?? '')
}
