/** Normalizes a member's id, because upstreams may accept several spellings of the same id. */
export function foldMemberId(id: string): string {
  return id.normalize('NFKC').trim().toLowerCase()
}

/** The request header with the member of the page, percent-encoded. It is sent with calls that change something. */
export const ownerHeader = 'X-Owner'

export const ownerFieldName = 'owner'

const unsentPrefix = 'of.'

/** Names a form's first field after its member. Browsers restore forms by that name, even for a different member. */
export function unsentFieldName(owner: string): string {
  return `${unsentPrefix}${owner}`
}

export function isOwnerField(name: string): boolean {
  return name === ownerFieldName || name.startsWith(unsentPrefix)
}

export function ownerField(owner: string | undefined): Record<string, string> {
  return owner === undefined ? {} : { [ownerFieldName]: owner }
}

/** Returns a form's member, or undefined if the field is missing. The result for several fields matches no member. */
export function ownerOf(form: FormData): string | undefined {
  const owners = form.getAll(ownerFieldName)
  return owners.length === 0 ? undefined : owners.join('\n')
}

export const notRedisplayedFields: ReadonlySet<string> = new Set(
  'pw pw_check pass pass_check exchange_pw new_pass new_pass_check code otp typed'.split(' '),
)

/** Whether a redisplayed form leaves out a field. Visitors keep `code` (a referral code). @param owner its member */
export function isNotRedisplayed(name: string, owner: string | undefined): boolean {
  return notRedisplayedFields.has(name) && (name !== 'code' || owner !== undefined)
}

/** Whether two ids belong to the same member, or are both missing. An upstream may return an id as it was entered. */
export function isSameMember(left: string | undefined, right: string | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && foldMemberId(left) === foldMemberId(right))
}
