import { z } from 'zod'
import { useI18n } from '~/i18n/i18n'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import type { RouteHandle } from '~/server/steps/route.server'
import { minutes } from '~/values/durations'
import type { Route } from './+types/legal-document'
import { DocumentPage } from './document/document-page'
import { loadDocument } from './document/load-document.server'

/** A text of the brand: it needs no script. */
export const handle = {
  script: false,
  pageCacheMs: minutes(1),
  indexed: { description: 'about.documents' },
} satisfies RouteHandle

/** The documents that have a page of nothing else, by their route patterns. */
const shownHere = z.enum(['terms', 'privacy'])

export function loader({ context, pattern }: Route.LoaderArgs) {
  const name = shownHere.parse(pattern)
  return { document: loadDocument(name, context.get(requestInfoContext).locale), name }
}

export default function LegalDocumentPage({ loaderData: { document, name } }: Route.ComponentProps) {
  const { t } = useI18n()
  return <DocumentPage document={document} fallbackTitle={t(`${name}.title`)} />
}
