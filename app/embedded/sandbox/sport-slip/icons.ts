import { html, type Markup } from '../document'
import type { Sport } from './rules'

/** Icons of the sports as lines in a box of 24, like the icons of the site. */
const paths: Readonly<Record<Sport, string>> = {
  football: 'M12 8l4 3-1.5 4.5h-5L8 11zM12 3v5M16 11l4.5-1.5M14.5 15.5l3 4M9.5 15.5l-3 4M8 11L3.5 9.5',
  baseball: 'M6 5.3c3.4 4 3.4 9.4 0 13.4M18 5.3c-3.4 4-3.4 9.4 0 13.4',
  basketball: 'M3 12h18M12 3v18M5.6 5.6c3.6 3.6 3.6 9.2 0 12.8M18.4 5.6c-3.6 3.6-3.6 9.2 0 12.800',
  volleyball:
    'M12 12c0-4 2-7 5-8M12 12c3.5 2 7 1.7 9-.5M12 12c-3.5 2-5 5.5-4 8.2M8 4c4 0 8.5 2 12.5 6M3.2 10.5C5 14.5 9 17 14 17.5',
  tennis: 'M5 6.5c4 2.5 4 8.5 0 11M19 6.5c-4 2.5-4 8.5 0 11',
  hockey: 'M17 3l-6 14H5a2 2 0 0 0 0 4h7.5L20 4.5M16 20h5',
  esports:
    'M7 8h10a5 5 0 0 1 4.5 8c-1.5 2-3.5 1-4.5-1H7c-1 2-3 3-4.5 1A5 5 0 0 1 7 8zM8 10v3M6.5 11.5h3M15.5 11.5h.01M17.5 11.5h.01',
  racing: 'M5 21V4M5 4h14v9H5M9.7 4v9M14.4 4v9M5 8.5h14',
}
const balls: ReadonlySet<Sport> = new Set(['football', 'baseball', 'basketball', 'volleyball', 'tennis'])

/** The icon of a sport, in the colour of the text. */
export function sportIcon(sport: Sport): Markup {
  const ball = balls.has(sport) && html`<circle cx="12" cy="12" r="9"/>`
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${ball}<path d="${paths[sport]}"/></svg>`
}
