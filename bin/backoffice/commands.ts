import { ask, file, option, type Row, row, textIsMissing } from './command'
import { exportCommand, exportMember, storeCommands } from './files'
import { findError } from './find-error'
import { Problem, usage } from './problem'

function noticeCommands(place: 'list' | 'popup', word: 'notice' | 'popup'): Row[] {
  const fixed = { place }
  return [
    row(`${word} list`, { calls: 'notices', fixed }),
    row(`${word} add <title> [contents]`, { calls: 'add-notice', fixed, options: [file] }),
    row(`${word} end <idx>`, { calls: 'end-notice', fixed }),
  ]
}

function toMembers(to: unknown, all: unknown): unknown {
  const some = Array.isArray(to) && to.length > 0
  if (some === (all === true)) throw new Problem('Members: none or both given; name members, or use --all', usage)
  return some ? to : 'all'
}
const onOff: Partial<Row> = {
  payload: ({ 'on|off': word, ...rest }) => ({ ...rest, used: word === 'on' ? 'n' : 'y' }),
  without: ['used'],
}
const all = option('--all', 'all members')

export const groups: Readonly<Record<string, readonly Row[]>> = {
  Money: [
    row('status', { calls: 'overview' }),
    row('deposits', { calls: 'movements', fixed: { kind: 'deposit' } }),
    row('withdrawals', { calls: 'movements', fixed: { kind: 'withdrawal' } }),
    row('movement <number>'),
    row('approve <kind> <id...>'),
    row('cancel <kind> <id...>'),
    row('credit <id> <won>'),
    row('send-account <id...>'),
    row('claim <kind> <id...>'),
    row('release <kind> <id...>'),
  ],
  Messages: [
    row('requests'),
    row('request <id>'),
    row('answer <id> [contents]', {
      options: [file],
      payload: (given) => {
        if (given.account === undefined && given.contents === undefined) throw new Problem(textIsMissing, usage)
        return given
      },
    }),
    row('claim-inquiry <id>'),
    row('change-inquiry <id> <subject>'),
    row('templates'),
    row('save-template <kind> <title> [contents]', { options: [file] }),
    row('delete-template <id>'),
    row('pay-accounts'),
    row('add-pay-account <bank> <number> <holder>'),
    row('end-pay-account <id>'),
    row('note <title> [contents]', {
      options: [
        option('--to <id>', 'a member; may be given again').argParser((id, ids: string[] = []) => [...ids, id]),
        ...[all, file],
      ],
      payload: ({ to, all, ...rest }) => ({ ...rest, to: toMembers(to, all) }),
    }),
    row('note-tagged <tagged> <title> [contents]', { options: [file] }),
    ...noticeCommands('list', 'notice'),
    ...noticeCommands('popup', 'popup'),
  ],
  Support: [
    row('reset-requests'),
    row('reset-code <member>'),
    row('end-reset <member>'),
    row('end-second-factor <member>'),
    row('internal-notes <member>'),
    row('add-internal-note <member> [contents]', { options: [file] }),
    row('tags'),
    row('tag-member <member> [tags...]'),
    row('add-tags <member...>'),
    row('change-member <member>'),
    row('logins <member>'),
    row('end-session <member> <session>'),
    row('pay-out <member>'),
    row('who-is <tag>'),
    findError,
  ],
  People: [
    row('tokens'),
    row('make-token <name>'),
    row('end-token <name>'),
    row('set-factor', {
      run: async (backoffice) => {
        const { secret, uri, setup } = await backoffice.call('begin-factor', {})
        process.stderr.write(`Secret for your app: ${secret}\nor as an address: ${uri}\n`)
        const { codes = [] } = await backoffice.call('set-factor', { setup, code: await ask('A code of the app: ') })
        return { data: { status: 'success', codes } }
      },
    }),
    row('reset-factor <name>'),
    row('desk-sessions'),
    row('end-desk-session <id>'),
    row('views'),
    row('keep-view <name> <address>'),
    row('remove-view <name>'),
    row('first-approvals'),
    row('open-download <approval>'),
    row('end-first-approval <id>'),
  ],
  Games: [
    row('providers'),
    row('maintenance <on|off> <provider...>', onOff),
    row('site-maintenance <on|off> [contents]', onOff),
    row('callback-secret <provider>'),
  ],
  Members: [
    row('members [search]'),
    row('member <member>', {
      run: async (backoffice, { member }) => {
        const about = await backoffice.call('member', { member })
        return { data: { ...about, ledger: (await backoffice.call('ledger', { member })).rows } }
      },
    }),
    row('bets [member]'),
    row('shared-with <member>'),
    row('ledger [member]'),
    row('correct <member> <account> <give|take> <won>', {
      payload: ({ 'give|take': direction, won, ...rest }) => {
        if (typeof won !== 'number' || won <= 0) throw new Problem('Sum: must be whole won above 0', usage)
        return { ...rest, won: direction === 'give' ? won : -won }
      },
    }),
    row('restrict <member>'),
    row('limit-changes <member>'),
    row('linked-accounts'),
    row('sign-out [to...]', { options: [all], payload: ({ to, all }) => ({ to: toMembers(to, all) }) }),
    row('referral-codes'),
    row('add-referral-code <code> <owner>'),
    row('remove-referral-code <code>'),
  ],
  'Personal data': [
    row('close <member>', {
      options: [option('--undo', 'open the account again')],
      without: ['closed'],
      payload: ({ undo, ...rest }) => ({ ...rest, closed: undo !== true }),
    }),
    row('erase <member>'),
    exportMember,
    row('retention', {
      run: async (backoffice) => {
        const data = await backoffice.call('retention', {})
        while (data.more && !backoffice.dryRun) {
          const { status: _, more, ...counts } = await backoffice.call('retention', {})
          for (const name of Object.keys(counts) as (keyof typeof counts)[]) data[name] += counts[name]
          data.more = more
        }
        return { data }
      },
    }),
  ],
  Books: [
    row('audit', {
      run: async (backoffice) => {
        const data = await backoffice.call('audit', {})
        return { data, failed: !data.inOrder }
      },
    }),
    row('figures'),
    row('member-money'),
    row('handling'),
    row('recount-figures <from> <to>'),
    row('alerts'),
    row('test-alert', {
      run: async (backoffice) => {
        const data = await backoffice.call('test-alert', {})
        return { data, failed: !data.delivered }
      },
    }),
    exportCommand,
    row('log', { calls: 'acts' }),
  ],
  Store: storeCommands,
}
