import { useSession } from '~/shell/session-state'

/**
 * The hidden fields of a form that moves money: its one-time code, and the member it was drawn for. Another may have
 * signed in since in the same browser, whose money the form must not move.
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
