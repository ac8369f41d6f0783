import { z } from 'zod'
import { day } from '~/upstream/contract/fields/values'
import { inquirySubjects, stored } from '~/values/status'
import { change, each, read } from './definition'
import { accountToPay, contents, members, ofMember, order, paging, rowId, tag, textUpTo, title } from './fields'
import { approvalMs, at, pageOf, rowsOf, won } from './results'
import { allStaff, owners, support, supportAndCashiers } from './roles'

const ownAccount = each(z.string(), 'bank', 'number', 'holder')
const place = z.enum(['list', 'popup'])

const template = { kind: z.enum(['answer', 'cancel']), title, contents: textUpTo(1_000) }
const subject = z.enum(inquirySubjects)

const helpRequest = z.object({
  ...each(z.string(), 'id', 'member', 'nick', 'title', 'contents'),
  asksAccount: z.boolean(),
  subject: subject.nullable(),
  language: z.enum(['ko', 'en']),
  madeAt: at,
  dueAt: at.nullable(),
  state: z.enum([stored.pending, stored.done]),
  answer: z.string().nullable(),
  answerAccount: accountToPay.nullable(),
  ...each(at.nullable(), 'answeredAt', 'readAt'),
})

export const messageCommands = {
  requests: read({
    roles: allStaff,
    logged: ['state'],
    columns: ['title', 'subject', 'madeAt', 'member', 'state', 'answeredAt', 'readAt'],
    payload: {
      state: z.enum([stored.pending, stored.done, 'all']).default(stored.pending),
      subject: subject.optional(),
      member: ofMember,
      order,
      ...paging,
    },
    result: { ...pageOf(helpRequest.shape), approvalMs },
  }),
  request: read({
    roles: allStaff,
    logged: ['id'],
    payload: { id: rowId },
    result: {
      request: helpRequest,
      earlier: z.array(helpRequest.pick({ contents: true, madeAt: true, answer: true, answeredAt: true })),
      /** The member's pending bank deposits if the request is unanswered. `lastAccount` was last sent to any member. */
      deposits: z.array(z.object({ number: z.string(), won })),
      lastAccount: accountToPay.nullable(),
    },
  }),
  answer: change({
    roles: supportAndCashiers,
    refuses: ['answered'],
    logged: ['id', 'replace'],
    payload: {
      id: rowId,
      account: accountToPay.optional(),
      contents: contents.optional(),
      replace: z.boolean().default(false),
    },
    result: { request: helpRequest },
  }),

  templates: read({
    roles: supportAndCashiers,
    isUnlogged: true,
    columns: ['title', 'kind', 'contents', 'madeAt', 'madeBy'],
    payload: { kind: template.kind.optional() },
    result: rowsOf({ id: z.string(), ...template, madeAt: at, madeBy: z.string() }),
  }),
  /** Changes the template with this `id`, or adds a template without one. */
  'save-template': change({
    roles: supportAndCashiers,
    refuses: ['too_many_templates'],
    logged: ['id', 'kind', 'title', 'contents'],
    payload: { ...template, id: rowId.optional() },
    result: { title: z.string() },
  }),
  'delete-template': change({
    roles: supportAndCashiers,
    isDestructive: true,
    logged: ['id'],
    payload: { id: rowId },
    result: { title: z.string() },
  }),

  /** The operator's bank accounts that members pay into. */
  'pay-accounts': read({
    roles: supportAndCashiers,
    result: rowsOf({ id: z.string(), ...ownAccount, madeAt: at, madeBy: z.string() }),
  }),
  'add-pay-account': change({
    roles: owners,
    isDangerous: true,
    isForTwo: () => true,
    logged: ['bank', 'number', 'holder'],
    payload: accountToPay.shape,
    result: { changed: z.boolean(), ...ownAccount },
  }),
  'end-pay-account': change({
    roles: owners,
    isDestructive: true,
    logged: ['id'],
    payload: { id: rowId },
    result: ownAccount,
  }),

  note: change({
    roles: support,
    logged: ['to'],
    payload: { to: members, title, contents },
    result: { sent: z.int() },
  }),
  /** `left`: members with the tag and an open account who get no note, because they are on a break or excluded. */
  'note-tagged': change({
    roles: support,
    logged: ['tagged', 'title'],
    payload: { tagged: tag, title, contents },
    result: { sent: z.int(), left: z.int() },
  }),

  notices: read({
    roles: allStaff,
    logged: ['place', 'state'],
    columns: ['title', 'endsAt', 'shown', 'madeAt'],
    payload: { place, state: z.enum(['shown', 'ended', 'all']).default('shown'), ...paging },
    result: pageOf({
      idx: z.string(),
      place,
      ...each(z.string(), 'title', 'contents'),
      madeAt: at,
      endsAt: at.nullable(),
      shown: z.boolean(),
    }),
  }),
  'add-notice': change({
    roles: support,
    logged: ['place', 'title', 'contents', 'until'],
    payload: { ...{ place, title, contents }, until: day.optional() },
    result: { idx: z.string(), endsAt: at.nullable() },
  }),
  'end-notice': change({
    roles: support,
    logged: ['place', 'idx'],
    payload: { place, idx: rowId },
    result: { changed: z.boolean(), title: z.string() },
  }),
}
