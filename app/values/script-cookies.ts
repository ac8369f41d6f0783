import { days, toSeconds } from './durations'

/** The one-time message for the next page. */
export const flashCookie = { name: 'notice', maxAgeSeconds: 60 }

/** The transactions whose end the settled alert has already shown. */
export const announcedCookie = { name: 'announced', maxAgeSeconds: toSeconds(days(30)) }
