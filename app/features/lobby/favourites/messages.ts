/** What is said after a game was made a favourite, or no longer one. */
export const favouriteMessages = { yes: 'lobby.favourite.added', no: 'lobby.favourite.removed' } as const
