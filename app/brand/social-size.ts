/** The size of the picture for links to the site, in px. */
export const socialSize = { width: 1200, height: 630 } as const
