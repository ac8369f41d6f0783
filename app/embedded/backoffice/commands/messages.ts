import { z } from 'zod'
import { day } from '~/upstream/contract/fields/values'
import { stored } from '~/values/status'
import {
  accountToPay,
  approvalMs,
  at,
  change,
  contents,
  everybody,
  members,
  ofMember,
  order,
  pageOf,
  paging,
  read,
  rowId,
  support,
  supportAndCashiers,
  title,
  won,
} from './fields'

const place = z.enum(['list', 'popup'])

const helpRequest = z.object({
  id: z.string(),
  member: z.string(),
  nick: z.string(),
  title: z.string(),
  contents: z.string(),
  /** Whether it asks for the bank account to pay into. */
  asksAccount: z.boolean(),
  language: z.enum(['ko', 'en']),
  madeAt: at,
  dueAt: at.nullable(),
  state: z.enum([stored.pending, stored.done]),
  answer: z.string().nullable(),
  /** The account that the answer names in fields. */
  answerAccount: accountToPay.nullable(),
  answeredAt: at.nullable(),
  readAt: at.nullable(),
})

/** Commands on help requests, notes and notices. */
export const messageCommands = {
  /** Help requests, with those for the bank account to pay into. Pending ones oldest first, others newest first. */
  requests: read({
    roles: everybody,
    logged: ['state'],
    columns: ['title', 'madeAt', 'member', 'state', 'answeredAt', 'readAt'],
    payload: {
      state: z.enum([stored.pending, stored.done, 'all']).default(stored.pending).describe('of this state'),
      member: ofMember,
      order,
      ...paging,
    },
    result: pageOf(helpRequest.shape, { approvalMs }),
  }),
  request: read({
    roles: everybody,
    logged: ['id'],
    payload: { id: rowId },
    result: {
      request: helpRequest,
      /** Of who asks for the account, as long as they wait for it: what they want to pay in, and the account given last to anybody. */
      deposits: z.array(z.object({ number: z.string(), won })),
      lastAccount: accountToPay.nullable(),
    },
  }),
  /** With `replace` an existing answer is replaced, which is then unread again. With an `account` a text is optional. */
  answer: change({
    roles: supportAndCashiers,
    refuses: ['answered'],
    shows: 'request',
    logged: ['id', 'replace'],
    payload: {
      id: rowId,
      account: accountToPay.optional(),
      contents: contents.optional(),
      replace: z.boolean().default(false).describe('put it in the place of an earlier answer'),
    },
    result: { request: helpRequest },
  }),

  note: change({
    roles: support,
    logged: ['to'],
    payload: { to: members, title, contents },
    result: { sent: z.int() },
  }),

  notices: read({
    roles: everybody,
    logged: ['place', 'state'],
    columns: ['title', 'endsAt', 'shown', 'madeAt'],
    payload: { place, state: z.enum(['shown', 'ended', 'all']).default('shown').describe('of this state'), ...paging },
    result: pageOf({
      idx: z.string(),
      place,
      title: z.string(),
      contents: z.string(),
      madeAt: at,
      endsAt: at.nullable(),
      shown: z.boolean(),
    }),
  }),
  /** `until` is its last day in Seoul. */
  'add-notice': change({
    roles: support,
    logged: ['place', 'title', 'contents', 'until'],
    payload: {
      ...{ place, title, contents },
      until: day.optional().describe('its last day, YYYY-MM-DD (default: until it is ended)'),
    },
    result: { idx: z.string(), endsAt: at.nullable() },
  }),
  'end-notice': change({
    roles: support,
    logged: ['place', 'idx'],
    payload: { place, idx: rowId },
    result: { changed: z.boolean(), title: z.string() },
  }),
}
