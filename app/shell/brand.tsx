import { Link, useLocation } from 'react-router'
import { useWords } from '~/i18n/words'
import { BrandMark } from '~/ui/brand/brand-mark'
import * as css from './top-bar.css'

/** The mark and the name of the house, leading home. */
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
