import { href } from 'react-router'
import { useActionResult } from '~/frame/navigation/page-key'
import { DocumentTitle } from '~/frame/parts/document-title'
import { ListPager } from '~/frame/parts/list-pager'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/steps/route.server'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { writeInquiryHref } from '~/values/addresses/page-sections'
import { MessageBody } from '../items/body'
import { DateText } from '../items/date-text'
import { DeleteAllConfirmation, DeleteAllLink } from '../items/delete-all'
import { ItemRows } from '../items/item-rows'
import { MissingItem } from '../items/missing'
import { OpenedItem } from '../items/opened'
import type { Route } from './+types/help'
import * as css from './help.css'
import { InquiryForm } from './inquiry-form'

export const handle = { demotesDepositButton: true, restoresForm: true } satisfies RouteHandle

export { action, loader, middleware } from './help.server'

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const result = useActionResult(actionData)
  if (result && result.submitted.intent !== 'delete-all') return <InquiryForm state={result} />
  if (loaderData.kind === 'write') return <InquiryForm state={loaderData.savedForm} />
  switch (loaderData.kind) {
    case 'list':
      return <HelpList {...loaderData} problem={result?.problem} />
    case 'item':
      return <HelpRequestPage {...loaderData} />
    case 'question':
      return <DeleteAllConfirmation {...loaderData} kind="help" problem={result?.problem} />
    case 'missing':
      return <MissingItem kind="help" />
    default:
      return loaderData satisfies never
  }
}

type Loaded<Kind> = Extract<Route.ComponentProps['loaderData'], { kind: Kind }>

function HelpList({ problem, ...list }: Loaded<'list'> & { problem: MessageKey | undefined }) {
  const { count, digest, page, pages, rows, canWrite, canDelete } = list
  const { t } = useI18n()
  const title = t('help.title')
  const write = canWrite && (
    <ButtonLink to={writeInquiryHref} variant="primary">
      {t('help.write.title')}
    </ButtonLink>
  )
  return (
    <div className={pageSections}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('pager.page', { page })}` : title} />
      <PageTitle title={title} lead={canWrite && count > 0 && t('help.write.text')} end={count > 0 && write} />
      {count === 0 ? (
        <Empty
          artwork={<Picture src={emptyStateArtSrc('help')} shape="game" eager />}
          heading="h2"
          title={t('help.empty.title')}
          text={canWrite ? t('help.empty.text') : ''}
          action={write}
        />
      ) : (
        <section className={stack}>
          <SectionHeading
            title={t('help.list')}
            end={canDelete && <DeleteAllLink kind="help" count={count} digest={digest} />}
          />
          {problem && <Alert kind="error">{t(problem)}</Alert>}
          <ItemRows kind="help" rows={rows} label={t('help.list')} />
          <ListPager path={href('/help')} page={page} pages={pages} />
        </section>
      )}
    </div>
  )
}

function HelpRequestPage({ item, answer, isAwaitingAnswer, canWrite }: Loaded<'item'>) {
  const { t } = useI18n()
  return (
    <OpenedItem kind="help" item={item}>
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
          <MessageBody text={answer.text} />
        </section>
      ) : (
        isAwaitingAnswer && <p className={css.waiting}>{t('help.answer.none')}</p>
      )}
      {canWrite && (
        <ButtonLink to={writeInquiryHref} variant="line" wide>
          {t('help.write.again')}
        </ButtonLink>
      )}
    </OpenedItem>
  )
}
