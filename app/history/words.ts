import type { MessageKey, Words } from '~/i18n/words'

/** Message keys by the embedded upstream's kinds of comp movements. */
const compKinds: Record<string, MessageKey> = {
  play: 'user.kind.play',
  exchange: 'user.kind.exchange',
  change: 'user.kind.change',
  gift: 'user.kind.gift',
  correction: 'user.kind.correction',
}

/** The kind of a comp movement, translated; an unknown kind is shown as it is. */
export function compKind(kind: string | undefined, { t }: Words): string {
  const known = kind !== undefined && Object.hasOwn(compKinds, kind) ? compKinds[kind] : undefined
  return known ? t(known) : (kind ?? '')
}
