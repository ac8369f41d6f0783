import type { ReactNode } from 'react'
import { usePageSettings } from '~/session/page-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { stack } from '~/ui/layout/layout.css'
import * as css from './account.css'

export function BesideScene({ children }: { children: ReactNode }) {
  return (
    <div className={css.besideScene}>
      <Scene />
      <div className={stack}>{children}</div>
    </div>
  )
}

/** Shows the brand's picture. It comes first in the markup, so that a page that arrives in pieces does not shift. */
export function Scene() {
  const { brand, lite } = usePageSettings()
  if (lite) return null
  return <img className={css.scene} src={brand?.login ?? brand?.hero?.narrow ?? heroArtSrc('login')} alt="" />
}
