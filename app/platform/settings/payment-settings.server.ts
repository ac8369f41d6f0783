import { z } from 'zod'
import { amountStep, minDeposit, minWithdrawal, type Won } from '~/values/amount'
import { englishNames } from '~/values/banks'
import { launchUrlSchema } from './provider-settings.server'

export const banksSchema: z.ZodType<readonly string[]> = z.array(z.string().min(1).max(40)).min(1)

export const shippedBanks: readonly string[] = Object.keys(englishNames)

/** @param least the minimum amount that can be configured, in won */
const termsFrom = (least: Won) =>
  z
    .strictObject({
      min: z.int().min(least).multipleOf(amountStep),
      max: z.int().min(least).max(Number.MAX_SAFE_INTEGER),
      fee: z.int().min(0),
    })
    .refine(({ min, max }) => min <= max, 'min is above max')
    .refine(({ min, fee }) => fee < min, 'fee must be below min')

export const paymentMethodsSchema = z
  .array(
    z
      .strictObject({
        idx: z.union([z.string().min(1).max(64), z.int()]),
        name: z.string().min(1).max(40),
        nameEn: z.string().min(1).max(40).optional(),
        deposit: termsFrom(minDeposit).optional(),
        withdrawal: termsFrom(minWithdrawal).optional(),
        payUrl: launchUrlSchema(['deposit', 'won', 'language', 'home'], {
          name: 'deposit',
          why: 'which its callbacks name',
        }).optional(),
        open: z.boolean('must be true or false').optional(),
      })
      .refine(
        ({ idx, payUrl }) => !payUrl || /^(?!payments$)[a-z0-9][\w.-]{0,63}$/i.test(String(idx)),
        'with payUrl must have an idx of 1 to 64 of A-Z a-z 0-9 _ . -, and not payments: the code of its callbacks',
      )
      .refine(
        ({ deposit, withdrawal, payUrl }) => !payUrl || (deposit && !withdrawal),
        'with payUrl must have deposit, and no withdrawal',
      ),
  )
  .refine((all) => new Set(all.map(({ idx }) => String(idx))).size === all.length, 'an idx appears twice')

/** `payUrl` is the page of a payment service, whose callbacks contain `idx`. Defaults to the sandbox's page. */
export type PaymentMethod = z.output<typeof paymentMethodsSchema>[number]
