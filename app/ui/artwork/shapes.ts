import { creatureShapes } from './creature-shapes'
import { sportShapes } from './sport-shapes'
import { tableShapes } from './table-shapes'
import { thingShapes } from './thing-shapes'

export const shapes = { ...creatureShapes, ...thingShapes, ...sportShapes, ...tableShapes }

export type ShapeName = keyof typeof shapes

export const shapeNames = /* @__PURE__ */ Object.keys(shapes) as ShapeName[]

/** Whether a word, such as a part of a path, is the name of a shape. */
export function isShapeName(word: string | undefined): word is ShapeName {
  return word !== undefined && Object.hasOwn(shapes, word)
}
