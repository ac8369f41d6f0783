import { z } from 'zod'
import { amountStep, minDeposit, minWithdrawal, type Won } from '~/values/amount'
import { launchUrlSchema } from './provider-settings.server'

export const banksSchema: z.ZodType<readonly string[]> = z.array(z.string().min(1).max(40)).min(1)

export const shippedBanks: readonly string[] = [
  '국민은행',
  '신한은행',
  '우리은행',
  '하나은행',
  '농협은행',
  '기업은행',
  '카카오뱅크',
  '토스뱅크',
  '케이뱅크',
  'SC제일은행',
  '씨티은행',
  '산업은행',
  '수협은행',
  '부산은행',
  '경남은행',
  'iM뱅크',
  '광주은행',
  '전북은행',
  '제주은행',
  '새마을금고',
  '신협',
  '우체국',
]

/** @param least the least amount in won */
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

/** `payUrl`: the page of a payment service, whose callbacks name `idx`. Without it the sandbox's page. */
export type PaymentMethod = z.output<typeof paymentMethodsSchema>[number]
