import { creatures, sports, tables, things } from './shapes.json'

/** Path data, 100 by 100: a silhouette (even-odd), and a detail painted over it in the first background colour. */
export type Shape = { outline: string; detail?: string }

/** Shapes from lines of path data: the outline, and after a bar the detail. */
function toShapes<Name extends string>(lines: Readonly<Record<Name, string>>): Readonly<Record<Name, Shape>> {
  const toShape = ([name, line]: [string, string]) => {
    const [outline = '', detail] = line.split('|')
    return [name, { outline, detail }]
  }
  return Object.fromEntries(Object.entries<string>(lines).map(toShape))
}

export const tableShapes = /* @__PURE__ */ toShapes(tables)

export const sportShapes = /* @__PURE__ */ toShapes(sports)

export const shapes = /* @__PURE__ */ toShapes({ ...creatures, ...things, ...sports, ...tables })

export type ShapeName = keyof typeof shapes

export const shapeNames = /* @__PURE__ */ Object.keys(shapes) as ShapeName[]
