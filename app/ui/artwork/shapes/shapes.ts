import { creatureShapes } from './creatures'
import { sportShapes } from './games'
import { tableShapes } from './tables'
import { thingShapes } from './things'

export const shapes = { ...creatureShapes, ...thingShapes, ...sportShapes, ...tableShapes }

export type ShapeName = keyof typeof shapes

export const shapeNames = /* @__PURE__ */ Object.keys(shapes) as ShapeName[]
