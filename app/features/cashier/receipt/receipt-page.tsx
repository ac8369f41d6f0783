import { data } from 'react-router'
import { DocumentTitle } from '~/frame/parts/document-title'
import { EmptyPage } from '~/frame/parts/empty-page'
import { PrintedOwner } from '~/frame/parts/printed-owner'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { PageTitle } from '~/ui/page-title/page-title'
import { historySectionHref } from '~/values/addresses/page-sections'
import { receiptHref } from '~/values/addresses/receipt'
import { loadAccountFor } from '../tracking/load.server'
import { rememberPending } from '../tracking/pending-cookie.server'
import type { Route } from './+types/receipt-page'
import { loadReceipt } from './load.server'
import { ReceiptDetails } from './receipt'
import * as css from './receipt.css'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const kind = (['deposit', 'withdraw'] as const).find((name) => name === url.searchParams.get('kind'))
  const id = url.searchParams.get('id')
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const receipt =
    kind && id
      ? await loadReceipt(context.get(upstreamContext), { kind, id, at: url.searchParams.get('at') ?? '' }, i18n)
      : null
  if (!receipt) return data({ receipt, account: undefined }, { status: 404 })
  rememberPending(context, [receipt])
  return { receipt, account: await loadAccountFor([receipt], request, context) }
}

/** The receipt of one deposit or withdrawal, from the history. */
export default function ReceiptPage({ loaderData: { receipt, account } }: Route.ComponentProps) {
  const { t } = useI18n()
  if (receipt?.id === undefined) {
    return (
      <EmptyPage
        title={t('receipt.missing.title')}
        text={t('receipt.missing.text')}
        action={<ButtonLink to={historySectionHref}>{t('receipt.history')}</ButtonLink>}
      />
    )
  }
  const { kind, id, at } = receipt
  const title = t(`receipt.${kind}.title`)
  return (
    <div className={css.receiptPage}>
      <DocumentTitle page={`${title} ${id}`} />
      <PrintedOwner />
      <PageTitle back={{ to: historySectionHref, text: t('receipt.history') }} title={title} />
      <Card>
        <ReceiptDetails receipt={receipt} account={account} refreshHref={receiptHref({ kind, id, at })} />
      </Card>
    </div>
  )
}
