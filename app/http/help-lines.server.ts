import { brand } from '~/brand/brand.server'
import { config } from '~/config/config.server'
import type { Locale } from '~/i18n/locale'
import { countryOf } from './country.server'

/** The brand's help lines for the country of a request, in a language. */
export function helpLinesFor(request: Request, locale: Locale) {
  return brand.helpLines(countryOf(request.headers, config), locale)
}
