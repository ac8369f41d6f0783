import { formatSeoulMinute } from '~/values/seoul'
import type { Refusal } from '../door.server'
import type { DeskTexts } from '../texts'
import { Details } from '../values'

/** Says what the desk refused and why, in words. */
export function RefusalNote({ texts, refusal }: { texts: DeskTexts; refusal: Refusal }) {
  const { t, word } = texts
  const { status, movement, request, until, needs, role } = refusal
  const about = movement ?? request
  return (
    <div className={status === 'second_person' ? 'note warn' : 'note bad'} role="alert">
      <p>
        {status === 'held'
          ? t('refused.held', { until: formatSeoulMinute(String(until)) })
          : status === 'role'
            ? t('refused.role', { needs: String(needs), role: String(role) })
            : status === 'second_person'
              ? t(refusal.file ? 'refused.second_person.file' : 'refused.second_person', {
                  id: String(refusal.id),
                  until: formatSeoulMinute(String(refusal.endsAt)),
                })
              : word(`refused.${status}`, t('refused.other', { status }))}
      </p>
      {typeof about === 'object' && about !== null && <Details texts={texts} values={about} />}
    </div>
  )
}
