import type { ComponentProps } from 'react'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'
import { DocumentTitle } from './document-title'

interface EmptyPageProps extends Omit<ComponentProps<typeof Empty>, 'heading' | 'artwork'> {
  /** The picture beside the text; pages about money have none. */
  picture?: 'lost' | 'broken'
}

/** A page that says one thing: what was not found or went wrong, and the ways on. */
export function EmptyPage({ picture, ...content }: EmptyPageProps) {
  return (
    <>
      <DocumentTitle page={content.title} />
      <Empty
        {...content}
        heading="h1"
        artwork={picture && <Picture src={emptyStateArtSrc(picture)} shape="game" eager />}
      />
    </>
  )
}
