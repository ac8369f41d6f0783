import { z } from 'zod'
import { inquirySubjects, stored } from '~/values/status'
import { allStaff, change, each, owners, read, support, supportAndCashiers } from './definition'
import { accountToPay, ids, members, noteTexts, ofMember, order, paging, rowId, tag, texts, textUpTo } from './fields'
import { approvalMs, at, pageOf, rowsOf, won } from './results'

const ownAccount = each(z.string(), 'bank', 'number', 'holder')
const place = z.enum(['list', 'popup'])
/** `until` is a time in Seoul, as `startsAt` is, or the last day. */
const notice = { ...texts, ...each(textUpTo(16).optional(), 'startsAt', 'until') }
const times = each(at.nullable(), 'startsAt', 'endsAt')

export const placeholders = /\{\{(member|nickname|number|amount)\}\}/g
const template = {
  kind: z.enum(['answer', 'cancel']),
  title: texts.title,
  contents: textUpTo(1_000).refine((text) => !/[{}]/.test(text.replace(placeholders, '')), 'known placeholders'),
}
const subject = z.enum(inquirySubjects)

const helpRequest = z.object({
  ...each(z.string(), 'id', 'member', 'nick', 'title', 'contents'),
  ...each(z.boolean(), 'asksAccount', 'isReply'),
  subject: subject.nullable(),
  language: z.enum(['ko', 'en']),
  madeAt: at,
  dueAt: at.nullable(),
  state: z.enum([stored.pending, stored.done]),
  answer: z.string().nullable(),
  answerAccount: accountToPay.nullable(),
  ...each(at.nullable(), 'answeredAt', 'readAt', 'claimedAt'),
  /** If this is an unanswered account request, `deposit` and `won` are of the member's oldest pending bank deposit. */
  ...each(z.string().nullable(), 'answeredBy', 'claimedBy', 'deposit'),
  won: won.nullable(),
})
const message = helpRequest.pick(each(true, 'id', 'contents', 'madeAt', 'answer', 'answeredAt', 'answeredBy', 'readAt'))
const sentNote = {
  ...{ id: z.string(), at, by: z.string(), title: z.string().nullable() },
  to: z.union([z.string(), z.array(z.string())]).nullable(),
  tagged: z.string().nullable(),
  ...{ sent: z.int(), unread: z.int().nullable() },
}
const sending = { sendsNotes: true, result: { sent: z.int(), left: z.int() } } as const
const removal = { isDestructive: true, logged: ['id'], payload: { id: rowId } } as const
const changeOfInquiry = { isDirect: true, result: { request: helpRequest } } as const

