/** Whether a key event is a press of Enter, not the one that ends a composition. WebKit sends that one after its end, as key 229. */
export function isEnter({
  key,
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>): boolean {
  return key === 'Enter' && !isComposing && keyCode !== 229
}
