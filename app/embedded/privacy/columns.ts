import { z } from 'zod'
import listed from './columns.json'

const columns = z.array(z.string()).optional()

const tablePrivacy = z.strictObject({
  personal: columns,
  ledger: columns,
  technical: columns,
  member: z
    .strictObject({
      /**
       * SQL condition for the rows of member $1 that an erasure deletes or replaces. An erasure leaves its own first
       * approval, because the second approval checks that row before deleting it.
       */
      rows: z.string().default('member_id = $1::bigint'),
      /** The condition for the rows to export, if it differs. */
      exportedRows: z.string().optional(),
      key: z.string(),
      /** Only in the back office's export of a member's data, not in the member's own. */
      isBackofficeOnly: z.literal(true).optional(),
      notExported: columns,
      /**
       * `keep`: the rows are not personal, and the ledger needs them. `redact`: see redactActs. `replaceBy` has an SQL
       * expression for each personal column. Ids start with a letter, so nobody can register an erased member's id.
       */
      erasure: z.union([
        z.enum(['keep', 'delete', 'redact']),
        z.strictObject({ replaceBy: z.record(z.string(), z.string()) }),
      ]),
    })
    .optional(),
})

/** The tables of the store, with the class of each column, and what happens to a member's rows. */
export const tables = z.record(z.string(), tablePrivacy).parse(listed)
