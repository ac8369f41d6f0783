import type { Palette } from './palettes'
import type { RandomInt } from './random'

/** A rectangle of the patchwork, in whole units of the picture. */
export interface Piece {
  x: number
  y: number
  width: number
  height: number
}

/** A picture's area divided into pieces, with the seams between them as path data (none on the outer edge). */
export interface PieceLayout {
  width: number
  height: number
  pieces: readonly Piece[]
  seams: string
}

const splitRatios = [1 / 3, 1 / 2, 2 / 3]

/** Splits the largest piece across its longer side until there are `count` pieces. */
export function splitIntoPieces(field: { width: number; height: number }, count: number, draw: RandomInt): PieceLayout {
  const pieces: Piece[] = [{ x: 0, y: 0, ...field }]
  let seams = ''
  while (pieces.length < count) {
    const largest = pieces.reduce((best, piece) => (areaOf(piece) > areaOf(best) ? piece : best))
    const { x, y, width, height } = largest
    const part = splitRatios[draw(splitRatios.length)] ?? 1 / 2
    const across = width === height ? draw(2) === 0 : width > height
    const cut = Math.round((across ? width : height) * part)
    const [first, second] = across
      ? [
          { x, y, width: cut, height },
          { x: x + cut, y, width: width - cut, height },
        ]
      : [
          { x, y, width, height: cut },
          { x, y: y + cut, width, height: height - cut },
        ]
    pieces.splice(pieces.indexOf(largest), 1, first, second)
    seams += across ? `M${x + cut} ${y}v${height}` : `M${x} ${y + cut}h${width}`
  }
  return { ...field, pieces, seams }
}

/**
 * Paints the pieces in three colours, one path each. The colour with the most pieces fills the whole area beneath the
 * other two, so that no gaps show between pieces when the picture is scaled.
 *
 * @param choice the colour of each piece, 0 to 2.
 */
export function paintPieces(layout: PieceLayout, choice: readonly number[], colours: Palette['background']): string {
  const paths = colours.map((_, colour) => layout.pieces.filter((_, at) => choice[at] === colour).map(pathOf))
  const base = paths.reduce(
    (largestColour, path, colour) => (path.length > (paths[largestColour]?.length ?? 0) ? colour : largestColour),
    0,
  )
  const whole = `<path fill="${colours[base]}" d="${pathOf({ x: 0, y: 0, width: layout.width, height: layout.height })}"/>`
  return paths.reduce(
    (svg, path, colour) =>
      colour === base || path.length === 0 ? svg : `${svg}<path fill="${colours[colour]}" d="${path.join('')}"/>`,
    whole,
  )
}

/** The dashed lines between pieces; their width does not scale with the picture. */
export function drawSeams(seams: string, colour: string): string {
  return `<path fill="none" stroke="${colour}" stroke-opacity=".22" stroke-dasharray="3 3" vector-effect="non-scaling-stroke" d="${seams}"/>`
}

function areaOf(piece: Piece): number {
  return piece.width * piece.height
}

function pathOf({ x, y, width, height }: Piece): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`
}
