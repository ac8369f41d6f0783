import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { banks } from './banks'

const file = z.array(z.string().min(1).max(40)).min(1)
const read = new Map<string, Promise<readonly string[]>>()

/** The banks a member may register: the shipped list, or the one in the operator's file, a JSON array of names. */
export async function bankList(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return banks
  const known = read.get(path) ?? readFile(path, 'utf8').then((text) => file.parse(JSON.parse(text)))
  read.set(path, known)
  return known
}
