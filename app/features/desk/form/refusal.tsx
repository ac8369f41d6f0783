import { formatSeoulMinute } from '~/values/seoul'
import type { Refusal } from '../door.server'
import type { DeskTexts } from '../texts'
import { Details } from '../values'

/** What the desk refused and why, in words. */
export function refusalText({ t, word }: DeskTexts, { status, file, ...about }: Refusal): string {
  const until = formatSeoulMinute(String(about.until ?? about.endsAt))
  const needs = [about.needs].flat().map((role) => word(`role.${String(role)}`))
  const values = { until, needs: needs.join(', '), role: word(`role.${String(about.role)}`), id: String(about.id) }
  const key = file === true ? `refused.${status}.file` : `refused.${status}`
  return word(key, '') ? t(key as 'refused.held', values) : t('refused.other', { status })
}

/** Says what the desk refused and why, with what it is about. */
export function RefusalNote({ texts, refusal }: { texts: DeskTexts; refusal: Refusal }) {
  const about = refusal.movement ?? refusal.request
  return (
    <div className={`note ${refusal.status === 'second_person' ? 'warn' : 'bad'}`} role="alert">
      <p>{refusalText(texts, refusal)}</p>
      {typeof about === 'object' && about !== null && <Details texts={texts} values={about} />}
    </div>
  )
}
