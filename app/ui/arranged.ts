/** Styles of a row that scrolls sideways: it fades over `width` at its end, and its last item scrolls out of the fade. */
export function fadingEnd(width: string) {
  return { paddingInlineEnd: width, maskImage: `linear-gradient(to left, transparent, #000 ${width})` }
}

/** Arrangements to spread into a style rule: `{ ...arranged.row, gap: tokens.space.near }`. */
export const arranged = {
  /** Its items one below the other, never wider than it. */
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  /** Its items side by side, on one middle line. */
  row: { display: 'flex', alignItems: 'center' },
  centred: { display: 'flex', alignItems: 'center', justifyContent: 'center' },
  /** One line of text, cut where it does not fit. */
  ellipsis: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  /** Two lines of text at most. */
  twoLines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
} as const
