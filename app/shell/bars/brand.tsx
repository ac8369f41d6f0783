import { href, useLocation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { usePageSettings } from '~/session/page-settings'
import { Link } from '~/ui/link/link'
import * as css from './top.css'

export function Brand() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { brand } = usePageSettings()
  const { logo, mark } = brand ?? {}
  const name = t('brand.name')
  return (
    <Link
      to={href('/')}
      className={brand ? css.ownBrand : css.brand}
      aria-current={pathname === href('/') ? 'page' : undefined}
    >
      {logo ? (
        <img {...logo} className={css.brandLogo} alt={name} />
      ) : (
        <>
          {mark ? (
            <img className={css.brandMark} src={mark} alt="" width={26} height={26} />
          ) : (
            <svg className={css.lamp} width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" focusable="false">
              <path fill="currentColor" d="M0 0h26v26H16v-5h5V5H5v16h5v5H0z" />
            </svg>
          )}
          <span className={css.brandName}>{name}</span>
        </>
      )}
    </Link>
  )
}
