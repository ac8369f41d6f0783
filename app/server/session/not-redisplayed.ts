export const notRedisplayedFields: ReadonlySet<string> = new Set(
  'pw pw_check pass pass_check exchange_pw new_pass new_pass_check code otp typed'.split(' '),
)

/** Whether a redisplayed form omits a field. A visitor's `code` is a referral code. @param owner the form's member */
export function isNotRedisplayed(name: string, owner: string | undefined): boolean {
  return notRedisplayedFields.has(name) && (name !== 'code' || owner !== undefined)
}
