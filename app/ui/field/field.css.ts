import { arranged, component, componentRecipe, componentVariants, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { bad, good, ink, line, radius, size, space, surface, warn } = tokens

export const field = component({ display: 'grid', gap: space.near, minInlineSize: 0, alignContent: 'start' })

export const label = component({ ...typography.label, color: ink.body, display: 'block' })

export const beside = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'stretch',
  gap: space.near,
})

export const box = component({ position: 'relative', display: 'grid', minInlineSize: 0 })

export const input = componentRecipe(
  {
    ...typography.body,
    inlineSize: '100%',
    minInlineSize: 0,
    minBlockSize: size.input,
    paddingBlock: space.near,
    paddingInline: space.base,
    border: `${size.hairline} solid ${line.field}`,
    borderRadius: radius.control,
    background: surface.field,
    color: ink.body,
    appearance: 'none',
    scrollMarginBlockEnd: '6rem',
    selectors: {
      // The second pixel of an invalid field's border is a shadow, so that the content doesn't move.
      '&[aria-invalid=true]': { borderColor: bad.ink, boxShadow: `inset 0 0 0 1px ${bad.ink}` },
      '&[aria-invalid=true]:focus-visible': {
        borderColor: 'transparent',
        boxShadow: 'none',
        outlineColor: bad.ink,
        outlineOffset: '-1px',
      },
      '&:read-only:not(select, [aria-busy])': { borderColor: line.hair, background: 'transparent', color: ink.soft },
      '&:-webkit-autofill': { WebkitTextFillColor: ink.body, boxShadow: `inset 0 0 0 100px ${surface.field}` },
      '&::-webkit-search-cancel-button': { appearance: 'none' },
    },
    '@media': {
      [media.forcedColors]: {
        border: '1px solid FieldText',
        selectors: { '&[aria-invalid=true]': { borderWidth: '2px' } },
      },
    },
  },
  {
    kind: {
      select: { paddingInlineEnd: space.section, cursor: 'pointer' },
      textArea: {
        minBlockSize: size.textArea,
        paddingBlock: space.snug,
        resize: 'vertical',
        fieldSizing: 'content',
        maxBlockSize: '32rem',
      },
      search: { paddingInlineStart: '52px' },
      amount: {
        ...typography.figureField,
        minBlockSize: size.amount,
        paddingInlineEnd: '6.5rem',
      },
    },
    endIcon: { true: { paddingInlineEnd: space.end } },
    valid: { true: { borderColor: good.ink } },
  },
)

export const endIcon = component({
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: space.base,
  ...arranged.row,
  color: ink.soft,
  pointerEvents: 'none',
})

export const innerButton = component({
  ...arranged.centred,
  inlineSize: size.target,
  blockSize: size.target,
  borderRadius: radius.control,
  color: ink.soft,
  '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
})
export const innerButtons = componentVariants(
  [
    innerButton,
    {
      position: 'absolute',
      insetBlock: 0,
      marginBlock: 'auto',
      selectors: { '&:focus-visible': { outlineOffset: '-4px' } },
    },
  ],
  { start: { insetInlineStart: space.tight }, end: { insetInlineEnd: space.tight } },
)

export const notes = componentVariants(
  { ...typography.small, display: 'flex', gap: '6px', color: ink.faint },
  { error: { color: bad.ink, fontWeight: 500 }, good: { color: good.ink }, hint: {} },
)

export const noteIcon = component({ flex: 'none', blockSize: tokens.text.small.line, ...arranged.row })

export const noteRow = component({ display: 'flex', gap: space.snug, justifyContent: 'space-between' })
export const counter = componentRecipe(
  { ...typography.tiny, color: ink.faint, whiteSpace: 'nowrap', marginInlineStart: 'auto' },
  { over: { true: { color: bad.ink, fontWeight: 700 } }, invisible: { true: { visibility: 'hidden' } } },
)

export const bars = component({ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: space.tight })
export const bar = component({
  blockSize: '4px',
  borderRadius: '2px',
  background: surface.pressed,
  '@media': { [media.forcedColors]: { border: '1px solid GrayText' } },
})

export const filledBar = component([
  bar,
  { background: good.ink, '@media': { [media.forcedColors]: { background: 'Highlight' } } },
])
export const weakBar = component([
  filledBar,
  { background: warn.ink, '@media': { [media.forcedColors]: { background: 'Highlight' } } },
])
