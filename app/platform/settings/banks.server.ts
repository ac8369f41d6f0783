import { z } from 'zod'

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
