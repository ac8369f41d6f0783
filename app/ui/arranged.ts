export function fadingEnd(width: string) {
  return { paddingInlineEnd: width, maskImage: `linear-gradient(to left, transparent, #000 ${width})` }
}

export const arranged = {
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  row: { display: 'flex', alignItems: 'center' },
  centred: { display: 'flex', alignItems: 'center', justifyContent: 'center' },
  ellipsis: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  twoLines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
} as const
