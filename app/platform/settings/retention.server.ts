import { z } from 'zod'
import { changesOf } from './setting-kinds.server'

/**
 * For how many days each kind of personal data is kept; 0: for good. Three months for logins, three years for complaints,
 * five years for contracts and payments: what Korean law asks to be kept (docs/data-care.md).
 */
export const retentionDefaults = { logins: 90, messages: 1_095, deskTexts: 1_825, members: 1_825 }
export type RetentionDays = Readonly<typeof retentionDefaults>

/** RETENTION_DAYS: changes single periods and keeps the others. */
export const retentionSetting = changesOf(retentionDefaults, z.int().min(0).max(36_500), '{"messages":365}')
