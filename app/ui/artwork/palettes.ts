import { hashText } from './random'

type ColourTriple = readonly [string, string, string]

/** Details of shapes use the first background colour. Seams between pieces use the first shape colour. */
export type Palette = { background: ColourTriple; shape: ColourTriple }

export const nightPalettes = {
  jjok: { background: ['#16233f', '#1f3766', '#2d508f'], shape: ['#f3e5c9', '#93bbe9', '#f3a25c'] },
  gam: { background: ['#3b1910', '#6c2c18', '#9c4422'], shape: ['#ffe5bd', '#ff9d5b', '#f6ca78'] },
  sol: { background: ['#102c27', '#18493f', '#2b6b59'], shape: ['#ecf1d4', '#93d2ab', '#f2b65b'] },
  jaju: { background: ['#281631', '#482452', '#6d3772'], shape: ['#f7e0e6', '#da9ac6', '#f0b661'] },
  hwangto: { background: ['#2f2410', '#594317', '#735719'], shape: ['#fff1cd', '#ebc35f', '#f19a63'] },
  ok: { background: ['#0d2b31', '#13515a', '#1c7176'], shape: ['#e6f5ed', '#80d7c9', '#f5c36e'] },
  jindallae: { background: ['#36122b', '#68204a', '#9b3265'], shape: ['#ffe6ea', '#f590b1', '#f6c863'] },
  meok: { background: ['#171b20', '#2b323a', '#434d57'], shape: ['#f2efe7', '#bcc5cb', '#ee834f'] },
  haneul: { background: ['#122a41', '#215078', '#33709e'], shape: ['#eff6fa', '#9ed1f0', '#ffc471'] },
  daechu: { background: ['#341218', '#631e27', '#93333b'], shape: ['#fce8d7', '#f08e7f', '#ebc46d'] },
  ssuk: { background: ['#1c2721', '#394d3e', '#4c6049'], shape: ['#f5f2de', '#c6d89c', '#f39d6c'] },
  noeul: { background: ['#1e1c3c', '#38346b', '#5a559c'], shape: ['#f0ebfb', '#b8adef', '#f4b66d'] },
} as const satisfies Record<string, Palette>

/** `night` is the dark palette with the same hue. */
type DayPalette = Palette & { night: keyof typeof nightPalettes }

const dayPalettes = {
  hobak: { background: ['#f7d98f', '#f0c25a', '#e6ad3f'], shape: ['#3a2209', '#5b2d14', '#7c1f26'], night: 'hwangto' },
  salgu: { background: ['#f8c8a2', '#f2a878', '#ec945f'], shape: ['#3a160e', '#1c3347', '#6b1d1d'], night: 'gam' },
  boksunga: {
    background: ['#f7d0cd', '#f0b3b4', '#e99ca2'],
    shape: ['#4a1230', '#2b2350', '#7a1f2b'],
    night: 'jindallae',
  },
  yeondu: { background: ['#d8e5ad', '#bfd387', '#a9c26c'], shape: ['#16302a', '#2a4a26', '#6b2a12'], night: 'sol' },
  bichwi: { background: ['#b8e2d3', '#92d0bc', '#78bfa9'], shape: ['#0d2b31', '#14463f', '#6d2417'], night: 'ok' },
  mulbit: { background: ['#c3e0f3', '#9ecaea', '#84b7e0'], shape: ['#12243f', '#23457f', '#74271a'], night: 'haneul' },
  deungkkot: {
    background: ['#dad2f4', '#c4b9ea', '#b0a3df'],
    shape: ['#241a45', '#43286b', '#6e1f42'],
    night: 'noeul',
  },
  mosi: { background: ['#f6eedb', '#eadfc4', '#ddcdaa'], shape: ['#2b2a26', '#4a3a24', '#8a2f1c'], night: 'hwangto' },
  jaet: { background: ['#dbe1e3', '#c5ced2', '#b0bcc1'], shape: ['#1b242a', '#34424b', '#7d2a1a'], night: 'meok' },
  juhong: { background: ['#f9b98f', '#f29a6c', '#ea8558'], shape: ['#340f12', '#1d1f3a', '#5f1616'], night: 'daechu' },
  haedang: {
    background: ['#f6bcd2', '#ee9dbd', '#e488ad'],
    shape: ['#3b0f30', '#241a45', '#6d1230'],
    night: 'jindallae',
  },
  chwi: { background: ['#c2e0a4', '#9ec98c', '#84b878'], shape: ['#0f2b22', '#17363f', '#54260f'], night: 'ssuk' },
} as const satisfies Record<string, DayPalette>

/** In each palette, background and shape colours have a contrast of at least 3. A test checks this. */
export const palettes = { ...nightPalettes, ...dayPalettes }

export type PaletteName = keyof typeof palettes

export const paletteNames = Object.keys(palettes) as readonly PaletteName[]

const nightNames = Object.keys(nightPalettes) as readonly PaletteName[]

export const nightPalette: Palette = {
  background: ['#111c1f', '#172629', '#1f3336'],
  shape: ['#fbe9cf', '#f68b4d', '#f4c067'],
}

export const paletteForCode = (code: string): PaletteName => nightNames[hashText(code) % nightNames.length] ?? 'jjok'

/** Returns the dark palette of a game's scene and reels, which has the hue of its cover. */
export function nightOf(palette: PaletteName): keyof typeof nightPalettes {
  const { night = palette as keyof typeof nightPalettes }: Partial<DayPalette> = palettes[palette]
  return night
}

/** How many previous palettes to avoid. In two to five columns, these include the left and upper neighbours. */
const neighbourCount = 5

/** Picks palettes for a whole lobby, so that neighbours differ and a provider looks the same on every page. */
export function lobbyPalettes(codes: readonly string[]): PaletteName[] {
  return spreadOver(
    nightNames,
    codes.map((code) => ({ first: paletteForCode(code) })),
    neighbourCount,
  )
}

/** Gives each entry its `fixed` name, or else the next name that none of the previous `distance` entries has. */
export function spreadOver<Name>(
  names: readonly Name[],
  entries: readonly { first: Name; fixed?: Name }[],
  distance: number,
): Name[] {
  const chosen: Name[] = []
  for (const { first, fixed } of entries) {
    const taken = chosen.slice(-distance)
    const start = names.indexOf(first)
    const inTurn = [...names.slice(start), ...names.slice(0, start)]
    chosen.push(fixed ?? inTurn.find((name) => !taken.includes(name)) ?? first)
  }
  return chosen
}
