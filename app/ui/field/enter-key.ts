/**
 * Whether a key event is Enter, except the one that ends a composition, which WebKit sends after its end as key 229.
 */
export function isEnter({
  key,
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>): boolean {
  return key === 'Enter' && !isComposing && keyCode !== 229
}
