/** Element ids of the two drawers. Buttons refer to them with and without JavaScript. */
export const menuDrawerId = 'menu'
export const memberDrawerId = 'wallet'
