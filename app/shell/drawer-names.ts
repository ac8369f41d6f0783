/** Ids of the two drawers: buttons of the page name them, with script or without. */
export const menuDrawer = 'menu'
export const memberDrawer = 'wallet'
