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
 * Whether a form that comes back as it was typed leaves a field out. A request code stands beside the `owner` of its form;
 * where nobody owns the form, `code` is a referral code that a visitor typed.
 */
export function isLeftOut(name: string, form: FormData): boolean {
  return notRedisplayedFields.has(name) && (name !== 'code' || form.has('owner'))
}
