import { useExclusion } from '~/session/session-context'
import { lobbyArtSrc } from '~/ui/artwork/picture-urls'
import { betsSectionHref } from '~/values/addresses'
import { PictureRow } from './rails/picture-row'

export function OpenBets({ title, details, settled }: { title: string; details: string; settled: string }) {
  const about = useExclusion() ? settled : details
  return <PictureRow to={betsSectionHref} src={lobbyArtSrc('sport')} name={title} provider={about} eager />
}
