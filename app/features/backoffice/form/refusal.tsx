import { Alert } from '~/ui/alert/alert'
import { formatSeoulMinute } from '~/values/seoul'
import type { Refusal } from '../command-client.server'
import type { BackofficeTexts } from '../texts'
import { Details } from '../values'

export function refusalText({ t, word }: BackofficeTexts, { status, file, ...about }: Refusal): string {
  const until = formatSeoulMinute(String(about.until ?? about.endsAt))
  const needs = [about.needs].flat().map((role) => word(`role.${String(role)}`))
  const first = { id: String(about.id), by: String(about.by), at: formatSeoulMinute(String(about.at)) }
  const values = { until, needs: needs.join(', '), role: word(`role.${String(about.role)}`), ...first }
  const key = file === true ? `refused.${status}.file` : `refused.${status}`
  return word(key, '') ? t(key as 'refused.held', values) : t('refused.other', { status })
}

/** Says in a sentence what a field must contain. @param rule from the command API, with its figures and choices */
export function ruleText({ word }: BackofficeTexts, rule: string): string {
  const [count = ''] = /^[\d,]+(?= or | characters at most)/.exec(rule) ?? []
  const key = count ? rule.replace(count, '{{count}}') : rule.replace(/^one of .*/, 'one of {{choices}}')
  return word(key, rule).replace('{{count}}', count)
}

export function RefusalNote({ texts, refusal }: { texts: BackofficeTexts; refusal: Refusal }) {
  const about = refusal.movement as object | undefined
  return (
    <Alert kind={refusal.status === 'second_person' ? 'warning' : 'error'} title={refusalText(texts, refusal)}>
      {about && <Details texts={texts} values={about} />}
    </Alert>
  )
}
