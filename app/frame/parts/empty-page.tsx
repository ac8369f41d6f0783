import type { ComponentProps } from 'react'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'
import { DocumentTitle } from './document-title'

interface EmptyPageProps extends Omit<ComponentProps<typeof Empty>, 'heading' | 'artwork'> {
  /** Shows the picture of something that was not found. Not where money is concerned. */
  isNotFound?: boolean
}

/** A page that says one thing: what was not found or went wrong, and the ways on. */
export function EmptyPage({ isNotFound = false, ...content }: EmptyPageProps) {
  return (
    <>
      <DocumentTitle page={content.title} />
      <Empty
        {...content}
        heading="h1"
        artwork={isNotFound && <Picture src={emptyStateArtSrc('lost')} shape="game" eager />}
      />
    </>
  )
}
