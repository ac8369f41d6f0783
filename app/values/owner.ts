/** A member's id as it is one for all spellings: an upstream may take any of them, and repeat the id as it came. */
export function foldMemberId(id: string): string {
  return id.normalize('NFKC').trim().toLowerCase()
}

/** Request header of a page's calls that act: its member, percent-encoded. */
export const ownerHeader = 'X-Owner'

/** The field of a form that says for which member its page was drawn. */
export const ownerFieldName = 'owner'

const unsentPrefix = 'of.'

/**
 * The name of a member's first field in a form, which browsers do not send: they fill a form in again on a step back by the
 * names of its first fields, and what one member chose must not come back in the form of another.
 */
export function unsentFieldName(owner: string): string {
  return `${unsentPrefix}${owner}`
}

/** Whether a field says whose form it is, and nothing else. Programs may send what browsers do not. */
export function isOwnerField(name: string): boolean {
  return name === ownerFieldName || name.startsWith(unsentPrefix)
}

/** That field; none without a member. */
export function ownerField(owner: string | undefined): Record<string, string> {
  return owner === undefined ? {} : { [ownerFieldName]: owner }
}

/** The member for whom a form was drawn; undefined where it does not say. Several are none that there is. */
export function ownerOf(form: FormData): string | undefined {
  const owners = form.getAll(ownerFieldName)
  return owners.length === 0 ? undefined : owners.join('\n')
}

/** Whether two ids are one member's, or both none: an upstream may repeat an id as it was typed. */
export function isSameMember(left: string | undefined, right: string | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && foldMemberId(left) === foldMemberId(right))
}
