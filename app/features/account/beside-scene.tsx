import type { ReactNode } from 'react'
import { usePageSettings } from '~/session/page-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { stack } from '~/ui/layout/layout.css'
import * as css from './account.css'

/** Shows the brand's picture first in the markup, so that a page that arrives in pieces does not shift. */
export function BesideScene({ children }: { children: ReactNode }) {
  const { brand, lite } = usePageSettings()
  const src = brand?.login ?? brand?.hero?.narrow ?? heroArtSrc('login')
  return (
    <div className={css.besideScene}>
      {!lite && <img className={css.scene} src={src} alt="" />}
      <div className={stack}>{children}</div>
    </div>
  )
}
