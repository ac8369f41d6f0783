import { z } from 'zod'
import { amountStep, minDeposit, minWithdrawal, type Won } from '~/values/amount'

/** The terms of one kind of transaction. @param least what the site takes at least, in won. */
const termsFrom = (least: Won) =>
  z
    .strictObject({
      min: z.int().min(least).multipleOf(amountStep),
      max: z.int().min(least).max(Number.MAX_SAFE_INTEGER),
      fee: z.int().min(0),
    })
    .refine(({ min, max }) => min <= max, 'min is above max')
    .refine(({ min, fee }) => fee < min, 'fee takes all of the least amount')

/** PAYMENTS: a list of the sandbox's payment methods. */
export const paymentMethodsSchema = z
  .array(
    z.strictObject({
      idx: z.union([z.string().min(1).max(64), z.int()]),
      name: z.string().min(1).max(40),
      /** The name in all languages but Korean; without it they show `name`. */
      nameEn: z.string().min(1).max(40).optional(),
      deposit: termsFrom(minDeposit).optional(),
      withdrawal: termsFrom(minWithdrawal).optional(),
    }),
  )
  .refine((all) => new Set(all.map(({ idx }) => String(idx))).size === all.length, 'an idx comes twice')

/** A payment method with its limits and fees in whole won; a kind without terms is not offered. */
export type PaymentMethod = z.output<typeof paymentMethodsSchema>[number]
