import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { SettingError } from '~/platform/settings/setting-error.server'
import type { UpstreamId } from '~/upstream/contract/values'
import { amountStep, minDeposit, minWithdrawal, type Won } from '~/values/amount'
import type { EmbeddedContext } from '../context.server'
import { hasSandbox, refuse } from '../context.server'
import type { MovementKind } from '../movements/movement'

/** The terms of one kind of movement. @param least what the site takes at least, in won. */
const termsFrom = (least: Won) =>
  z
    .strictObject({
      min: z.int().min(least).multipleOf(amountStep),
      max: z.int().min(least).max(Number.MAX_SAFE_INTEGER),
      fee: z.int().min(0),
    })
    .refine(({ min, max }) => min <= max, 'min is above max')
    .refine(({ min, fee }) => fee < min, 'fee takes all of the least amount')

const methodsSchema = z
  .array(
    z.strictObject({
      idx: z.union([z.string().min(1).max(64), z.int()]),
      name: z.string().min(1).max(40),
      deposit: termsFrom(minDeposit).optional(),
      withdrawal: termsFrom(minWithdrawal).optional(),
    }),
  )
  .refine((all) => new Set(all.map(({ idx }) => String(idx))).size === all.length, 'an idx comes twice')

/** A payment method with its limits and fees in whole won; a kind without terms is not offered. */
export type PaymentMethod = z.output<typeof methodsSchema>[number]

export type PaymentTerms = NonNullable<PaymentMethod[MovementKind]>

const defaultMethods: readonly PaymentMethod[] = [
  {
    idx: 1,
    name: '바로페이',
    deposit: { min: 10_000, max: 2_000_000, fee: 0 },
    withdrawal: { min: 10_000, max: 1_000_000, fee: 0 },
  },
  {
    idx: 2,
    name: '이음 상품권',
    deposit: { min: 10_000, max: 500_000, fee: 500 },
    withdrawal: { min: 30_000, max: 300_000, fee: 1_000 },
  },
]

const loadedFiles = new Map<string, Promise<readonly PaymentMethod[]>>()

/**
 * Loads the sandbox's payment methods: two built-in ones, or those of the operator's file, a JSON array of
 * `{ idx, name, deposit?: { min, max, fee }, withdrawal?: { min, max, fee } }` in whole won. A file is read once.
 *
 * @throws SettingError, one line that names PAYMENTS, when the list is invalid; a system error or SyntaxError when the
 * file can't be read or is not JSON.
 */
export function loadPaymentMethods(path: string | undefined): Promise<readonly PaymentMethod[]> {
  if (path === undefined) return Promise.resolve(defaultMethods)
  const loading = loadedFiles.get(path) ?? readFile(path, 'utf8').then(parseMethods)
  loadedFiles.set(path, loading)
  return loading
}

function parseMethods(text: string): readonly PaymentMethod[] {
  const result = methodsSchema.safeParse(JSON.parse(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new SettingError(`PAYMENTS must hold a list of payments: ${issue?.path.join('.') || 'it'}: ${issue?.message}.`)
}

/** Lists the payment methods that offer a kind of movement. */
export async function listMethods(ctx: EmbeddedContext, kind: MovementKind) {
  const methods = await availableMethods(ctx)
  return methods.flatMap(({ idx, name, [kind]: terms }) => (terms ? [{ idx, name, ...terms }] : []))
}

/** Payment methods; none with real money, because they are a sandbox. */
async function availableMethods(ctx: EmbeddedContext): Promise<readonly PaymentMethod[]> {
  return hasSandbox(ctx) ? loadPaymentMethods(ctx.options.paymentsFile) : []
}

/** Finds a payment method and its terms for a kind of movement. */
export async function findMethod(ctx: EmbeddedContext, kind: MovementKind, idx: UpstreamId) {
  const method = (await availableMethods(ctx)).find((one) => String(one.idx) === String(idx))
  const terms = method?.[kind]
  return method && terms ? { name: method.name, terms } : undefined
}

/** Finds a payment method with terms for the kind. @throws Refused `not_found` */
export async function requireMethod(
  ctx: EmbeddedContext,
  kind: MovementKind,
  idx: UpstreamId,
): Promise<{ name: string; terms: PaymentTerms }> {
  const method = await findMethod(ctx, kind, idx)
  if (!method) throw refuse('not_found')
  return method
}
