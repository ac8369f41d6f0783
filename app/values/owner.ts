import { foldMemberId } from './member-id'

/** Request header of a page's calls that act: its member, percent-encoded. */
export const ownerHeader = 'X-Owner'

const prefix = 'owner.'

/**
 * The field that says for which member a page's form was drawn; none without one. The id is in its name: browsers fill a form
 * in again by the names of its first fields, and what one member chose must not come back in the form of another.
 */
export function ownerField(owner: string | undefined): Record<string, string> {
  return owner === undefined ? {} : { [`${prefix}${owner}`]: '' }
}

/** Whether a field is that of the owner. */
export function isOwnerField(name: string): boolean {
  return name.startsWith(prefix)
}

/** The member for whom a form was drawn; undefined where it does not say. Several are none that there is. */
export function ownerOf(form: FormData): string | undefined {
  const owners = [...form.keys()].filter(isOwnerField).map((name) => name.slice(prefix.length))
  return owners.length === 0 ? undefined : owners.join('\n')
}

/** Whether two ids are one member's, or both none: an upstream may repeat an id as it was typed. */
export function isSameMember(left: string | undefined, right: string | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && foldMemberId(left) === foldMemberId(right))
}
