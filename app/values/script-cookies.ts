/** The one-time message for the next page. */
export const flashCookie = { name: 'notice', maxAgeSeconds: 60 }
