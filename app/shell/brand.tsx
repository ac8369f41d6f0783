import { Link, useLocation } from 'react-router'
import { useWords } from '~/i18n/words'
import { BrandMark } from '~/ui/brand/brand-mark'
import * as css from './top-bar.css'

/** The brand's mark and name, linked to the home page. */
export function Brand() {
  const { t } = useWords()
  const { pathname } = useLocation()
  return (
    <Link to="/" className={css.brand} aria-current={pathname === '/' ? 'page' : undefined}>
      <BrandMark />
      <span className={css.brandName}>{t('brand.name')}</span>
    </Link>
  )
}
