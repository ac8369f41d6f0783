import { Link, useLocation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { BrandMark } from '~/ui/brand/brand-mark'
import * as css from './top-bar.css'

/** The brand's mark and name, linked to the home page. */
export function Brand() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <Link to="/" className={css.brand} aria-current={pathname === '/' ? 'page' : undefined}>
      <BrandMark />
      <span className={css.brandName}>{t('brand.name')}</span>
    </Link>
  )
}
