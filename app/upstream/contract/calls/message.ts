import { z } from 'zod'
import { inquirySubjects, noteTopics } from '~/values/status'
import { hasFewMarks } from '~/values/typed-text'
import { alreadyStatuses, call, emptyPayload, optionalRead, optionalWrite, status } from '../call'
import { described, expected, optional, withAliases } from '../fields/numbers'
import {
  bankAccount,
  freeText,
  lenientDate,
  lenientFlag,
  lenientId,
  lenientText,
  record,
  rowStatus,
  upstreamId,
} from '../fields/values'
import { settledTransaction } from './money'

const dated = (description: string) => withAliases(expected(lenientDate, description), 'regdate')
const bodyText = (example: string) => expected(lenientText, 'body, in the format that UPSTREAM_BODIES sets', example)

const helpRequest = record('HelpRequest', {
  _id: expected(lenientId, 'sent in read-help-message', 'h-1'),
  title: expected(lenientText, 'title', '입금 문의'),
  contents: expected(lenientText, 'question, as text', '입금이 아직 안 보입니다.'),
  regDate: dated('when it was written'),
  status: rowStatus('answered'),
  isRead: lenientFlag.describe('whether the member has seen the answer'),
  kind: optional(
    z.string().max(64),
    '`account`: a request for the account to pay into; the deposit page shows the answer',
  ),
  subject: optional(z.enum(inquirySubjects), 'with `threads`: the request’s subject', 'deposit'),
  thread: optional(upstreamId, 'with `threads`, in a follow-up: the `_id` of its thread’s first request', 'h-1'),
  ref: expected(
    z
      .union([
        record('HelpAnswer', {
          contents: expected(lenientText, 'answer, in the format that UPSTREAM_BODIES sets', '확인했습니다.'),
          regDate: dated('when it was written'),
          account: optional(
            bankAccount,
            'in the answer to an account request: the account to pay into; the text is never parsed',
          ),
        }),
        z.null(),
      ])
      .optional()
      .default(null),
    'the answer; null while there is none',
  ),
})

const notice = record('Notice', {
  idx: expected(lenientId, 'identifies the notice in its page’s URL', 3),
  title: expected(lenientText, 'title', '점검 안내'),
  contents: bodyText('새벽 4시부터 5시까지'),
  regDate: dated('when it was published'),
})

const popup = z
  .object({
    idx: expected(lenientId, 'without it the notice can’t be hidden for 8 hours', 1),
    title: expected(lenientText, 'title', '환영합니다'),
    contents: bodyText('처음 오셨나요?'),
  })
  .meta({ id: 'Popup' })

const note = record('Note', {
  _id: expected(lenientId, 'sent in read-note-message'),
  title: expected(lenientText, 'title', '환영합니다'),
  text: bodyText('반갑습니다.'),
  regDate: dated('when it was sent'),
  isRead: expected(lenientFlag, 'whether the member has opened it', false),
  topic: optional(z.enum(noteTopics), 'what it asks the member to open; the page shows the button for it'),
  transaction: optional(
    settledTransaction.pick({ kind: true, id: true, regdate: true }).meta({ id: 'NoteTransaction' }),
    'the transaction it is about; the page links to its receipt',
  ),
})

const idOfThread = '`_id` of the request; with `threads`, of a thread’s first request, for the whole thread'
const oneThread = z.strictObject({ id: described(upstreamId, idOfThread, 'h-1') })

const localizedList = { ...optionalRead, localized: true } as const

export const messageCalls = {
  'user-write-help': call({
    ...optionalWrite,
    path: '/public/community/user_wirte_help',
    payload: z.strictObject({
      title: described(
        freeText(100, { empty: 'help.title.empty', long: 'help.title.long' }).refine(hasFewMarks, 'field.unreadable'),
        'title',
        '입금 문의',
      ),
      contents: described(
        freeText(4000, { empty: 'help.contents.empty', long: 'help.contents.long' }),
        'question; lines end with \\n',
        '입금이 아직 안 보입니다.',
      ),
      subject: z.enum(inquirySubjects, 'field.unreadable').optional().describe('with `threads`: the request’s subject'),
      replyTo: upstreamId.optional().describe('with `threads`, to follow up: `_id` of the thread’s first request'),
    }),
    rateLimit: 'help',
    // `limit` means that the member must delete inquiries before sending a new one.
    refusals: ['limit', 'not_found'],
  }),
  'read-help-message': call({
    ...optionalWrite,
    path: '/public/community/admin_do_help_message_read',
    payload: oneThread,
  }),
  'get-help-list': call({
    ...localizedList,
    path: '/public/community/get_help_list',
    response: z.object({
      status,
      helps: z.array(helpRequest).describe('all requests; the whole response is at most 4 MiB'),
      threads: lenientFlag.describe('whether the upstream stores subjects and threads; the site sends them only then'),
    }),
  }),
  'del-all-help': call({
    ...optionalWrite,
    path: '/public/community/admin_del_all_help',
    payload: emptyPayload,
    rateLimit: 'help',
  }),
  'del-help': call({
    ...optionalWrite,
    path: '/public/community/user_del_help',
    payload: oneThread,
    rateLimit: 'help',
  }),
  'get-user-notices': call({
    ...localizedList,
    path: '/public/community/user_get_notices',
    response: z.object({ status, notices: z.array(notice).describe('all notices') }),
  }),
  'get-event-list': call({
    ...localizedList,
    path: '/public/community/get_event_list',
    response: z.object({ status, events: withAliases(z.array(notice).describe('all events'), 'evens') }),
  }),
  'get-notice-popup': call({
    ...localizedList,
    path: '/public/community/user_get_notice_popup',
    auth: 'visitor',
    response: z.object({ status, note: withAliases(z.array(popup).describe('the home notices to show now'), 'notes') }),
  }),
  'get-user-note': call({
    ...localizedList,
    path: '/public/community/usre_get_note',
    response: z.object({ status, note: withAliases(z.array(note).describe('all notes'), 'notes') }),
  }),
  'read-note-message': call({
    ...optionalWrite,
    path: '/public/community/usre_do_read_note',
    payload: z.strictObject({ id: described(upstreamId, '`_id` of the note', 7) }),
  }),
  /** Always deletes all notes. Fields of the payload, such as a note's id, are dropped. */
  'user-del-note': call({ ...optionalWrite, path: '/public/community/do_del_all_note', payload: z.object({}) }),
  'del-note': call({
    ...optionalWrite,
    path: '/public/community/usre_do_del_note',
    payload: z.strictObject({ id: described(upstreamId, '`_id` of the note', 7) }),
  }),
  'user-ask-account': call({
    ...optionalWrite,
    path: '/public/community/user_ask_account_wirte_help',
    payload: emptyPayload,
    closedWhileExcluded: true,
    rateLimit: 'help',
    servedCountriesOnly: true,
    refusals: alreadyStatuses,
  }),
}
