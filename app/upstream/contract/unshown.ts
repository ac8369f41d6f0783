/** Fields that are never shown again: passwords, the code that a new form gets anew, and what was sealed by the site. */
export const unshownFields: ReadonlySet<string> = new Set([
  'pw',
  'pass',
  'pass_check',
  'exchange_pw',
  'new_pass',
  'new_pass_check',
  'code',
  'owner',
  'typed',
])
