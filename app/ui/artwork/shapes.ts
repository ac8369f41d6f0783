import { creatureShapes } from './creature-shapes'
import { sportShapes } from './sport-shapes'
import { tableShapes } from './table-shapes'
import { thingShapes } from './thing-shapes'

export const shapes = { ...creatureShapes, ...thingShapes, ...sportShapes, ...tableShapes }

export type ShapeName = keyof typeof shapes

export const shapeNames = /* @__PURE__ */ Object.keys(shapes) as ShapeName[]
