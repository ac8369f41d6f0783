import { BankAccountDetails } from '~/components/bank-account'
import { Disputes } from '~/components/help-lines'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import type { RouteHandle } from '~/server/middleware/route.server'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { pageSections, stack, wrapRow } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { writeInquiryHref } from '~/values/addresses'
import { DateText, MessageBody } from '../items/body'
import { DeleteLink, DeletionQuestion } from '../items/delete-all'
import { back } from '../items/items.css'
import { MissingItem } from '../items/missing'
import { OpenedItem } from '../items/opened'
import { ItemPanes } from '../items/panes'
import type { Route } from './+types/help'
import * as css from './help.css'
import { InquiryForm, InquiryPage, inquiryFormId } from './inquiry-form'

export const handle = { demotesDepositButton: true, restoresForm: inquiryFormId } satisfies RouteHandle

export { action, loader, middleware } from './help.server'

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData)
  if (result && result.submitted.intent !== 'delete' && result.submitted.intent !== 'delete-all')
    return <InquiryPage state={result} />
  if (loaderData.kind === 'write') return <InquiryPage state={loaderData.savedForm} />
  if (loaderData.kind === 'missing') return <MissingItem kind="help" />
  const { kind, list, canWrite, deletions, disputes } = loaderData
  const write = canWrite && (
    <div className={kind === 'list' ? back : undefined}>
      <ButtonLink to={writeInquiryHref} variant={kind === 'list' ? 'primary' : 'line'}>
        {t('help.write.title')}
      </ButtonLink>
    </div>
  )
  const formBeside = canWrite && kind !== 'question' && (
    <>
      <SectionHeading title={t(kind === 'item' ? 'help.followUp' : 'help.write.title')} />
      <InquiryForm
        key={kind === 'item' ? loaderData.item.id : kind}
        about={kind === 'item' ? loaderData.item.title : undefined}
      />
    </>
  )
  const panes = (
    <ItemPanes
      kind="help"
      list={list}
      end={
        list.count > 0 && (
          <div className={wrapRow}>
            {write}
            {deletions.all && <DeleteLink {...deletions.all} />}
          </div>
        )
      }
      problem={result?.problem}
      opened={
        deletions.asked ? (
          <DeletionQuestion {...deletions.asked} problem={result?.problem} />
        ) : (
          kind === 'item' && <OpenedInquiry {...loaderData} />
        )
      }
      openedId={kind === 'item' ? loaderData.item.id : undefined}
      beside={formBeside}
      whenEmpty={
        <Empty
          artwork={<Picture src={emptyStateArtSrc('help')} shape="game" eager />}
          heading="h2"
          title={t('help.empty.title')}
          text={canWrite ? t('help.empty.text') : ''}
          action={write}
        />
      }
    />
  )
  if (!disputes || kind !== 'list') return panes
  return (
    <div className={pageSections}>
      {panes}
      <section className={stack} aria-labelledby="disputes">
        <SectionHeading id="disputes" title={t('disputes.title')} />
        <Disputes disputes={disputes} />
      </section>
    </div>
  )
}

function OpenedInquiry({
  item,
  list,
  answer,
  isAwaitingAnswer,
  deletions,
}: Extract<Route.ComponentProps['loaderData'], { kind: 'item' }>) {
  const { t } = useI18n()
  return (
    <OpenedItem kind="help" item={item} page={list.page}>
      {answer ? (
        <section className={css.answer} aria-labelledby="answer">
          <div className={css.answerHead}>
            <h2 id="answer" className={css.answerTitle}>
              {t('help.answer')}
            </h2>
            <p className={css.answerDate}>
              <DateText date={answer.date} text={answer.dateText} />
            </p>
          </div>
          {answer.isBankAccount ? (
            <BankAccountDetails reply={answer}>
              <MessageBody body={answer.body} level={3} />
            </BankAccountDetails>
          ) : (
            <MessageBody body={answer.body} level={3} />
          )}
        </section>
      ) : (
        isAwaitingAnswer && <p className={css.waiting}>{t('help.answer.none')}</p>
      )}
      {deletions.one && <DeleteLink {...deletions.one} />}
    </OpenedItem>
  )
}
