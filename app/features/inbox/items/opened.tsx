import type { ReactNode } from 'react'
import { href } from 'react-router'
import { DocumentTitle } from '~/components/page-head'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/page-settings'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { spreadRow, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { BackLink } from '~/ui/text-link/text-link'
import * as addresses from '~/values/addresses'
import { type NoteTopic, readStatus, type State, stateOf } from '~/values/status'
import { DateText, MessageBody } from './body'
import * as css from './items.css'
import type { OpenedItemData } from './items.server'

const displays: Record<State, { kind: BadgeKind; message: MessageKey }> = {
  pending: { kind: 'warn', message: 'status.wait' },
  done: { kind: 'good', message: 'status.answered' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
}

export function MessageBadge({ status }: { status: string | undefined }) {
  const { t } = useI18n()
  if (!status) return null
  const state = stateOf(readStatus(status))
  return state ? <Badge kind={displays[state].kind}>{t(displays[state].message)}</Badge> : <Badge>{status}</Badge>
}

const noteActions: Record<NoteTopic, { to: string; text: MessageKey }> = {
  loginPassword: { to: addresses.passwordFormHref('login'), text: 'user.password.submit.login' },
  withdrawalPassword: { to: addresses.passwordFormHref('exchange'), text: 'user.password.submit.exchange' },
  logins: { to: addresses.securitySectionHref, text: 'note.logins' },
  limits: { to: addresses.limitsSectionHref, text: 'limits.title' },
  comp: { to: href('/comp'), text: 'nav.comp' },
}

function NoteAction({ about }: { about: NonNullable<OpenedItemData['about']> }) {
  const { t } = useI18n()
  const { to, text } =
    typeof about === 'string'
      ? noteActions[about]
      : {
          to: addresses.receiptHref({ kind: about.kind, id: String(about.id), at: about.regdate }),
          text: 'note.receipt' as const,
        }
  return (
    <ButtonLink to={to} variant="primary" size="small">
      {t(text)}
    </ButtonLink>
  )
}

interface OpenedItemProps {
  kind: addresses.MessageKind
  item: OpenedItemData
  page: number
  /** True if the item is shown beside the list without being opened. The document then has the list's title. */
  isBesideList?: boolean
  children?: ReactNode
}

export function OpenedItem({ kind, item, page, isBesideList, children }: OpenedItemProps) {
  const { id, title, body, date, dateText, status, subject, about, unreadId } = item
  const { t } = useI18n()
  const hasSupport = useHasSupport()
  const name = title ?? t(`${kind}.untitled`)
  return (
    <article className={css.item}>
      {!isBesideList && <DocumentTitle page={name} />}
      <div className={tightStack}>
        <div className={css.back}>
          <BackLink to={addresses.messagesHref(kind, { page: page > 1 ? String(page) : '' })}>
            {t(`${kind}.title`)}
          </BackLink>
        </div>
        {isBesideList ? <SectionHeading title={<bdi>{name}</bdi>} /> : <PageTitle title={<bdi>{name}</bdi>} />}
        <p className={css.meta}>
          <MessageBadge status={status} />
          <DateText date={date} text={dateText} />
          {subject && <span>{t(`help.subject.${subject}`)}</span>}
        </p>
      </div>
      <MessageBody body={body} level={isBesideList ? 3 : 2} />
      {kind === 'help' ? (
        children
      ) : (
        <div className={spreadRow}>
          <div className={wrapRow}>
            {about && <NoteAction about={about} />}
            {hasSupport && kind === 'note' && (
              <ButtonLink to={addresses.writeInquiryHref} size="small">
                {t('help.write.title')}
              </ButtonLink>
            )}
          </div>
          {children}
        </div>
      )}
      {/* Without JavaScript, only opening an item marks it as read. */}
      {isBesideList && unreadId !== undefined && (
        <noscript>
          <ButtonLink to={addresses.messagesHref(kind, { id })} size="small">
            {t('messages.markRead')}
          </ButtonLink>
        </noscript>
      )}
    </article>
  )
}
