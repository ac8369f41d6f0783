import { brand } from '~/brand/brand.server'
import type { Locale } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { countryOf } from '~/server/request-info/country.server'

/** The brand's help lines for the country of a request, in a language. */
export function helpLinesFor(request: Request, locale: Locale) {
  return brand.helpLines(countryOf(request.headers, config), locale)
}
