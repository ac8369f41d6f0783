import { sportShapes, tableShapes, toShapes } from './games'
import { creatures, things } from './shapes.json'

const creatureShapes = /* @__PURE__ */ toShapes(creatures)

const thingShapes = /* @__PURE__ */ toShapes(things)

export const shapes = { ...creatureShapes, ...thingShapes, ...sportShapes, ...tableShapes }

export type ShapeName = keyof typeof shapes

export const shapeNames = /* @__PURE__ */ Object.keys(shapes) as ShapeName[]
