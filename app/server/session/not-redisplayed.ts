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
