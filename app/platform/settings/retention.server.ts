import { z } from 'zod'
import { parseJson } from '~/values/parse-json'

const retentionNames = ['logins', 'messages', 'deskTexts', 'members'] as const
/** For how many days each kind of personal data is kept; 0: for good. */
export type RetentionDays = Readonly<Record<(typeof retentionNames)[number], number>>

/**
 * Three months for logins, three years for complaints, five years for contracts and payments: what Korean law asks to be
 * kept (docs/data-care.md).
 */
export const retentionDefaults: RetentionDays = { logins: 90, messages: 1_095, deskTexts: 1_825, members: 1_825 }

/** RETENTION_DAYS: changes single periods and keeps the others. */
export const retentionSetting = z.string().transform((raw, check): RetentionDays => {
  const words = `must be a JSON object such as {"messages":365} with names among ${retentionNames.join(', ')}`
  const parsed = z.partialRecord(z.enum(retentionNames), z.int().min(0).max(36_500)).safeParse(parseJson(raw))
  if (parsed.success) return { ...retentionDefaults, ...parsed.data }
  check.addIssue({ code: 'custom', message: words })
  return z.NEVER
})
