/** Request header of calls that act: the member of the page, percent-encoded. */
export const ownerHeader = 'X-Owner'
