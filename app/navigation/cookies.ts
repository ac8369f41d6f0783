/** The browser's name of a cookie, and the attribute that the name needs: the server's own view of https decides both. */
function browserCookie(name: string): { name: string; secure: string } {
  // Behind a proxy the page's URL may differ.
  const { https } = document.documentElement.dataset
  return https === undefined ? { name, secure: '' } : { name: `__Host-${name}`, secure: '; Secure' }
}

/** Sets a cookie that the server reads by this name. @param value of characters that a cookie may hold. */
export function writeCookie(plainName: string, value: string, maxAgeSeconds: number): void {
  const { name, secure } = browserCookie(plainName)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser the site serves.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
