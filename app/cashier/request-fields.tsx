import { useSession } from '~/shell/session-state'

/**
 * The hidden fields of a money form: its one-time code and the member it was rendered for. If another member signs in
 * with the same browser meanwhile, the form must not move that member's money.
 */
export function RequestFields({ code }: { code: string }) {
  const { member } = useSession()
  return (
    <>
      <input type="hidden" name="code" value={code} />
      {member && <input type="hidden" name="owner" value={member.userId} />}
    </>
  )
}
