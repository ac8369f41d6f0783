/** Normalizes a member's id, because upstreams may accept several spellings. */
export const foldMemberId = (id: string): string => id.normalize('NFKC').trim().toLowerCase()

/** The request header with the id of the page's member, percent-encoded. Sent with calls that change something. */
export const ownerHeader = 'X-Owner'

export const ownerFieldName = 'owner'

const unsentPrefix = 'of.'

/** Returns the name of a form's first field. It contains the owner, so browsers don't restore another member's form. */
export const unsentFieldName = (owner: string): string => `${unsentPrefix}${owner}`

export const isOwnerField = (name: string): boolean => name === ownerFieldName || name.startsWith(unsentPrefix)

export function ownerField(owner: string | undefined): Record<string, string> {
  return owner === undefined ? {} : { [ownerFieldName]: owner }
}

/** Returns a form's owner, or undefined if the field is missing. Repeated fields never match a member. */
export function ownerOf(form: FormData): string | undefined {
  const owners = form.getAll(ownerFieldName)
  return owners.length === 0 ? undefined : owners.join('\n')
}

export const notRedisplayedFields: ReadonlySet<string> = new Set(
  'pw pw_check pass pass_check exchange_pw new_pass new_pass_check code otp typed'.split(' '),
)

/** Returns whether a field is left out of a redisplayed form. For visitors, `code` is a referral code and is kept. */
export function isNotRedisplayed(name: string, owner: string | undefined): boolean {
  return notRedisplayedFields.has(name) && (name !== 'code' || owner !== undefined)
}

/** Returns whether two ids are of the same member or both missing. Upstreams may return an id as it was entered. */
export function isSameMember(left: string | undefined, right: string | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && foldMemberId(left) === foldMemberId(right))
}
