import { z } from 'zod'
import { isCommonPassword } from './common-passwords.server'
import { bidiControls } from './values'

/** Registration rules by field. Messages are keys of locales/. Source: docs/product.md, registration. */
export const registration = {
  id: z
    .string('register.id.rule')
    .transform((id) => id.trim().toLowerCase())
    .pipe(z.string().regex(/^[a-z][a-z0-9_]{3,19}$/, 'register.id.rule')),
  pw: z
    .string('register.pw.rule')
    .refine((pw) => pw.isWellFormed() && !pw.includes('\u0000'), 'register.pw.rule')
    .min(8, 'register.pw.rule')
    .max(64, 'register.pw.rule')
    .refine((pw) => !isCommonPassword(pw), 'register.pw.common'),
  nick: z
    .string('register.nick.rule')
    .transform((nick) => nick.normalize('NFKC').trim())
    .pipe(z.string().regex(/^[\p{L}\p{N}\p{M}]{2,16}$/u, 'register.nick.rule')),
  phone: z
    .string('register.phone.rule')
    .transform((phone) => phone.replace(/[-\s]/g, ''))
    .pipe(z.string().regex(/^01\d{8,9}$/, 'register.phone.rule')),
  bankname: z
    .string('register.bankname.rule')
    .min(1, 'register.bankname.rule')
    .max(40, 'register.bankname.rule')
    .refine(
      (name) => name.isWellFormed() && !/\p{Cc}/u.test(name) && !bidiControls.test(name),
      'register.bankname.rule',
    ),
  banknumber: z
    .string('register.banknumber.rule')
    .transform((number) => number.replace(/[-\s]/g, ''))
    .pipe(z.string().regex(/^\d{6,20}$/, 'register.banknumber.rule')),
  bankowner: z
    .string('register.bankowner.rule')
    .transform((owner) => owner.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(2, 'register.bankowner.rule')
        .max(40, 'register.bankowner.rule')
        .refine(
          (owner) => owner.isWellFormed() && !/[\p{Cc}<>]/u.test(owner) && !bidiControls.test(owner),
          'register.bankowner.rule',
        ),
    ),
  exchange_pw: z.string('register.exchangePw.rule').regex(/^\d{4,12}$/, 'register.exchangePw.rule'),
  code: z
    .string('register.code.rule')
    .transform((code) => code.trim().toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{1,32}$/, 'register.code.rule')),
}
