import { brand } from '~/brand/brand.server'
import type { Locale } from '~/i18n/locale'

export const statements = {
  funds: (locale: Locale) => brand.funds(locale),
  banners: (locale: Locale) => brand.banners(locale, Date.now()),
  level: (level: number, locale: Locale) => brand.level(level, locale),
  disputes: (locale: Locale) => brand.disputes(locale),
  /** Whether registration asks for the year of birth. Needed only if players under 25 have a lower slot stake cap. */
  asksBirthYear: brand.stakeCaps.maxStakeBelow25 !== undefined,
}
