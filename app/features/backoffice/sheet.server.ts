import { brand } from '~/brand/brand.server'
import { renderPalettes } from '~/brand/colours.server'
import { tokens } from '~/ui/tokens.css'
import alert from '/app/ui/alert/alert.css.ts.vanilla.css?inline'
import badge from '/app/ui/badge/badge.css.ts.vanilla.css?inline'
import base from '/app/ui/base.css.ts.vanilla.css?inline'
import button from '/app/ui/button/button.css.ts.vanilla.css?inline'
import card from '/app/ui/card/card.css.ts.vanilla.css?inline'
import checkbox from '/app/ui/checkbox/checkbox.css.ts.vanilla.css?inline'
import descriptionList from '/app/ui/description-list/description-list.css.ts.vanilla.css?inline'
import field from '/app/ui/field/field.css.ts.vanilla.css?inline'
import layout from '/app/ui/layout/layout.css.ts.vanilla.css?inline'
import chips from '/app/ui/link-row/chips.css.ts.vanilla.css?inline'
import pageTitle from '/app/ui/page-title/page-title.css.ts.vanilla.css?inline'
import pager from '/app/ui/pager/pager.css.ts.vanilla.css?inline'
import skipLink from '/app/ui/skip-link/skip-link.css.ts.vanilla.css?inline'
import textLink from '/app/ui/text.css.ts.vanilla.css?inline'
import tokenSheet from '/app/ui/tokens.css.ts.vanilla.css?inline'
import own from './backoffice.css?raw'

const shared = [
  ...[tokenSheet, base, layout, alert, badge, button, card, checkbox, chips, descriptionList],
  ...[field, pageTitle, pager, skipLink, textLink],
]

/** The names of tokens in the back office's own sheet, such as `--space-near`, are those of a build. */
const named = own.replace(/--(\w+(?:-\w+)+)/g, (_, path: string) => {
  const token = path.split('-').reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], tokens)
  return String(token).slice(4, -1)
})

/** The back office's sheet: what it uses of ui/, the brand's colours, and what only it has. */
export const styles = [...shared, brand.colours ? renderPalettes(brand.colours) : '', named].join('')
