import type { ReactNode } from 'react'
import { useDocumentSettings } from '~/session/document-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { stack } from '~/ui/layout/layout.css'
import * as css from './account.css'

export function BesideScene({ children }: { children: ReactNode }) {
  const { brand } = useDocumentSettings()
  return (
    <div className={css.besideScene}>
      <div className={stack}>{children}</div>
      <img className={css.scene} src={brand?.hero?.narrow ?? heroArtSrc('narrow')} alt="" loading="lazy" />
    </div>
  )
}
