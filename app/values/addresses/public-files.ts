/** The site's picture, a file of public/. A brand with a mark of its own puts that in its place. */
export const faviconPath = '/favicon.svg'
