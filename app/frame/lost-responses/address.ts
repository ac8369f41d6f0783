/** Path and query of an address. */
export const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

/** Whether the browser already shows this address: it does before the page of a step through the history is loaded. */
export const isInAddressBar = (url: string) => pathOf(url) === pathOf(window.location.href)
