import { findError, storeCommands } from './files'
import { ask, assertTerminal, option, type Row, row, rowsOf } from './parse-command'
import { Problem, problem, usage } from './problem'

function noticeCommands(place: 'list' | 'popup', word: 'notice' | 'popup'): Row[] {
  const fixed = { place }
  return [
    row(`${word} list`, { calls: 'notices', fixed }),
    row(`${word} add <title> [contents]`, { calls: 'add-notice', fixed }),
    row(`${word} change <idx> <title> [contents]`, { calls: 'change-notice', fixed }),
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
    ...rowsOf('movement', 'approve', 'cancel', 'credit <id> <won>', 'send-account', 'claim', 'release'),
  ],
  Messages: [
    ...rowsOf('requests', 'request'),
    row('answer <id> [contents]', {
      payload: (given) => {
        if (given.account === undefined && given.contents === undefined) throw problem('text.missing', {}, usage)
        return given
      },
    }),
    ...rowsOf('claim-inquiry', 'change-inquiry', 'sent-notes', 'sent-note <id>', 'pay-accounts', 'add-pay-account'),
    ...rowsOf('end-pay-account', 'templates', 'save-template <kind> <title> [contents]', 'delete-template'),
    row('note <title> [contents]', {
      options: [
        option('--to <id>', 'a member; may be given again').argParser((id, ids: string[] = []) => [...ids, id]),
        all,
      ],
      payload: ({ to, all, ...rest }) => ({ ...rest, to: toMembers(to, all) }),
    }),
    row('note-tagged <tagged> <title> [contents]'),
    ...noticeCommands('list', 'notice'),
    ...noticeCommands('popup', 'popup'),
  ],
  Support: [
    ...rowsOf('reset-requests', 'reset-code', 'end-reset', 'end-second-factor', 'internal-notes'),
    ...rowsOf('add-internal-note <member> [contents]', 'tags', 'tag-member <member> [tags...]', 'add-tags <member...>'),
    ...rowsOf('hold <member>', 'lift-hold <member>', 'change-member <member>', 'logins', 'end-session'),
    ...rowsOf('pay-out <member>', 'who-is'),
    findError,
  ],
  People: [
    ...rowsOf('tokens', 'make-token <name>', 'end-token'),
    row('set-factor', {
      run: async (backoffice) => {
        // Each run shows another secret, so a code can't be given with the command.
        assertTerminal('run set-factor in one, or use /backoffice')
        const { secret, uri, setup } = await backoffice.call('begin-factor', {})
        process.stderr.write(`Secret for your app: ${secret}\nor as an address: ${uri}\n`)
        const { codes = [] } = await backoffice.call('set-factor', { setup, code: await ask('A code of the app: ') })
        return { data: { status: 'success', codes } }
      },
    }),
    ...rowsOf('reset-factor', 'desk-sessions', 'end-desk-session <id>', 'views', 'keep-view', 'remove-view'),
    ...rowsOf('first-approvals', 'open-download', 'end-first-approval'),
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
    ...rowsOf('bets [member]', 'shared-with', 'ledger [member]'),
    row('correct <member> <account> <give|take> <won>', {
      payload: ({ 'give|take': direction, won, ...rest }) => {
        if (typeof won !== 'number' || won <= 0) throw new Problem('Sum: must be whole won above 0', usage)
        return { ...rest, won: direction === 'give' ? won : -won }
      },
    }),
    ...rowsOf('restrict <member>', 'limit-changes', 'linked-accounts'),
    row('sign-out [to...]', { options: [all], payload: ({ to, all }) => ({ to: toMembers(to, all) }) }),
    ...rowsOf('referral-codes', 'add-referral-code', 'remove-referral-code'),
  ],
  'Personal data': [
    row('close <member>', {
      options: [option('--undo', 'open the account again')],
      without: ['closed'],
      payload: ({ undo, ...rest }) => ({ ...rest, closed: undo !== true }),
    }),
    ...rowsOf('erase <member>', 'export-member <member> <file>'),
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
    row('audit', { failsWithout: 'inOrder' }),
    ...rowsOf('figures', 'handling', 'recount-figures', 'alerts'),
    row('test-alert', { failsWithout: 'delivered' }),
    row('export <what> <file>', {
      payload: (given) => {
        if (given.what === 'ledger' && given.state !== undefined)
          throw new Problem('--state: ledger entries have none; leave it out', usage)
        return given
      },
    }),
    row('log', { calls: 'acts' }),
  ],
  Store: storeCommands,
}
