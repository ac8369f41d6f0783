import type { ReactNode } from 'react'
import { usePageSettings } from '~/session/page-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { stack } from '~/ui/layout/layout.css'
import * as css from './account.css'

export function BesideScene({ children }: { children: ReactNode }) {
  return (
    <div className={css.besideScene}>
      <div className={stack}>{children}</div>
      <Scene />
    </div>
  )
}

export function Scene() {
  const { brand, lite } = usePageSettings()
  if (lite) return null
  return <img className={css.scene} src={brand?.login ?? brand?.hero?.narrow ?? heroArtSrc('login')} alt="" />
}
