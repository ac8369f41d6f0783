import type { StyleRule } from '@vanilla-extract/css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { tightStack } from '~/ui/layout/layout.css'
import { media, tokens } from '~/ui/tokens.css'

const { ink, radius, space, surface, text } = tokens

export const rail = screen([tightStack, { minInlineSize: 0, '@media': { [media.below600]: { gap: 0 } } }])

function row(phoneColumn: string, template: string): StyleRule {
  return {
    display: 'grid',
    gridTemplateColumns: template,
    columnGap: '10px',
    '@media': {
      [media.below600]: {
        gridTemplateColumns: 'none',
        gridAutoFlow: 'column',
        gridAutoColumns: phoneColumn,
        justifyContent: 'start',
        columnGap: space.near,
        overflowX: 'auto',
        overscrollBehaviorX: 'contain',
        scrollbarWidth: 'none',
        scrollSnapType: 'x proximity',
        // A focused card scrolls into view even if half of it is already visible.
        scrollPaddingInline: `${space.base} 50%`,
        // The block padding keeps hover and focus rings from being clipped by the scrolling box.
        padding: `${space.tight} ${space.base}`,
        margin: `calc(-1 * ${space.tight}) calc(-1 * ${space.base})`,
      },
      [media.from960]: { columnGap: space.base },
    },
  }
}

const base = screen({})
export const rows = {
  square: screen([base, row('max(7rem, 33vw)', 'repeat(6, minmax(0, 1fr))')]),
  wide: screen([base, row('max(13rem, 58vw)', 'repeat(4, minmax(0, 1fr))')]),
}

// On a phone, a rail of up to three games fits the screen.
insideScreen(`${base}:not(:has(> :nth-child(4)))`, {
  '@media': { [media.below600]: { gridAutoColumns: 'calc((100% - 1rem) / 3)' } },
})
insideScreen(`${base} > li`, { scrollSnapAlign: 'start' })
insideScreen(`${base} p`, { '@media': { [media.below600]: { fontSize: text.tiny.size, letterSpacing: '-.03em' } } })
// Only Korean names leave room for a second line, of the time.
insideScreen(`${base} :is(p + p:not(:lang(ko):has(time)), p > span)`, {
  '@media': { [media.below600]: { display: 'none' } },
})
export const table = screen({
  display: 'flex',
  alignItems: 'center',
  gap: space.near,
  padding: `${space.near} ${space.base}`,
  borderRadius: radius.card,
  background: surface.panel,
  color: ink.body,
  textDecoration: 'none',
})
insideScreen(`${table} img`, { inlineSize: '3.5rem' })
insideScreen(`${table} :is(div, p)`, { flex: '1 1 0', minInlineSize: 0, margin: 0 })
insideScreen(`${table} div div > p:not(:only-child)`, arranged.ellipsis)
