import { useSession } from '../session/state'

/** The member that a form was drawn for: sent by another one, who has logged in since, it does nothing. */
export function OwnerField() {
  const { member } = useSession()
  return member && <input type="hidden" name="owner" value={member.userId} />
}
