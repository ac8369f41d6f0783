import { z } from 'zod'
import { amountStep, minDeposit, minWithdrawal, type Won } from '~/values/amount'

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
    z.strictObject({
      idx: z.union([z.string().min(1).max(64), z.int()]),
      name: z.string().min(1).max(40),
      nameEn: z.string().min(1).max(40).optional(),
      deposit: termsFrom(minDeposit).optional(),
      withdrawal: termsFrom(minWithdrawal).optional(),
    }),
  )
  .refine((all) => new Set(all.map(({ idx }) => String(idx))).size === all.length, 'an idx appears twice')

export type PaymentMethod = z.output<typeof paymentMethodsSchema>[number]
