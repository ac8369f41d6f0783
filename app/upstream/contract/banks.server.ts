import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { SettingError } from '~/platform/settings/setting-error.server'
import { banks } from './banks'

const banksSchema = z.array(z.string().min(1).max(40)).min(1)
const banksByPath = new Map<string, Promise<readonly string[]>>()

/**
 * The banks a member may register: the shipped list, or the operator's file. Each file is read once per process.
 *
 * @param path of a JSON array of names; undefined for the shipped list.
 * @throws SettingError when the JSON is not such an array. Errors of reading and parsing pass through; config.server.ts
 *   checks both when it reads the settings.
 */
export async function loadBanks(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return banks
  const known = banksByPath.get(path) ?? readFile(path, 'utf8').then(parseBanks)
  banksByPath.set(path, known)
  return known
}

function parseBanks(text: string): readonly string[] {
  const result = banksSchema.safeParse(JSON.parse(text))
  if (!result.success) throw new SettingError('BANKS must hold a list of names of banks, each 1 to 40 characters.')
  return result.data
}
