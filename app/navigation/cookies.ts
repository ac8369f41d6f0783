/** Sets a cookie that the server reads by this name. @param value of characters that a cookie may hold. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // The server's own view of https decides: behind a proxy the page's URL may differ.
  const { https } = document.documentElement.dataset
  const [prefix, secure] = https === undefined ? ['', ''] : ['__Host-', '; Secure']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser the site serves.
  document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
