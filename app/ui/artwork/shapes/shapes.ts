import { sports, tables } from './games.json'
import { creatures, things } from './shapes.json'

/** SVG paths in a 100 by 100 box. The detail is painted on the even-odd outline, in the first background colour. */
export type Shape = { outline: string; detail?: string }

/** Parses shapes from lines of path data. Each line contains the outline and an optional detail after a bar. */
function toShapes<Name extends string>(lines: Readonly<Record<Name, string>>): Readonly<Record<Name, Shape>> {
  const toShape = ([name, line]: [string, string]) => {
    const [outline = '', detail] = line.split('|')
    return [name, { outline, detail }]
  }
  return Object.fromEntries(Object.entries<string>(lines).map(toShape))
}

export const tableShapes = /* @__PURE__ */ toShapes(tables)

export const sportShapes = /* @__PURE__ */ toShapes(sports)

const creatureShapes = /* @__PURE__ */ toShapes(creatures)
const thingShapes = /* @__PURE__ */ toShapes(things)

export const shapes = { ...creatureShapes, ...thingShapes, ...sportShapes, ...tableShapes }

export type ShapeName = keyof typeof shapes

export const shapeNames = /* @__PURE__ */ Object.keys(shapes) as ShapeName[]
