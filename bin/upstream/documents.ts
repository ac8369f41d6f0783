import introduction from './introduction.md?raw'
import { createReference } from './markdown'
import { createOpenApi } from './openapi'

/** The documents that are made from the contract, by their path in the project. */
export function createUpstreamDocuments(): Readonly<Record<string, string>> {
  return {
    'docs/upstream.md': createReference(introduction),
    'docs/upstream.openapi.json': createOpenApi(),
  }
}
