import { z } from 'zod'
import { amountStep, minDeposit, minWithdrawal, type Won } from '~/values/amount'

/** @param least the least amount in won */
const termsFrom = (least: Won) =>
  z
    .strictObject({
      min: z.int().min(least).multipleOf(amountStep),
      max: z.int().min(least).max(Number.MAX_SAFE_INTEGER),
      fee: z.int().min(0),
    })
    .refine(({ min, max }) => min <= max, 'min is above max')
    .refine(({ min, fee }) => fee < min, 'fee takes all of the least amount')

export const paymentMethodsSchema = z
  .array(
    z.strictObject({
      idx: z.union([z.string().min(1).max(64), z.int()]),
      name: z.string().min(1).max(40),
      nameEn: z.string().min(1).max(40).optional(),
      deposit: termsFrom(minDeposit).optional(),
      withdrawal: termsFrom(minWithdrawal).optional(),
    }),
  )
  .refine((all) => new Set(all.map(({ idx }) => String(idx))).size === all.length, 'an idx comes twice')

export type PaymentMethod = z.output<typeof paymentMethodsSchema>[number]