export const messageCommands = {
  requests: read(allStaff, {
    logged: ['state'],
    columns: ['title', 'subject', 'won', 'madeAt', 'member', 'claimedBy', 'state', 'answeredAt', 'readAt'],
    payload: {
      kind: z.enum(['question', 'account']).optional(),
      state: z.enum([stored.pending, stored.done, 'all']).default(stored.pending),
      subject: subject.optional(),
      member: ofMember,
      order,
      ...paging,
    },
    result: { ...pageOf({ ...helpRequest.shape, depositNumber: z.string().nullable() }), approvalMs },
  }),
  request: read(allStaff, {
    logged: ['id'],
    payload: { id: rowId },
    result: {
      request: helpRequest,
      ...each(z.array(message), 'earlier', 'later'),
      /** The oldest unanswered inquiry that nobody else has claimed, of the same kind if there is one. */
      next: z.object(each(z.string(), 'id', 'title')).nullable(),
    },
  }),
  answer: change(supportAndCashiers, {
    refuses: ['answered', 'claimed', 'unsaved_account'],
    logged: ['id', 'replace', 'more'],
    payload: {
      id: rowId,
      account: accountToPay.optional(),
      contents: texts.contents.optional(),
      ...each(z.boolean().default(false), 'replace', 'more'),
    },
    result: { request: helpRequest },
  }),
  /** For 15 minutes after a claim, nobody else can answer the inquiry, unless they take over the claim. */
  'claim-inquiry': change(supportAndCashiers, {
    ...changeOfInquiry,
    logged: ['id', 'release'],
    payload: { id: rowId, release: z.boolean().default(false) },
    result: { request: helpRequest, takenFrom: z.string().nullable() },
  }),
  'change-inquiry': change(supportAndCashiers, {
    ...changeOfInquiry,
    logged: ['id', 'subject'],
    payload: { id: rowId, subject },
  }),

  templates: read(supportAndCashiers, {
    isUnlogged: true,
    columns: ['title', 'kind', 'contents', 'madeAt', 'madeBy'],
    payload: { kind: template.kind.optional() },
    result: rowsOf({ id: z.string(), ...template, madeAt: at, madeBy: z.string() }),
  }),
  'save-template': change(supportAndCashiers, {
    refuses: ['too_many_templates'],
    logged: ['id', 'kind', 'title', 'contents'],
    payload: { ...template, id: rowId.optional() },
    result: { title: z.string() },
  }),
  'delete-template': change(supportAndCashiers, { ...removal, result: { title: z.string() } }),

  'pay-accounts': read(supportAndCashiers, {
    result: rowsOf({ id: z.string(), ...ownAccount, madeAt: at, madeBy: z.string() }),
  }),
  'add-pay-account': change(owners, {
    isDangerous: true,
    isForTwo: () => true,
    logged: ['bank', 'number', 'holder'],
    payload: { ...accountToPay.shape, number: z.string().regex(/^[\d-]{1,60}$/, 'digits and hyphens') },
    result: { changed: z.boolean(), ...ownAccount },
  }),
  'end-pay-account': change(owners, { ...removal, result: ownAccount }),

  /** `left` is the number of members who get no note to all or to a tag because they are on a break or excluded. */
  note: change(support, {
    ...sending,
    logged: ['to'],
    payload: { to: members, ...noteTexts },
  }),
  'note-tagged': change(support, {
    ...sending,
    logged: ['tagged', 'title'],
    payload: { tagged: tag, ...noteTexts },
  }),

  /** Notes from the back office, newest first. `unread` counts members who have not opened theirs, or is null if unknown. */
  'sent-notes': read(allStaff, {
    columns: ['title', 'at', 'to', 'sent', 'unread', 'by'],
    payload: paging,
    result: pageOf(sentNote),
  }),
  /** `rows` are the recipients. One who has deleted the note is not listed. */
  'sent-note': read(supportAndCashiers, {
    logged: ['id'],
    columns: ['member', 'nick', 'readAt'],
    payload: { id: rowId, state: z.enum(['unread', 'read', 'all']).default('unread'), ...paging },
    result: {
      ...{ ...sentNote, contents: z.string().nullable() },
      ...pageOf({ ...each(z.string(), 'member', 'nick'), readAt: at.nullable() }),
    },
  }),

  notices: read(allStaff, {
    logged: ['place', 'state'],
    columns: ['title', 'shown', 'madeAt', 'endsAt'],
    payload: { place, state: z.enum(['shown', 'ended', 'all']).default('shown'), ids, ...paging },
    result: pageOf({
      idx: z.string(),
      place,
      ...each(z.string(), 'title', 'contents'),
      madeAt: at,
      endsAt: at.nullable(),
      shown: z.boolean(),
    }),
  }),
  'add-notice': change(support, {
    logged: ['place', 'title', 'contents', 'startsAt', 'until'],
    payload: { place, ...notice },
    result: { idx: z.string(), ...times },
  }),
  /** Replaces a notice's texts and times, and posts an ended one again. Without `until`, somebody has to end it. */
  'change-notice': change(support, {
    logged: ['place', 'idx', 'title', 'contents', 'startsAt', 'until'],
    payload: { place, idx: rowId, ...notice },
    result: { idx: z.string(), ...times, before: z.object({ ...texts, ...times, shown: z.boolean() }) },
  }),
  'end-notice': change(support, {
    logged: ['place', 'idx'],
    payload: { place, idx: rowId },
    result: { changed: z.boolean(), title: z.string() },
  }),
}
