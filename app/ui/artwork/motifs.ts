import type { ShapeName } from './shapes/shapes'

export const motifs = ['animals', 'birds', 'waterside', 'legends', 'fruit', 'jewels', '777', 'feasts'] as const

export type Motif = (typeof motifs)[number]

/** Maps shapes to motifs. It is a function, so that scripts that need only the motifs' names don't include the map. */
function mapMotifs(): ReadonlyMap<ShapeName, Motif> {
  const shapes: Record<Motif, readonly ShapeName[]> = {
    animals: [
      ...(['tiger', 'rabbit', 'bull', 'wolf', 'fox', 'cat', 'dog', 'shaggy', 'raccoon', 'bear', 'panda'] as const),
      ...(['deer', 'pig', 'horse', 'elephant', 'monkey', 'lion', 'sheep', 'mouse', 'squirrel'] as const),
      ...(['bat', 'snake', 'butterfly', 'bee', 'beetle', 'spider', 'snail'] as const),
    ],
    birds: ['magpie', 'owl', 'crane', 'swallow', 'eagle', 'rooster', 'duck', 'penguin'],
    waterside: ['carp', 'turtle', 'frog', 'otter', 'whale', 'dolphin', 'shark', 'octopus', 'crab'],
    legends: ['dragon', 'phoenix', 'goblin', 'ghost'],
    fruit: [
      ...(['persimmon', 'peach', 'orange', 'lemon', 'apple', 'strawberry', 'banana', 'pineapple'] as const),
      ...(['cherry', 'melon', 'grape', 'pumpkin'] as const),
    ],
    jewels: ['gem', 'crown', 'ingot', 'pearl', 'ring'],
    '777': ['seven'],
    feasts: [
      ...(['lantern', 'drum', 'mask', 'jester', 'fan', 'note', 'guitar', 'candy', 'cake', 'goblet'] as const),
      ...(['gift', 'firework', 'balloon'] as const),
    ],
  }
  return new Map(motifs.flatMap((motif) => shapes[motif].map((shape) => [shape, motif] as const)))
}

let motifByShape: ReadonlyMap<ShapeName, Motif> | undefined

export function motifOf(shape: ShapeName | undefined): Motif | undefined {
  motifByShape ??= mapMotifs()
  return shape && motifByShape.get(shape)
}
