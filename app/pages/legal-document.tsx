import type { DocumentName } from '~/brand/brand-file.server'
import { requestInfoContext } from '~/http/request-info.server'
import type { RouteHandle } from '~/http/route.server'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { minutes } from '~/time/durations'
import type { Route } from './+types/legal-document'
import { DocumentPage } from './document/document-page'
import { loadDocument } from './document/load-document.server'

/** A text of the brand: it needs no script. */
export const handle = { script: false, pageCacheMs: minutes(1) } satisfies RouteHandle

/** The documents that have a page of nothing else, by their route patterns. */
const documents: Record<string, { name: DocumentName; fallbackTitle: MessageKey }> = {
  terms: { name: 'terms', fallbackTitle: 'terms.title' },
  privacy: { name: 'privacy', fallbackTitle: 'privacy.title' },
}

export function loader({ context, pattern }: Route.LoaderArgs) {
  const shown = documents[pattern]
  if (!shown) throw new Error(`No document has the route ${pattern}`)
  const document = loadDocument(shown.name, context.get(requestInfoContext).locale)
  return { document, fallbackTitle: shown.fallbackTitle }
}

export default function LegalDocumentPage({ loaderData: { document, fallbackTitle } }: Route.ComponentProps) {
  const { t } = useI18n()
  return <DocumentPage document={document} fallbackTitle={t(fallbackTitle)} />
}
