/**
 * Fields that a redisplayed form never repeats: passwords, the one-time code, and values that the site issues itself.
 */
export const notRedisplayedFields: ReadonlySet<string> = new Set([
  'pw',
  'pw_check',
  'pass',
  'pass_check',
  'exchange_pw',
  'new_pass',
  'new_pass_check',
  'code',
  'otp',
  'typed',
])

/**
 * Whether a form that comes back as it was typed leaves a field out.
 *
 * @param owner of the form: where nobody is, `code` is no request code but a referral code that a visitor typed.
 */
export function isLeftOut(name: string, owner: string | undefined): boolean {
  return notRedisplayedFields.has(name) && (name !== 'code' || owner !== undefined)
}
