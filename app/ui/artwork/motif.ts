import { creatureShapes } from './creature-shapes'
import { type Motif, motifs } from './motifs'
import type { ShapeName } from './shapes'
import { type GameNames, shapesFromName } from './shapes-from-name'

type CreatureName = keyof typeof creatureShapes

const beings: readonly CreatureName[] = ['goblin', 'ghost', 'alien', 'robot']

const shapesByMotif: Record<Motif, readonly ShapeName[]> = {
  animals: (Object.keys(creatureShapes) as CreatureName[]).filter((name) => !beings.includes(name)),
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

/** The motifs of the shapes that a game with these names shows: none, one or two. */
export function motifsOf(names: GameNames): Motif[] {
  return shapesFromName(names).flatMap((shape) => motifByShape.get(shape) ?? [])
}
