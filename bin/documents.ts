import dataCare from '../docs/data-care.md?raw'
import operations from '../docs/operations.md?raw'
import { withColumnClasses } from './column-classes'
import { withSettingsList } from './settings-list'
import { createUpstreamDocuments } from './upstream/documents'

/** The documents that are made from the code, whole or in part, by their path in the project. `npm run docs` writes them. */
export function createDocuments(): Readonly<Record<string, string>> {
  return {
    ...createUpstreamDocuments(),
    'docs/operations.md': withSettingsList(operations),
    'docs/data-care.md': withColumnClasses(dataCare),
  }
}
