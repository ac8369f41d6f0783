import { bcp47 } from '~/i18n/locale'
import type { PaymentMethod } from '~/platform/settings/payment-settings.server'
import { fillLaunchUrl } from '~/platform/settings/provider-settings.server'
import type { UpstreamId } from '~/upstream/contract/fields/values'
import { createRefusal, type EmbeddedContext, usesPlayMoney } from '../context.server'
import type { TransactionKind } from '../ledger/entries'
import { languageFor, readerLocale } from '../member-language'
import playMethods from './play-methods.json'

export type PaymentTerms = NonNullable<PaymentMethod[TransactionKind]>

const paymentMethods = ({ options }: EmbeddedContext): readonly PaymentMethod[] => options.payments ?? playMethods

function methodName({ name, nameEn = name }: PaymentMethod, language: string): string {
  return languageFor(language) === 'ko' ? name : nameEn
}

export function nameOfMethod(ctx: EmbeddedContext, idx: string | null): string | undefined {
  const method = paymentMethods(ctx).find((candidate) => String(candidate.idx) === idx)
  return method && methodName(method, ctx.language)
}

export function listMethods(ctx: EmbeddedContext, kind: TransactionKind) {
  return availableMethods(ctx).flatMap((method) => {
    const { idx, [kind]: terms } = method
    return terms ? [{ idx, name: methodName(method, ctx.language), ...terms }] : []
  })
}

/** With real money, only payment services (`payUrl`) are available, because the sandbox is closed. */
function availableMethods(ctx: EmbeddedContext): readonly PaymentMethod[] {
  return paymentMethods(ctx).filter(({ payUrl, open = true }) => open && (payUrl || usesPlayMoney(ctx)))
}

/** Returns whether a code belongs to a payment service. Payment services sign callbacks with their own secret. */
export function isPaymentService(ctx: EmbeddedContext, code: string | null): boolean {
  return paymentMethods(ctx).some(({ idx, payUrl }) => payUrl && String(idx) === code)
}

/** Returns a deposit's page at its payment service, or undefined if the method is closed or in the sandbox. */
export function servicePage(ctx: EmbeddedContext, deposit: { id: bigint; won: bigint; payment_idx: string | null }) {
  const method = availableMethods(ctx).find(({ idx }) => String(idx) === deposit.payment_idx)
  return (
    method?.payUrl &&
    fillLaunchUrl(method.payUrl, {
      deposit: String(deposit.id),
      won: String(deposit.won),
      language: bcp47[readerLocale(ctx.language)],
      home: ctx.options.homeUrl ?? '',
    })
  )
}

export function findMethod(ctx: EmbeddedContext, kind: TransactionKind, idx: UpstreamId) {
  const method = availableMethods(ctx).find((candidate) => String(candidate.idx) === String(idx))
  const terms = method?.[kind]
  return method && terms ? { name: methodName(method, ctx.language), terms } : undefined
}

export function requireMethod(ctx: EmbeddedContext, kind: TransactionKind, idx: UpstreamId) {
  const method = findMethod(ctx, kind, idx)
  if (!method) throw createRefusal('not_found')
  return method
}
