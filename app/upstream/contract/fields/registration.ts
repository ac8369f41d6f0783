import { dictionary } from '@zxcvbn-ts/language-common'
import { z } from 'zod'
import { cleanAccountNumber, cleanCode, cleanName, cleanPhone, hasFewMarks, isVisible } from '~/values/typed-text'
import { bidiControls } from './values'

/** The number of common passwords to reject, all of the minimum length or longer. Source: docs/product.md. */
const refusedCount = 3_000
const minCharacters = 8

/** The package's list is in lower case. The most frequently leaked passwords come first. */
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary.passwords.filter((password) => password.length >= minCharacters).slice(0, refusedCount),
)

/** The year of birth. Requested only if members under 25 have a lower maximum stake on slots. */
export const birthYear = z
  .preprocess(
    (year) => (typeof year === 'string' ? cleanCode(year) : year),
    z.coerce
      .number('register.birthYear.rule')
      .int('register.birthYear.rule')
      .min(1900, 'register.birthYear.rule')
      .max(2100, 'register.birthYear.rule'),
  )
  .meta({ description: 'year of birth, if the site asks for it', example: 1990 })

export const passwordAgain = z.string('register.passCheck.empty').min(1, 'register.passCheck.empty')

/** Registration rules by field. Messages are keys in locales/. Source: docs/product.md, registration. */
export const registration = {
  id: z
    .string('register.id.rule')
    .transform((id) => cleanCode(id).toLowerCase())
    .pipe(z.string().regex(/^[a-z][a-z0-9_]{3,19}$/, 'register.id.rule'))
    .meta({ description: '4 to 20 characters from a-z 0-9 _, starting with a letter', example: 'newmember' }),
  pw: z
    .string('field.required')
    .min(1, 'field.required')
    .refine((pw) => pw.isWellFormed() && !pw.includes('\u0000'), 'register.pw.rule')
    .min(8, 'register.pw.rule')
    .max(64, 'register.pw.rule')
    // Source: ASVS 6.2.4.
    .refine((pw) => !commonPasswords.has(pw.toLowerCase()), 'register.pw.common')
    .meta({ description: 'password, used exactly as sent', example: 'a long password' }),
  nick: z
    .string('register.nick.rule')
    .transform((nick) => cleanName(nick, 'NFKC'))
    .pipe(
      z
        .string()
        .regex(/^[\p{L}\p{N}\p{M}]{2,16}$/u, 'register.nick.rule')
        .refine((nick) => isVisible(nick) && hasFewMarks(nick), 'register.nick.rule'),
    )
    .meta({ description: '2 to 16 letters and digits', example: '새회원' }),
  phone: z
    .string('register.phone.rule')
    .transform(cleanPhone)
    .pipe(z.string().regex(/^01\d{8,9}$/, 'register.phone.rule'))
    .meta({ description: '01 followed by 8 or 9 digits', example: '01012345678' }),
  bankname: z
    .string('register.bankname.rule')
    .min(1, 'register.bankname.rule')
    .max(40, 'register.bankname.rule')
    .refine(
      (name) => name.isWellFormed() && !/\p{Cc}/u.test(name) && !bidiControls.test(name),
      'register.bankname.rule',
    )
    .meta({ description: 'a bank from the operator’s list', example: '국민은행' }),
  banknumber: z
    .string('register.banknumber.rule')
    .transform(cleanAccountNumber)
    .pipe(z.string().regex(/^\d{6,20}$/, 'register.banknumber.rule'))
    .meta({ description: 'account number, 6 to 20 digits', example: '12345678901234' }),
  bankowner: z
    .string('register.bankowner.rule')
    .transform((owner) => cleanName(owner))
    .pipe(
      z
        .string()
        .min(2, 'register.bankowner.rule')
        .max(40, 'register.bankowner.rule')
        .refine(
          (owner) => owner.isWellFormed() && /\p{L}/u.test(owner) && hasFewMarks(owner) && !/[\p{Cc}<>]/u.test(owner),
          'register.bankowner.rule',
        ),
    )
    .meta({ description: 'account holder', example: '김새롬' }),
  exchange_pw: z
    .string('register.exchangePw.rule')
    .regex(/^\d{4,12}$/, 'register.exchangePw.rule')
    .meta({ description: 'withdrawal password, 4 to 12 digits', example: '2580' }),
  code: z
    .string('register.code.rule')
    .transform((code) => cleanCode(code).toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{1,32}$/, 'register.code.rule'))
    .meta({ description: 'referral code, never empty', example: 'MADANG' }),
}
