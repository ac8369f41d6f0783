import { ButtonLink } from '~/ui/button/button'
import { Commands, titledPage } from '../parts'
import { followed } from '../payment-leads.server'
import { type BackofficeRequest, backText, ownAddressOf, type Page, type Row } from '../screen'
import { ofKind } from './form-page'
import { type CommandForm, changedOf, Outcomes } from './outcomes'
import type { ShownOutcome } from './stored-forms.server'

type Done = CommandForm & { outcomes: readonly ShownOutcome[]; secret: string | undefined }

export function donePage(backoffice: BackofficeRequest, form: Done): Page {
  const { t } = backoffice
  const { title: command, command: act, back, outcomes, secret } = form
  const [done, count] = [changedOf(outcomes).length, outcomes.length]
  const refusals = outcomes.flatMap((outcome) => ('refusal' in outcome ? [outcome.refusal.status] : []))
  const asked = refusals.filter((status) => status === 'second_person').length
  const refused = refusals.length - asked
  const title = [
    t(asked === count ? 'done.first' : done === count ? 'done.title' : done === 0 ? 'done.not' : 'done.some', {
      ...{ command, done, count },
    }),
    ...(refused > 0 ? [t('done.refused', { count: refused })] : []),
    ...(asked > 0 && count > 1 ? [t('done.asked', { count: asked })] : []),
  ].join(', ')
  const [first] = outcomes
  const { member: of = null, ...request } = (form.payloads[0] ?? {}) as Row
  // Claims that were made for an approval lead back to it, which has the list's URL.
  const list = act === 'claim' && count > 1 ? new URL(back, backoffice.url).searchParams.get('back') : null
  const isNext = list !== null && done > 0
  const about = { act, member: of === null ? null : String(of), openedBy: null, request }
  // If another person has given the first approval in the meantime, this person can give the second.
  const leads =
    count === 1 && first && 'refusal' in first && asked > 0
      ? followed(backoffice, { ...about, id: String(first.refusal.id), by: String(first.refusal.by) })
      : []
  return titledPage(backoffice, title, { from: back, box: count > 1 ? 'wide' : 'narrow' })(
    <Outcomes {...{ texts: ofKind(backoffice, form), outcomes, secret }} />,
    act === 'make-token' && first && 'result' in first && first.result.role !== 'machine' && (
      <p>{t('token.next', { name: String(first.result.name), address: `${backoffice.url.origin}/backoffice` })}</p>
    ),
    <div className={count > 1 ? 'row sticky' : 'row'}>
      <Commands backoffice={backoffice} leads={leads} variant="primary" />
      {isNext && (
        <ButtonLink variant="primary" to={back}>
          {t('claim.next')}
        </ButtonLink>
      )}
      <ButtonLink variant={leads.length > 0 || isNext ? 'quiet' : 'primary'} to={list ? ownAddressOf(list) : back}>
        {count > 1 ? t('keys.close') : backText(backoffice, back)}
      </ButtonLink>
      {asked > 0 && (
        <ButtonLink to="/backoffice/people#first-approvals">{backoffice.word('title.first-approvals')}</ButtonLink>
      )}
    </div>,
  )
}
