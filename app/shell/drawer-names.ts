/** Element ids of the two drawers. Buttons refer to them with and without JavaScript. */
export const menuDrawer = 'menu'
export const memberDrawer = 'wallet'
