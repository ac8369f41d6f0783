import type { RandomInt } from './random'

export type Piece = { x: number; y: number; width: number; height: number }

const splitRatios = [1 / 3, 1 / 2, 2 / 3]

/** Repeatedly splits the largest piece across its longer side, until there are `count` pieces. */
export function splitIntoPieces(field: { width: number; height: number }, count: number, draw: RandomInt): Piece[] {
  const pieces: Piece[] = [{ x: 0, y: 0, ...field }]
  while (pieces.length < count) {
    const largest = pieces.reduce((best, piece) => (areaOf(piece) > areaOf(best) ? piece : best))
    const { x, y, width, height } = largest
    const part = splitRatios[draw(splitRatios.length)] ?? 1 / 2
    const across = width === height ? draw(2) === 0 : width > height
    const cut = Math.round((across ? width : height) * part)
    const halves = across
      ? [
          { x, y, width: cut, height },
          { x: x + cut, y, width: width - cut, height },
        ]
      : [
          { x, y, width, height: cut },
          { x, y: y + cut, width, height: height - cut },
        ]
    pieces.splice(pieces.indexOf(largest), 1, ...halves)
  }
  return pieces
}

export const toPath = ({ x, y, width, height }: Piece): string => `M${x} ${y}h${width}v${height}h-${width}z`

export function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0z`
}

/** Returns the integers from 0 to `count` - 1. A fractional `count` is rounded up first. */
export function range(count: number): number[] {
  return Array.from({ length: Math.ceil(count) }, (_, index) => index)
}

const areaOf = (piece: Piece) => piece.width * piece.height
