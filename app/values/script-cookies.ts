import { days, toSeconds } from './durations'

/**
 * The cookies that both the server and a page's script write. Each other cookie is the server's alone, and its name stands
 * where the server writes it.
 */

/** The one-time message for the next page: `app/server/cookies/flash.server.ts`, `app/components/flash-message.tsx`. */
export const flashCookie = { name: 'notice', maxAgeSeconds: 60 }

/**
 * The transactions whose end the settled alert has said since this browser's last page:
 * `app/transactions/remembered.server.ts`, `app/shell/dialogs/settled-alert.tsx`.
 */
export const announcedCookie = { name: 'announced', maxAgeSeconds: toSeconds(days(30)) }
