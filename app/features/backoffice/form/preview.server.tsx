import { LRUCache } from 'lru-cache'
import { fieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { commands } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { stack } from '~/ui/layout/layout.css'
import { seeOther } from '~/values/request'
import { isClaimed, payingMs } from '~/values/transaction'
import { MembersView, maintenanceText } from '../closures.server'
import type { Refusal } from '../command-client.server'
import { isOnHold } from '../marks'
import { buttonTo, Hidden, type Lead, NoteText, note, soft, Ticked } from '../parts'
import { inquiryPage } from '../records.server'
import { addQuery, type BackofficeRequest, type Page, type Row } from '../screen'
import { hasMoney, memberHref, textOf, Value } from '../values'
import { cancelFields, cancelTexts, previewedPart, refusedTexts } from './cancel.server'
import { refusalText } from './form'
import { endedPage, formPage, settledPage } from './form-page'
import { type CommandForm, changedOf, Outcomes, outcomeRows, recordedBy, shownOutcome } from './outcomes'
import * as previews from './preview-results'
import { openPreview, sealPreview, storeForm, storeResult } from './stored-forms.server'

const lacksRows = ({ command, sent }: CommandForm) =>
  commands[command].each !== undefined && !sent.has(commands[command].each) && sent.has('back')

export async function showPreview(backoffice: BackofficeRequest, form: CommandForm, more = '') {
  const { command, sent, back } = form
  if (lacksRows(form)) return seeOther(addQuery(back, 'none', ['']))
  const refusal = command === 'cancel' ? undefined : refusedTexts(form)
  if (refusal) return formPage(backoffice, form, refusal)
  const wrong = backoffice.isCodeWrong ? '&code=wrong' : ''
  return seeOther((await storeForm(backoffice, backoffice.url.pathname, sent)) + more + wrong)
}

export async function runDirectly(backoffice: BackofficeRequest, form: CommandForm): Promise<Page | Response> {
  const { requestId, payloads } = form
  const outcomes: previews.Previewed[] = []
  for (const [index, payload] of payloads.entries()) {
    const done = await previews.run(backoffice, form, payload, { requestId: `${requestId}-${index}` })
    outcomes.push(await named(backoffice, form, done))
  }
  return showEnd(backoffice, form, outcomes)
}

function showEnd(backoffice: BackofficeRequest, form: CommandForm, outcomes: previews.Previewed[]) {
  const [first, ...further] = outcomes
  if (first?.outcome.kind !== 'refused' || further.length > 0) return showResults(backoffice, form, outcomes)
  const { refusal } = first.outcome
  return ['otherwise', 'unclaimed'].includes(refusal.status)
    ? showPreview(backoffice, form, '&otherwise')
    : showRefusal(backoffice, form, refusal)
}

/** Shows the refused form again or, if the transaction or its first approval has ended, only how, with next steps. */
function showRefusal(backoffice: BackofficeRequest, form: CommandForm, refusal: Refusal) {
  const { command, sent, back } = form
  const inquiry = command === 'answer' && sent.get('id')
  if (inquiry) return inquiryPage(backoffice, inquiry, { sent, refusal })
  const text = refusalText(backoffice, refusal)
  if (refusal.movement) return settledPage(backoffice, form, text, refusal.movement as Row)
  if (Array.isArray(refusal.members)) {
    const message = backoffice.t('no such member', { names: refusal.members.join(', ') })
    return formPage(backoffice, form, { status: 'invalid', wrong: [{ field: 'to', message }] })
  }
  const title = backoffice.t('done.not', { command: form.title })
  if (refusal.status === 'first_given') return endedPage(backoffice, form, title, text)
  if (refusal.status !== 'no_first_approval') return formPage(backoffice, form, refusal)
  if (command === 'end-first-approval') return endedPage(backoffice, form, title, text)
  const target = Object.fromEntries([...sent].filter(([name]) => previews.subjects.includes(name)))
  const straight = command === 'approve' && { fixed: 'kind id', preview: '' }
  const again: Lead = [command, { ...target, ...straight, back }, backoffice.t('approvals.give')]
  return endedPage(backoffice, form, title, text, [again])
}

export const doneRows = new LRUCache<string, number>({ max: 1_000 })

export async function submitCommand(backoffice: BackofficeRequest, form: CommandForm): Promise<Page | Response> {
  const { sent, requestId, keys, payloads } = form
  const refusal = lacksRows(form) ? undefined : refusedTexts(form)
  if (refusal) return preview(backoffice, form, refusal)
  const shown = await openPreview(sent.get('confirm'), previewedPart(form), backoffice.now)
  const indices = keys.map((key) => shown?.findIndex((row) => row.key === key) ?? -1)
  if (indices.includes(-1)) return showPreview(backoffice, form, '&otherwise')
  const outcomes: previews.Previewed[] = []
  doneRows.set(requestId, 0)
  // The rows run sequentially, because the balance may not cover the second of two withdrawals.
  for (const [place, payload] of payloads.entries()) {
    const index = indices[place] ?? 0
    const { digest = null, first } = shown?.[index] ?? {}
    // A row that was refused in the preview is only run as a dry run, so it stays refused.
    const asShown = { requestId: `${requestId}-${index}`, expects: digest, ...(first && { first }) }
    const sentOnce = await previews.run(backoffice, form, payload, digest === null ? { dryRun: true } : asShown)
    const done = await previews.followPending(backoffice, form, sentOnce)
    const isLate = digest === null && 'result' in done.outcome
    const outcome = isLate ? { kind: 'refused' as const, refusal: { status: 'otherwise' } } : done.outcome
    outcomes.push(await named(backoffice, form, { payload, outcome }))
    doneRows.set(requestId, outcomes.length)
  }
  doneRows.delete(requestId)
  return showEnd(backoffice, form, outcomes)
}

async function named(backoffice: BackofficeRequest, form: CommandForm, row: previews.Previewed) {
  const { command, payloads } = form
  const { payload, outcome } = row
  if (payloads.length === 1 || !('refusal' in outcome) || outcome.refusal.movement) return row
  const [transaction = { number: (payload as Row).id }] = await previews.loadValuesBefore(backoffice, {
    command,
    payloads: [payload],
  })
  return { payload, outcome: { ...outcome, refusal: { ...outcome.refusal, movement: transaction } } }
}

/** Redirects to where the form was opened. If a row failed or there is a secret to show, redirects to the result. */
export async function showResults(backoffice: BackofficeRequest, form: CommandForm, done: previews.Previewed[]) {
  const { command, sent, requestId, back } = form
  const stored = { path: backoffice.url.pathname, fields: sent, outcomes: done.map(shownOutcome) }
  const [secret] = commands[command].secret
  const result = await storeResult(backoffice, requestId, stored, secret)
  const changed = changedOf(stored.outcomes)
  const isRecorded = recordedBy(backoffice.operator.name, stored.outcomes) !== undefined
  const isExtended = stored.outcomes.every((outcome) => 'result' in outcome && command === 'claim')
  if (secret || (changed.length < done.length && !isRecorded && !isExtended) || !sent.has('back'))
    return seeOther(result)
  // Erasing a member replaces the member's id, and so the URL of the member's page.
  const place = command === 'erase' ? memberHref(String(changed[0]?.member)) : back
  return seeOther(addQuery(place, 'done', [requestId]))
}

/** Shows what a command would do. @param refused what is wrong with the texts that were sent with the preview */
export async function preview(
  backoffice: BackofficeRequest,
  given: CommandForm,
  refused?: Refusal,
): Promise<Page | Response> {
  const { url, query, now, t, word } = backoffice
  const form = previewedPart(given)
  const { command, sent, requestId } = form
  const { each = '' } = commands[command]
  const before = await previews.loadValuesBefore(backoffice, form)
  const previewed = (await previews.runPreviews(backoffice, form)).map((row, index): previews.Previewed => {
    const status = previews.leftOut(form, before[index])
    return status ? { ...row, outcome: { kind: 'refused', refusal: { status } } } : row
  })
  const [first] = previewed
  const isOne = previewed.length === 1
  const isCancel = command === 'cancel'
  const isOfPayment = commands[command].showsTransaction
  const isPayout = sent.has('onlyClaimed')
  const listed = outcomeRows(backoffice, previewed.map(shownOutcome), before)
  const excluded = listed.filter(({ refusal }, index) => refusal && !previews.isUnclaimed(previewed[index]))
  const unclaimed = previewed.flatMap((row, index) => {
    return previews.isUnclaimed(row) ? { key: form.keys[index], ...before[index] } : []
  })
  if (unclaimed.length > 0) return previews.claimFirst(backoffice, form, unclaimed, { excluded, before })
  const { changed, movement } = previews.resultOf(first)
  const refusal = first?.outcome.kind === 'refused' ? first.outcome.refusal : undefined
  const settled = refusal && !query.otherwise ? refusal.movement : changed === false && movement
  if (isOne && settled) return settledPage(backoffice, form, t('done.unchanged'), settled as Row)
  if (isOne && refusal) return showRefusal(backoffice, form, refusal)
  const rows = previewed.map(({ outcome, first }, index) => {
    const digest = outcome.kind === 'done' ? String((outcome.result as previews.PreviewResult).digest) : null
    return { key: form.keys[index] ?? '', digest, first }
  })
  const seal = await sealPreview(form, rows, now)
  const outcomes = previewed.map(shownOutcome)
  const result = previews.resultOf(first)
  const isPossible = changedOf(outcomes).length > 0 && result.sent !== 0
  const { firstApproval: by, firstApprovalAt, startsAt } = result
  const followed = by ? { by: String(by), at: textOf(backoffice, 'at', firstApprovalAt) } : undefined
  const { won, bank } = before[0] ?? {}
  const change = command === 'credit' ? Number((form.payloads[0] as Row).won) - Number(won) : 0
  const isDeposit = isOne && command === 'approve' && !isPayout
  const similar = isDeposit ? await previews.findSimilarDeposits(backoffice, before[0] ?? {}) : []
  const known = isCancel ? { signs: null } : isDeposit ? { similar } : {}
  const isFar = 2 * Math.abs(change) > Number(won)
  const approval = previews.approvalOf(changedOf(outcomes), isOne, isPayout, isOne && followed !== undefined)
  const { isPaying, isFirst, title, waitingNote } = approval
  const edit = command === 'approve' ? 'rehearsal.reason' : 'rehearsal.edit'
  const doing = command === 'answer' ? 'inquiry.send' : approval.doing
  const isEnding = ({ claimedAt }: Row = {}) =>
    isPaying && Boolean(claimedAt) && !isClaimed(String(claimedAt), new Date(now), payingMs)
  const ending = rows.filter(({ digest }, index) => digest !== null && isEnding(before[index]))
  const toPay: Row = isPaying && isOne && bank ? { won, bank } : {}
  const isOrder = isPaying && (!isOne || 'bank' in toPay)
  const unsent = command === 'approve' ? before.filter((row, at) => row?.isUnsent && rows[at]?.digest).length : 0
  const keepsClaim = isPayout && before.some((row) => row?.claimedBy === backoffice.operator.name)
  // Ending maintenance only reopens something, so it is not destructive.
  const isDanger = commands[command].isDestructive && sent.get('used') !== 'y'
  const effect = `consequence.${command}.${sent.get('used')}`
  const fixed = (sent.get('fixed') ?? '').split(' ')
  const isLeft = fieldsOf(command).some(({ name }) => !fixed.includes(name))
  const isSettled = outcomes.every((outcome) => 'result' in outcome && outcome.isUnchanged)
  const isEditable =
    (isPossible || !isOfPayment) &&
    isLeft &&
    !isCancel &&
    sent.get('used') !== 'y' &&
    !previews.isFilledIn(form) &&
    !isSettled
  const ofGame = sent.get('gameCode') ? `${effect}.game` : effect
  const ofCommand = word(`consequence.${command}`, '')
  const consequence = isPossible && word(ofGame, ofCommand)
  const text = isPossible ? 'rehearsal.text' : 'rehearsal.none'
  const fields =
    isCancel && isPossible && (await cancelFields(backoffice, form, (isOne && before[0]) || {}, refused?.wrong))
  const isSeen = (name: string) =>
    name === 'confirm' || (isCancel && cancelTexts.includes(name)) || (!isOne && name === each)
  const unseen = [...sent].filter(([name]) => !isSeen(name))
  const closed = command === 'site-maintenance' && sent.get('used') === 'n' && maintenanceText(backoffice)
  const example = await previews.noteExample(backoffice, form)
  const noReturn = first && previews.exclusionOf(first)
  const unsentText = unsent > 0 && (
    <span data-part="unsent" data-text={isOne ? undefined : t('approve.unsent', { count: '{count}' })}>
      {t(isOne ? 'approve.unsent.one' : 'approve.unsent', { count: unsent })}
    </span>
  )
  const shown = {
    title: isCancel ? form.title : t(title, { command: form.title }),
    isOne,
    excluded,
    before,
    isRefused: refused !== undefined,
  }
  return previews.previewPage(backoffice, form, shown)(
    <previews.Excluded texts={backoffice} rows={isOne ? [] : excluded}>
      {unsentText}
      {waitingNote && !isOrder && t(waitingNote)}
    </previews.Excluded>,
    isPossible && query.otherwise && <Alert kind="warning">{t('rehearsal.otherwise')}</Alert>,
    !isOrder && (isPossible ? isOne && !query.otherwise && !isOfPayment : !isOne) && soft(t(text)),
    ending.length > 0 && (
      <previews.ClaimForm form={form} rows={ending} press={t('claim.extend')}>
        {t('approve.claim.ending')}
      </previews.ClaimForm>
    ),
    isOrder && (
      <p className="pay" tabIndex={-1}>
        {t(waitingNote || 'approve.send', { won: '{won}', bank: '{bank}' })
          .split(/[{}]/)
          .map((part) =>
            part in toPay ? <Value key={part} texts={backoffice} field={part} value={toPay[part]} isCopied /> : part,
          )}
      </p>
    ),
    consequence && note(consequence),
    isFar &&
      note(t(change > 0 ? 'credit.far.more' : 'credit.far.less', { change: backoffice.number(Math.abs(change)) })),
    closed && note(closed),
    example && note(t('note.filled'), 'info'),
    example && <NoteText label={t('note.example', example)} {...example} />,
    command === 'send-account' && isOne && isOnHold(before[0] ?? {}) && note(t('member.onHold')),
    Boolean(startsAt) && note(t('notice.planned', { at: textOf(backoffice, 'startsAt', startsAt) }), 'info'),
    !startsAt && (result.before as Row | undefined)?.shown === false && note(t('notice.now')),
    isPossible && (sent.get('used') === 'n' || 'startsAt' in result) && (
      <MembersView texts={backoffice} result={{ ...form.payload, ...result }} />
    ),
    noReturn && note(t(`restrict.${noReturn.length}`, noReturn)),
    command === 'close' && Boolean(result.closedAt) && hasMoney(result.left as Row) && note(t('close.left')),
    Number(result.inquiries) > 0 && note(t('close.inquiries', { count: Number(result.inquiries) })),
    isOne && followed && note(t(isPaying ? 'rehearsal.follow.pay' : 'rehearsal.follow', followed)),
    <form
      className={stack}
      method="post"
      action={url.pathname}
      noValidate
      data-command={isCancel ? command : undefined}
    >
      {/* Rows that can be confirmed have a checkbox. */}
      <Hidden fields={[...unseen, ['confirm', seal]]} />
      <Outcomes
        texts={previews.ofKind(backoffice, form)}
        outcomes={outcomes}
        before={before.map((row, at) => (row ? { ...row, ...known } : previews.balanceBefore(previewed[at])))}
        keys={form.keys}
        isCopied={!('bank' in toPay) && !isFirst && !isCancel && sent.get('kind') === 'withdrawal'}
        pick={previews.pickOf(backoffice, form)}
      />
      {fields}
      <div className={isOne ? 'row' : 'row sticky'}>
        {isPossible && (
          <Button
            // A large difference or a second candidate takes a press, not only Enter.
            autoFocus={!isOrder && !isFar && !isCancel && similar.length === 0}
            variant={isDanger ? 'danger' : 'primary'}
            data-danger={isDanger ? '' : undefined}
          >
            {noReturn ? t(`restrict.${noReturn.length}.do`, noReturn) : t(doing, { command: form.title })}
          </Button>
        )}
        {isEditable && buttonTo(`${url.pathname}?form=${requestId}&edit`, word(edit), { autoFocus: isFar })}
        {buttonTo(previews.backHref(form), t(keepsClaim ? 'form.leave.claimed' : 'form.leave'), {
          autoFocus: similar.length > 0,
        })}
        {!isOne && <Ticked texts={backoffice} isOfMembers={each === 'member'} />}
      </div>
    </form>,
  )
}
