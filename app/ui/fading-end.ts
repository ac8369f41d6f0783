/** Styles of a row that scrolls sideways: it fades over `width` at its end, and its last item scrolls out of the fade. */
export function fadingEnd(width: string) {
  return { paddingInlineEnd: width, maskImage: `linear-gradient(to left, transparent, #000 ${width})` }
}
