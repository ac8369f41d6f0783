import { z } from 'zod'
import { changesOf } from './setting-kinds.server'

/** Days for which each kind of personal data is stored; 0: for good. Source: Korean law (docs/data-care.md). */
export const retentionDefaults = { logins: 90, messages: 1_095, deskTexts: 1_825, members: 1_825 }
export type RetentionDays = Readonly<typeof retentionDefaults>

export const retentionSetting = changesOf(retentionDefaults, z.int().min(0).max(36_500), '{"messages":365}')
