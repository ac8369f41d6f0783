import { type Motif, motifs } from './motifs'
import type { ShapeName } from './shapes/shapes'

const shapesByMotif: Record<Motif, readonly ShapeName[]> = {
  animals: [
    ...([
      'tiger',
      'rabbit',
      'bull',
      'wolf',
      'fox',
      'cat',
      'dog',
      'shaggy',
      'raccoon',
      'bear',
      'panda',
      'deer',
    ] as const),
    ...(['pig', 'horse', 'elephant', 'monkey', 'lion', 'sheep', 'mouse', 'squirrel', 'bat', 'snake'] as const),
    ...(['butterfly', 'bee', 'beetle', 'spider', 'snail'] as const),
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

const motifByShape: ReadonlyMap<ShapeName, Motif> = new Map(
  motifs.flatMap((motif) => shapesByMotif[motif].map((shape) => [shape, motif] as const)),
)

export function motifOf(shape: ShapeName | undefined): Motif | undefined {
  return shape && motifByShape.get(shape)
}
