import { z } from 'zod'
import { alreadyStatuses, call, emptyPayload, status, statusOnly } from './call'
import { freeText, lenientDate, lenientFlag, lenientId, lenientName, lenientText, upstreamId } from './values'

/** Calls of notes, notices and the help desk. */
export const messageCalls = {
  'user-write-help': call({
    path: '/public/community/user_wirte_help',
    who: 'member',
    payload: z.strictObject({
      title: freeText(100, { empty: 'help.title.empty', long: 'help.title.long' }),
      contents: freeText(4000, { empty: 'help.contents.empty', long: 'help.contents.long' }),
    }),
    response: statusOnly,
    effect: 'write',
    rateLimit: 'help',
    // `limit`: the member has the maximum number of inquiries and must delete some first.
    refusals: ['limit'],
  }),
  'read-help-message': call({
    path: '/public/community/admin_do_help_message_read',
    who: 'member',
    payload: z.strictObject({ id: upstreamId }),
    response: statusOnly,
    effect: 'write',
  }),
  'get-help-list': call({
    path: '/public/community/get_help_list',
    who: 'member',
    payload: emptyPayload,
    response: z.object({
      status,
      helps: z.array(
        z.object({
          _id: lenientId,
          title: lenientText,
          contents: lenientText,
          regDate: lenientDate,
          status: lenientName,
          isRead: lenientFlag,
          // `account` marks a request for the deposit bank account; the reply contains it.
          kind: z.string().max(64).optional().catch(undefined),
          ref: z
            .union([z.object({ contents: lenientText, regDate: lenientDate }), z.null()])
            .optional()
            .default(null),
        }),
      ),
    }),
    effect: 'read',
    localized: true,
  }),
  'del-all-help': call({
    path: '/public/community/admin_del_all_help',
    who: 'member',
    payload: emptyPayload,
    response: statusOnly,
    effect: 'write',
    rateLimit: 'help',
  }),
  'get-user-notices': call({
    path: '/public/community/user_get_notices',
    who: 'member',
    payload: emptyPayload,
    response: z.object({
      status,
      notices: z.array(z.object({ idx: lenientId, title: lenientText, contents: lenientText, regDate: lenientDate })),
    }),
    effect: 'read',
    localized: true,
  }),
  'get-notice-popup': call({
    path: '/public/community/user_get_notice_popup',
    who: 'visitor',
    payload: emptyPayload,
    response: z.object({
      status,
      note: z.array(z.object({ idx: lenientId, title: lenientText, contents: lenientText })),
    }),
    aliases: { notes: 'note' },
    effect: 'read',
    localized: true,
  }),
  'get-user-note': call({
    path: '/public/community/usre_get_note',
    who: 'member',
    payload: emptyPayload,
    response: z.object({
      status,
      note: z.array(
        z.object({ _id: lenientId, title: lenientText, text: lenientText, regDate: lenientDate, isRead: lenientFlag }),
      ),
    }),
    aliases: { notes: 'note' },
    effect: 'read',
    localized: true,
  }),
  'read-note-message': call({
    path: '/public/community/usre_do_read_note',
    who: 'member',
    payload: z.strictObject({ id: upstreamId }),
    response: statusOnly,
    effect: 'write',
  }),
  /** Deletes all notes, even if the caller names one: the payload's fields are dropped. */
  'user-del-note': call({
    path: '/public/community/do_del_all_note',
    who: 'member',
    payload: z.object({}),
    response: statusOnly,
    effect: 'write',
  }),
  'user-ask-account': call({
    path: '/public/community/user_ask_account_wirte_help',
    who: 'member',
    payload: emptyPayload,
    response: statusOnly,
    effect: 'write',
    closedWhileExcluded: true,
    rateLimit: 'help',
    servedCountriesOnly: true,
    refusals: alreadyStatuses,
  }),
}
