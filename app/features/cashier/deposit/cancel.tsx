import { href, redirect } from 'react-router'
import { PageHead } from '~/components/page-head'
import { SendButton } from '~/components/submit-button'
import { requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { findListed, readQuery } from '~/server/request-info/query.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { PostForm } from '~/session/post-form'
import { dismissNews } from '~/transactions/settlement-news.server'
import { toTransaction } from '~/transactions/state'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { row as buttonRow } from '~/ui/button/button.css'
import { DescriptionList } from '~/ui/description-list/description-list'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { form as column } from '~/ui/form/form.css'
import { rowsPerPage } from '~/upstream/contract/call'
import { cancelDepositHref, pathOnSite } from '~/values/addresses'
import { formatIdentity, identityOf, isPending, keyOf } from '~/values/transaction'
import type { Route } from './+types/cancel'

export const handle = { demotesDepositButton: true } satisfies RouteHandle

/** Loads the deposit. If it can no longer be cancelled, redirects to the home page, which shows its outcome. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id = '', next } = readQuery(url)
  const row = await findDeposit(context, id)
  const deposit = row && toTransaction('deposit', row)
  if (row === null || (deposit && !(deposit.cancellable && isPending(deposit)))) throw redirect(href('/'), 303)
  const { amount, at } = deposit ?? {}
  return { id, amount, at, next: pathOnSite(next) ?? href('/') }
}

/** Returns the listed deposit, null if it doesn't exist, or undefined if it can't be listed or may be on a later page. */
async function findDeposit(context: Route.LoaderArgs['context'], id: string) {
  const list = await context.get(upstreamContext).callOptionalOnce('get-deposit-list')
  if (list.kind !== 'done') return undefined
  const { balances } = list.response
  return findListed(balances, id) ?? (balances.length < rowsPerPage ? null : undefined)
}

/** Cancels the member's pending bank transfer. A double submission gets the same result twice. */
export async function action({ url, context }: Route.ActionArgs) {
  const { id = '', next } = readQuery(url)
  const upstream = context.get(upstreamContext)
  const { reference } = upstream
  const row = await findDeposit(context, id)
  const outcome = await upstream.call('cancel-deposit', { id: row?.id ?? id })
  if (outcome.kind === 'done') {
    const deposit = row && toTransaction('deposit', row)
    // Members need no notice about their own cancellation.
    await dismissNews(context, [deposit ? keyOf(deposit) : formatIdentity({ kind: 'deposit', by: 'id', id })])
    const flash =
      deposit?.amount && identityOf(deposit).by === 'id'
        ? ({ message: 'deposit.cancel.done.of', values: { amount: deposit.amount, number: id } } as const)
        : ({ message: 'deposit.cancel.done' } as const)
    return redirectWithFlash(pathOnSite(next) ?? href('/'), { kind: 'info', ...flash })
  }
  if (outcome.kind === 'refused' && outcome.status === 'settled')
    return redirectWithFlash(href('/'), { kind: 'info', message: 'deposit.cancel.settled' })
  return respondToFailure(context, { submitted: {} }, outcome, {
    refused: { settled: 'deposit.cancel.settled', other: { problem: 'deposit.cancel.failed', values: { reference } } },
    unknown: { problem: 'deposit.cancel.unknown', values: { reference } },
    pages: requestFailures,
  })
}

export default function CancelDeposit({ loaderData, actionData }: Route.ComponentProps) {
  const { dateTime, t, won } = useI18n()
  const { id, amount, at, next } = loaderData
  const details = [
    { term: t('receipt.deposit.sum'), value: amount && won(amount) },
    { term: t('receipt.number'), value: id },
    { term: t('receipt.at'), value: at && dateTime(at) },
  ]
  const result = useActionResult(actionData)
  const { summary } = useFormState(result)
  const title = amount === undefined ? t('deposit.cancel') : t('deposit.cancel.ask', { amount: won(amount) })
  return (
    <PostForm action={cancelDepositHref(id, next)} className={column}>
      <PageHead title={title} />
      <ErrorSummary {...summary} result={result} />
      <Alert kind="warning" silent>
        {t('deposit.cancel.text')}
      </Alert>
      <DescriptionList items={details.filter(({ value }) => value)} />
      <div className={buttonRow}>
        <ButtonLink to={next} variant="primary">
          {t('deposit.cancel.no')}
        </ButtonLink>
        <SendButton intent="cancel" name="intent" value="cancel" variant="danger">
          {t('deposit.cancel.yes')}
        </SendButton>
      </div>
    </PostForm>
  )
}
