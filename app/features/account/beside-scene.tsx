import type { ReactNode } from 'react'
import { useDocumentSettings } from '~/session/document-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { stack } from '~/ui/layout/layout.css'
import * as css from './beside-scene.css'

export function BesideScene({ children }: { children: ReactNode }) {
  const { brand } = useDocumentSettings()
  return (
    <div className={css.page}>
      <div className={stack}>{children}</div>
      <img className={css.picture} src={brand?.hero?.narrow ?? heroArtSrc('narrow')} alt="" loading="lazy" />
    </div>
  )
}
