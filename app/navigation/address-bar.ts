/** Whether the browser already shows this address: it does before the page of a step through the history is loaded. */
export function isInAddressBar(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname + search === window.location.pathname + window.location.search
}
