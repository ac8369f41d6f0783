import { foldMemberId } from './member-id'

/** Request header of a page's calls that act: its member, percent-encoded. */
export const ownerHeader = 'X-Owner'

/** The field of a form that says for which member its page was drawn. */
export const ownerFieldName = 'owner'

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
