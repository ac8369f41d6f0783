/** The page's background colour in each theme, also used for the browser's bars. */
export const groundColours = { dark: '#0f1618', light: '#eff3f2' }

export const dark = {
  surface: {
    ground: groundColours.dark,
    panel: '#162023',
    raised: '#1e2a2e',
    pressed: '#2a393e',
    field: '#0b1113',
    veil: 'rgb(5 9 10 / .64)',
  },
  line: { hair: '#2a383c', edge: '#3b4c51', field: '#6f868c', focus: '#ffd0a8' },
  ink: { body: '#eef4f3', soft: '#b7c5c7', faint: '#94a6a9' },
  accent: { fill: '#f68b4d', fillOver: '#ff9f66', ink: '#23100a', line: '#f68b4d', text: '#f99a63', soft: '#3a241a' },
  good: { ink: '#63cfa2', soft: '#12302a' },
  bad: { ink: '#ff8a93', soft: '#3a1d24' },
  warn: { ink: '#ecc75c', soft: '#342c16' },
  info: { ink: '#86bdf0', soft: '#182c3f' },
}

/** All colours of a theme, by purpose. brand/colours.server.ts derives those of a brand. */
export type Palette = typeof dark

export const light: Palette = {
  surface: {
    ground: groundColours.light,
    panel: '#ffffff',
    raised: '#e9efee',
    pressed: '#dbe4e3',
    field: '#ffffff',
    veil: 'rgb(19 33 31 / .48)',
  },
  line: { hair: '#d3dddc', edge: '#b9c7c6', field: '#6f8285', focus: '#a8430f' },
  ink: { body: '#13211f', soft: '#435558', faint: '#56686b' },
  accent: { fill: '#ee7b39', fillOver: '#f68b4d', ink: '#23100a', line: '#c2541a', text: '#a8430f', soft: '#fdeadd' },
  good: { ink: '#0c6b4a', soft: '#dcf3e8' },
  bad: { ink: '#b3243a', soft: '#fde6e8' },
  warn: { ink: '#775300', soft: '#fbf0cf' },
  info: { ink: '#1c5b97', soft: '#e2eefa' },
}
