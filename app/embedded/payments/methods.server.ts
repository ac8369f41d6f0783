import type { PaymentMethod } from '~/platform/settings/payment-methods.server'
import type { UpstreamId } from '~/upstream/contract/fields/values'
import { createRefusal, type EmbeddedContext, hasSandbox } from '../context.server'
import { languageFor } from '../language'
import type { TransactionKind } from '../transactions/transaction'

export type PaymentTerms = NonNullable<PaymentMethod[TransactionKind]>

const defaultMethods: readonly PaymentMethod[] = [
  {
    idx: 1,
    name: '바로페이',
    nameEn: 'Baro Pay',
    deposit: { min: 10_000, max: 2_000_000, fee: 0 },
    withdrawal: { min: 10_000, max: 1_000_000, fee: 0 },
  },
  {
    idx: 2,
    name: '이음 상품권',
    nameEn: 'Ieum Gift Card',
    deposit: { min: 10_000, max: 500_000, fee: 500 },
    withdrawal: { min: 30_000, max: 300_000, fee: 1_000 },
  },
]

/** All payment methods: two built-in ones, or those of PAYMENTS. */
function paymentMethods({ options }: EmbeddedContext): readonly PaymentMethod[] {
  return options.payments ?? defaultMethods
}

/** @param language BCP 47 tag, or a locale. */
function methodName({ name, nameEn = name }: PaymentMethod, language: string): string {
  return languageFor(language) === 'ko' ? name : nameEn
}

/** The name of a payment method in the caller's language; undefined when there is none with this idx. */
export function nameOfMethod(ctx: EmbeddedContext, idx: string | null): string | undefined {
  const method = paymentMethods(ctx).find((candidate) => String(candidate.idx) === idx)
  return method && methodName(method, ctx.language)
}

/** Lists the payment methods that offer a kind of transaction. */
export function listMethods(ctx: EmbeddedContext, kind: TransactionKind) {
  return availableMethods(ctx).flatMap((method) => {
    const { idx, [kind]: terms } = method
    return terms ? [{ idx, name: methodName(method, ctx.language), ...terms }] : []
  })
}

/** Payment methods; none with real money, because they are a sandbox. */
function availableMethods(ctx: EmbeddedContext): readonly PaymentMethod[] {
  return hasSandbox(ctx) ? paymentMethods(ctx) : []
}

/** Finds a payment method and its terms for a kind of transaction; `name` in the caller's language. */
export function findMethod(ctx: EmbeddedContext, kind: TransactionKind, idx: UpstreamId) {
  const method = availableMethods(ctx).find((candidate) => String(candidate.idx) === String(idx))
  const terms = method?.[kind]
  return method && terms ? { name: methodName(method, ctx.language), terms } : undefined
}

/** Finds a payment method with terms for the kind. @throws Refused `not_found` */
export function requireMethod(
  ctx: EmbeddedContext,
  kind: TransactionKind,
  idx: UpstreamId,
): { name: string; terms: PaymentTerms } {
  const method = findMethod(ctx, kind, idx)
  if (!method) throw createRefusal('not_found')
  return method
}
