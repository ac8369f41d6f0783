/** The page's colour in each shipped theme, which also colours the browser's bars. */
export const groundColours = { dark: '#0f1618', light: '#eff3f2' }
