import { createWriteStream, existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backup } from './backup.mjs'
import { Problem, pathOf } from './desk-client.mjs'
import { restore } from './restore.mjs'
import { columnsOf, list, plain, span, table, time, won, wrapped } from './terminal-text.mjs'

/**
 * The commands of the desk. Each runs with the desk of a site, its words and its options, and comes back with `data`
 * for scripts, `lines` for people, and whether something `failed`.
 *
 * @typedef {ReturnType<typeof import('./desk-client.mjs').deskAt>} Desk
 */

const states = {
  waiting: 'wait',
  wait: 'wait',
  done: 'already',
  already: 'already',
  cancelled: 'cansel',
  cansel: 'cansel',
  all: 'all',
}
const stateWords = { wait: 'waiting', already: 'done', cansel: 'cancelled' }
const byWords = { play: 'itself', payment: 'its page', desk: 'desk' }

const range = {
  from: { type: 'string', value: 'DAY', about: 'from this day on, YYYY-MM-DD' },
  to: { type: 'string', value: 'DAY', about: 'up to this day' },
}
const paged = { page: { type: 'string', value: 'N', about: 'which page of 50 (default 1)' } }
const ofMember = { member: { type: 'string', value: 'ID', about: 'of this member alone' } }
const stateOption = {
  state: { type: 'string', value: 'STATE', about: 'waiting, done, cancelled or all (default waiting)' },
}
const text = { file: { type: 'string', value: 'FILE', about: 'take the text from a file; - is standard input' } }
const until = {
  until: { type: 'string', value: 'DAY', about: 'its last day, YYYY-MM-DD (default: until it is ended)' },
}

/** What an option means as a number, or a refusal of the word. */
function numberOf(word, name) {
  if (word === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new Problem(`${name} must be a whole number from 1, not ${JSON.stringify(word)}.`, usage)
}

const usage = /** @type {const} */ ({ status: 'usage', exitCode: 2 })

function stateOf(word, most = Object.keys(states)) {
  if (word === undefined) return undefined
  if (most.includes(word) && Object.hasOwn(states, word)) return states[word]
  throw new Problem(`--state must be ${most.join(', ')}, not ${JSON.stringify(word)}.`, usage)
}

/** One of a few words. */
function oneOf(word, words, name) {
  if (words.includes(word)) return word
  throw new Problem(`${name} must be ${words.join(' or ')}, not ${JSON.stringify(word)}.`, usage)
}

/** The text of an answer or note: written behind the command, or in a file. */
async function textOf(words, file) {
  if (file !== undefined && words.length > 0) throw new Problem('The text is either written here or in --file.', usage)
  if (file === undefined) {
    if (words.length === 0) throw new Problem('The text is missing: write it in quotes, or name a --file.', usage)
    return words.join(' ')
  }
  if (file === '-') {
    const parts = []
    for await (const part of process.stdin) parts.push(part)
    return Buffer.concat(parts).toString('utf8')
  }
  try {
    return await readFile(pathOf(file), 'utf8')
  } catch (error) {
    throw new Problem(`${file} can't be read (${error.code}).`, usage)
  }
}

const without = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const paging = ({ page, pages, total }) => (pages > 1 ? [`page ${page} of ${pages}, ${total} in all`] : [])
const nothing = (rows, words) => (rows.length === 0 ? [words] : [])
const rehearsed = (desk) => (desk.dryRun ? ['(a rehearsal: nothing was changed)'] : [])

/** Play money may be there before the desk. */
function hurry(approvalMs, what) {
  return approvalMs === null
    ? []
    : [`Play money ${what} by itself after ${span(approvalMs)} (PLAY_APPROVAL_MS); it may be there before you.`]
}

function movementsCommand(kind) {
  const withdrawal = kind === 'withdrawal'
  return {
    about: `list ${kind}s, the waiting ones unless told otherwise`,
    more: withdrawal
      ? 'Waiting ones come oldest first, with the account to pay to. Their money is held already.'
      : 'Waiting ones come oldest first, with the name to look for among what came in.',
    options: { ...stateOption, ...ofMember, ...range, ...paged },
    examples: [`${kind}s`, `${kind}s --state done --from 2026-03-01 --json`],
    run: async (desk, _words, { state, member, from, to, page }) => {
      const data = await desk.look(
        'movements',
        without({ kind, state: stateOf(state), member, from, to, page: numberOf(page, '--page') }),
      )
      const columns = [
        { head: 'no.', of: ({ id }) => id, right: true },
        { head: 'asked for', of: ({ appliedAt }) => time(appliedAt) },
        { head: 'member', of: ({ member }) => member },
        { head: 'won', of: (row) => won(row.won), right: true },
        { head: 'fee', of: ({ fee }) => won(fee), right: true },
        { head: 'by', of: ({ method, paymentIdx }) => (method === 'bank' ? 'bank' : `payment ${paymentIdx ?? ''}`) },
        { head: 'state', of: ({ state }) => stateWords[state] },
        {
          head: 'ended',
          of: ({ settledAt, settledBy }) => (settledAt ? `${time(settledAt)} ${byWords[settledBy] ?? settledBy}` : '-'),
        },
        { head: withdrawal ? 'pay to' : 'payer', of: ({ bank }) => `${bank.name} ${bank.number} ${bank.owner}` },
        { head: 'cash now', of: ({ cash }) => won(cash), right: true },
      ]
      const waiting = data.rows.some((row) => row.state === 'wait')
      return {
        data,
        lines: [
          ...(data.rows.length > 0 ? table(columns, data.rows) : []),
          ...nothing(data.rows, `There is no such ${kind}.`),
          ...(data.total > 0 ? [`${data.total} ${kind}${data.total === 1 ? '' : 's'}, ${won(data.sum)} won`] : []),
          ...paging(data),
          ...(waiting || data.total === 0 ? hurry(data.approvalMs, 'approves what waits') : []),
        ],
      }
    },
  }
}

function settlingCommand(act) {
  const approves = act === 'approve'
  return {
    about: approves
      ? 'credit waiting deposits, or pay waiting withdrawals out'
      : 'call waiting deposits or withdrawals off; what a withdrawal held goes back to the member',
    more: approves
      ? 'Approve a withdrawal when its money is sent. One that was approved before counts as done; one that was cancelled is refused.'
      : 'One that was cancelled before counts as done; one that was approved is refused.',
    args: 'deposit|withdrawal NO [NO …]',
    takes: { least: 2, most: 101 },
    changes: true,
    options: {
      reason: { type: 'string', value: 'TEXT', about: 'why, for the log' },
      ...(approves
        ? { unpaid: { type: 'boolean', about: 'credit a deposit whose payment page has not reported it paid' } }
        : {}),
    },
    examples: approves
      ? ['approve deposit 21 22', 'approve withdrawal 23 --dry-run']
      : ['cancel withdrawal 23 --reason "the account is closed"'],
    run: async (desk, [word, ...numbers], { reason, unpaid }) => {
      const kind = oneOf(word?.replace(/s$/, ''), ['deposit', 'withdrawal'], 'What to settle')
      const ids = [...new Set(numbers.map((number) => numberOf(number, 'A number')))]
      const answers = []
      const lines = []
      for (const id of ids) {
        try {
          const answer = await desk.change(act, without({ kind, id, reason, unpaid: approves ? unpaid : undefined }))
          answers.push({ id: String(id), ...answer })
          lines.push(settledWords(act, answer, desk))
        } catch (error) {
          // The others may go well; but without a site none does.
          if (!(error instanceof Problem) || error.exitCode !== 1) throw error
          answers.push({ id: String(id), status: error.status, message: error.message, ...error.more })
          lines.push(error.status === 'not_found' ? `There is no ${kind} ${id}.` : error.message)
        }
      }
      const failed = answers.some(({ status }) => status !== 'success')
      return { data: answers, lines: [...lines, ...rehearsed(desk)], failed }
    },
  }
}

function settledWords(act, { changed, movement }, desk) {
  const { id, kind, member, cash } = movement
  const done = act === 'cancel' ? 'cancelled' : kind === 'deposit' ? 'credited' : 'paid out'
  const name = `${kind} ${id} of ${member}, ${won(movement.won)} won`
  if (!changed) return `${name}: was ${done} before, at ${time(movement.settledAt)}.`
  return `${name}: ${desk.dryRun ? `would be ${done}` : done}; their cash ${desk.dryRun ? 'would then be' : 'is now'} ${won(cash)}.`
}

function noticeCommand(place, word) {
  const name = place === 'popup' ? 'pop-up' : 'notice'
  return {
    about: place === 'popup' ? 'list, add or end pop-ups of the home page' : 'list, add or end notices',
    more: `An ended ${name} is kept, and listed with --state ended or all.${place === 'popup' ? ' Visitors may see the home page as it was up to a minute ago.' : ''}`,
    args: 'list | add TITLE TEXT | end NO',
    takes: { least: 1, most: 3 },
    changes: true,
    options: {
      ...until,
      ...text,
      state: { type: 'string', value: 'STATE', about: 'of the list: shown, ended or all (default shown)' },
      ...paged,
    },
    examples: [
      `${word} list`,
      `${word} add "점검 안내" "오늘 밤 2시부터 점검합니다." --until 2026-03-10`,
      `${word} end 4`,
    ],
    run: async (desk, [what, ...words], { until, file, state, page }) => {
      switch (oneOf(what, ['list', 'add', 'end'], 'What to do')) {
        case 'add': {
          const [title, ...rest] = words
          if (title === undefined) throw new Problem(`A ${name} needs a title and a text.`, usage)
          const data = await desk.change(
            'add-notice',
            without({ place, title, contents: await textOf(rest, file), until }),
          )
          const ends = data.endsAt ? `, shown until ${until}` : ''
          return {
            data,
            lines: [
              desk.dryRun ? `Would add the ${name}${ends}.` : `Added ${name} ${data.idx}${ends}.`,
              ...rehearsed(desk),
            ],
          }
        }
        case 'end': {
          const idx = numberOf(words[0] ?? '', `The number of the ${name}`)
          const data = await desk.change('end-notice', { place, idx })
          const done = data.changed ? (desk.dryRun ? 'would end' : 'ended') : 'was ended before'
          return { data, lines: [`${name} ${idx} (${plain(data.title)}): ${done}.`, ...rehearsed(desk)] }
        }
        default: {
          if (words.length > 0) throw new Problem(`${word} list takes no other words.`, usage)
          if (state !== undefined) oneOf(state, ['shown', 'ended', 'all'], '--state')
          const data = await desk.look('notices', without({ place, state, page: numberOf(page, '--page') }))
          const columns = [
            { head: 'no.', of: ({ idx }) => idx, right: true },
            { head: 'since', of: ({ madeAt }) => time(madeAt) },
            { head: 'until', of: ({ endsAt }) => time(endsAt) },
            { head: 'shown', of: ({ shown }) => (shown ? 'yes' : 'no') },
            { head: 'title', of: ({ title }) => title },
            { head: 'text', of: ({ contents }) => contents },
          ]
          return {
            data,
            lines:
              data.rows.length > 0 ? [...table(columns, data.rows), ...paging(data)] : [`There is no such ${name}.`],
          }
        }
      }
    },
  }
}

const entryColumns = [
  { head: 'entry', of: ({ id }) => id, right: true },
  { head: 'time', of: ({ at }) => time(at) },
  { head: 'account', of: ({ account, provider }) => (provider ? `${account} ${provider}` : account) },
  { head: 'member', of: ({ member }) => member },
  { head: 'won', of: (row) => won(row.won), right: true },
  { head: 'balance after', of: ({ after }) => won(after), right: true },
  { head: 'cause', of: ({ cause, causeId }) => (causeId ? `${cause} ${causeId}` : cause) },
]

const countWords = ({ count, won: sum }) => `${count.toLocaleString('en')}, ${won(sum)} won`

export const commands = {
  status: {
    about: 'say how much waits',
    run: async (desk) => {
      const data = await desk.look('overview')
      const { waiting } = data
      return {
        data,
        lines: [
          ...list([
            ['deposits waiting', countWords(waiting.deposits)],
            ['withdrawals waiting', countWords(waiting.withdrawals)],
            ['payments that their payer has not made', countWords(waiting.payments)],
            ['help requests waiting', waiting.help],
            ['providers under maintenance', data.closedProviders],
            ['members', data.members.toLocaleString('en')],
            ['money', data.money],
            ['store', data.store === 'postgres' ? 'PostgreSQL' : 'PGlite'],
          ]),
          ...hurry(data.approvalMs, 'approves what waits, and answers requests,'),
        ],
      }
    },
  },

  deposits: movementsCommand('deposit'),
  withdrawals: movementsCommand('withdrawal'),
  approve: settlingCommand('approve'),
  cancel: settlingCommand('cancel'),

  requests: {
    about: 'list help requests, the waiting ones unless told otherwise',
    more: 'Those who ask for the account to pay into are among them, marked so.',
    options: {
      state: { type: 'string', value: 'STATE', about: 'waiting, done or all (default waiting)' },
      ...ofMember,
      ...paged,
    },
    run: async (desk, _words, { state, member, page }) => {
      const wanted = stateOf(state, ['waiting', 'wait', 'done', 'already', 'all'])
      const data = await desk.look('requests', without({ state: wanted, member, page: numberOf(page, '--page') }))
      const columns = [
        { head: 'no.', of: ({ id }) => id, right: true },
        { head: 'asked', of: ({ madeAt }) => time(madeAt) },
        { head: 'member', of: ({ member }) => member },
        { head: 'about', of: ({ account }) => (account ? 'account' : 'help') },
        { head: 'in', of: ({ language }) => language },
        { head: 'state', of: ({ state }) => stateWords[state] },
        { head: 'title', of: ({ title }) => title },
        { head: 'text', of: ({ contents }) => contents },
      ]
      return {
        data,
        lines: [
          ...(data.rows.length > 0 ? table(columns, data.rows) : ['There is no such request.']),
          ...paging(data),
          ...(wanted === undefined || wanted === 'wait' ? hurry(data.approvalMs, 'answers requests') : []),
        ],
      }
    },
  },
  request: {
    about: 'show one help request whole',
    args: 'NO',
    takes: { least: 1, most: 1 },
    run: async (desk, [number]) => {
      const data = await desk.look('request', { id: numberOf(number, 'The number of the request') })
      return { data, lines: letter(data.request) }
    },
  },
  answer: {
    about: 'answer a help request, or tell the account to pay into',
    more: 'The member finds the answer unread. The answer to who asked for the account lets them ask again.',
    args: 'NO TEXT',
    takes: { least: 1, most: 2 },
    changes: true,
    options: { ...text, replace: { type: 'boolean', about: 'put it in the place of an earlier answer' } },
    examples: ['answer 7 "확인해 보니 처리되었습니다."', 'answer 7 --file answer.txt'],
    run: async (desk, [number, ...words], { file, replace }) => {
      const id = numberOf(number, 'The number of the request')
      const data = await desk.change('answer', without({ id, contents: await textOf(words, file), replace }))
      const done = desk.dryRun ? 'would be answered' : 'answered'
      return { data, lines: [`Request ${id} of ${plain(data.request.member)}: ${done}.`, ...rehearsed(desk)] }
    },
  },

  note: {
    about: 'send a note to members, or to all',
    args: 'TITLE TEXT',
    takes: { least: 1, most: 2 },
    changes: true,
    options: {
      to: { type: 'string', value: 'ID', multiple: true, about: 'a member; may be given again' },
      all: { type: 'boolean', about: 'to every member there is' },
      ...text,
    },
    examples: ['note --to demo "안내" "계좌가 바뀌었습니다."', 'note --all "점검 안내" --file note.txt --dry-run'],
    run: async (desk, [title, ...words], { to, all, file }) => {
      if ((to === undefined) === (all !== true))
        throw new Problem('A note goes either --to members or to --all.', usage)
      const data = await desk.change('note', { to: all ? 'all' : to, title, contents: await textOf(words, file) })
      const members = `${data.sent.toLocaleString('en')} member${data.sent === 1 ? '' : 's'}`
      return { data, lines: [`${desk.dryRun ? 'Would be sent' : 'Sent'} to ${members}.`, ...rehearsed(desk)] }
    },
  },
  notice: noticeCommand('list', 'notice'),
  popup: noticeCommand('popup', 'popup'),

  providers: {
    about: 'list providers, and which are under maintenance',
    options: {
      kind: { type: 'string', value: 'KIND', about: 'casino, slot or sport' },
      closed: { type: 'boolean', about: 'those under maintenance alone' },
    },
    run: async (desk, _words, { kind, closed }) => {
      if (kind !== undefined) oneOf(kind, ['casino', 'slot', 'sport'], '--kind')
      const data = await desk.look('providers', without({ kind, closed }))
      const columns = [
        { head: 'code', of: ({ code }) => code },
        { head: 'kind', of: ({ kind }) => kind },
        { head: 'name', of: ({ nameKo }) => nameKo },
        { head: 'in English', of: ({ nameEn }) => nameEn },
        { head: 'used', of: ({ used }) => used },
        { head: 'under maintenance since', of: ({ closedAt }) => time(closedAt) },
      ]
      return { data, lines: data.rows.length > 0 ? table(columns, data.rows) : ['There is no such provider.'] }
    },
  },
  'callback-secret': {
    about: 'print what a provider, or payments, signs its callbacks with',
    more:
      'Newest first; each is good until PROVIDER_SECRET, or PAYMENT_SECRET for payments, no longer holds what it is ' +
      'derived from. Give it to that sender alone.',
    args: 'CODE',
    takes: { least: 1, most: 1 },
    examples: ['callback-secret dodam-play', 'callback-secret payments --json'],
    run: async (desk, [provider]) => {
      const data = await desk.look('callback-secret', { provider })
      return { data, lines: data.secrets }
    },
  },
  'referral-codes': {
    about: 'list the codes that open a registration',
    run: async (desk) => {
      const data = await desk.look('referral-codes', {})
      const columns = [
        { head: 'code', of: ({ code }) => code },
        { head: 'recommended by', of: ({ owner }) => owner },
        { head: 'filled in at', of: ({ origin }) => (origin === '*' ? 'every origin' : (origin ?? '')) },
        { head: 'members', of: ({ members }) => members },
        { head: 'made', of: ({ madeAt }) => time(madeAt) },
      ]
      return {
        data,
        lines: data.rows.length > 0 ? table(columns, data.rows) : ['There is no code: nobody can register.'],
      }
    },
  },
  'add-referral-code': {
    about: 'make a code that opens a registration',
    more: 'A store with real money begins without one. OWNER is shown as the recommending member.',
    args: 'CODE OWNER',
    takes: { least: 2, most: 2 },
    changes: true,
    options: {
      origin: { type: 'string', value: 'ORIGIN', about: 'fill it in for the visitors of this origin, or * for all' },
    },
    examples: ["add-referral-code SPRING26 madang --origin '*'"],
    run: async (desk, [code, owner], { origin }) => {
      const data = await desk.change('add-referral-code', without({ code, owner, origin }))
      return {
        data,
        lines: [`${data.code} ${desk.dryRun ? 'would open' : 'opens'} registrations now.`, ...rehearsed(desk)],
      }
    },
  },
  maintenance: {
    about: 'put providers under maintenance, or open them again',
    more: 'New games and bets stop at once, open bets are still settled. The lists of the site are held for 30 seconds.',
    args: 'on|off CODE [CODE …]',
    takes: { least: 2, most: 51 },
    changes: true,
    examples: ['maintenance on mir-works', 'maintenance off mir-works maru-tables'],
    run: async (desk, [word, ...codes]) => {
      const used = oneOf(word, ['on', 'off'], 'Maintenance') === 'on' ? 'n' : 'y'
      const answers = []
      const lines = []
      for (const provider of new Set(codes)) {
        try {
          const answer = await desk.change('maintenance', { provider, used })
          answers.push(answer)
          const becomes = used === 'n' ? 'under maintenance' : 'open'
          lines.push(`${provider}: ${answer.changed ? (desk.dryRun ? 'would be' : 'now') : 'was already'} ${becomes}.`)
        } catch (error) {
          if (!(error instanceof Problem) || error.exitCode !== 1) throw error
          answers.push({ provider, status: error.status, message: error.message })
          lines.push(`${plain(provider)}: there is no such provider. See: providers`)
        }
      }
      const failed = answers.some(({ status }) => status !== 'success')
      const later = answers.some(({ changed }) => changed) && !desk.dryRun
      return {
        data: answers,
        lines: [...lines, ...(later ? ['The lists of the site follow within 30 seconds.'] : []), ...rehearsed(desk)],
        failed,
      }
    },
  },

  members: {
    about: 'find members by a part of their id or nick, or by the end of their phone number',
    args: '[TEXT]',
    takes: { least: 0, most: 1 },
    options: paged,
    run: async (desk, [search], { page }) => {
      const data = await desk.look('members', without({ search, page: numberOf(page, '--page') }))
      const columns = [
        { head: 'member', of: ({ member }) => member },
        { head: 'nick', of: ({ nick }) => nick },
        { head: 'level', of: ({ level }) => level, right: true },
        { head: 'joined', of: ({ joinedAt }) => time(joinedAt) },
        { head: 'cash', of: ({ cash }) => won(cash), right: true },
        { head: 'in game', of: ({ game }) => won(game), right: true },
        { head: 'comp', of: ({ comp }) => won(comp), right: true },
      ]
      return {
        data,
        lines: data.rows.length > 0 ? [...table(columns, data.rows), ...paging(data)] : ['There is no such member.'],
      }
    },
  },
  member: {
    about: 'show one member: balances, what waits, and the latest entries of their ledger',
    args: 'ID',
    takes: { least: 1, most: 1 },
    run: async (desk, [member]) => {
      const about = await desk.look('member', { member })
      const ledger = await desk.look('ledger', { member })
      const { phone, bank, referralCode, ...line } = about.member
      return {
        data: { ...about, ledger: ledger.rows },
        lines: [
          ...list([
            ['member', `${line.member} (${line.nick}), level ${line.level}`],
            ['joined', `${time(line.joinedAt)}${referralCode ? ` by the code ${referralCode}` : ''}`],
            ['phone', phone],
            ['account', `${bank.name} ${bank.number} ${bank.owner}`],
            ['cash', won(line.cash)],
            ['in game', won(line.game)],
            ['comp', won(line.comp)],
            ['deposits', `${countWords(about.done.deposits)}; waiting ${countWords(about.waiting.deposits)}`],
            ['withdrawals', `${countWords(about.done.withdrawals)}; waiting ${countWords(about.waiting.withdrawals)}`],
            [
              'bets',
              `${about.bets.count.toLocaleString('en')}, staked ${won(about.bets.staked)}, won ${won(about.bets.won)}`,
            ],
            ['unread', `${about.unread.notes} notes, ${about.unread.answers} answers`],
          ]),
          '',
          ...(ledger.rows.length > 0
            ? table(
                entryColumns.filter(({ head }) => head !== 'member'),
                ledger.rows,
              )
            : ['No entry yet.']),
          ...(ledger.pages > 1
            ? [`the latest of ${ledger.total.toLocaleString('en')}; more: ledger ${line.member} --page 2`]
            : []),
        ],
      }
    },
  },
  ledger: {
    about: "list entries of the ledger, newest first: a member's, an account's, or all",
    args: '[MEMBER]',
    takes: { least: 0, most: 1 },
    options: {
      account: {
        type: 'string',
        value: 'KIND',
        about: 'cash, game, comp, provider, jackpot, bank, payments, held, comp_budget or fees',
      },
      ...range,
      ...paged,
    },
    examples: ['ledger demo --account cash', 'ledger --account jackpot --from 2026-03-01'],
    run: async (desk, [member], { account, from, to, page }) => {
      const data = await desk.look('ledger', without({ member, account, from, to, page: numberOf(page, '--page') }))
      return {
        data,
        lines:
          data.rows.length > 0 ? [...table(entryColumns, data.rows), ...paging(data)] : ['There is no such entry.'],
      }
    },
  },
  correct: {
    about: 'give a member money that they lack, or take what they have too much',
    more:
      'What was written stays: this is a transfer of its own, with the cause "correction", and the log keeps the reason. ' +
      'Cash and in-game money come from the bank account of the books, comp from its budget.',
    args: 'ID cash|game|comp give|take WON',
    takes: { least: 4, most: 4 },
    changes: true,
    options: { reason: { type: 'string', value: 'TEXT', about: 'why, for the log; needed' } },
    examples: ['correct demo cash give 50000 --reason "deposit 21 came in twice as much" --dry-run'],
    run: async (desk, [member, account, direction, sum], { reason }) => {
      const sign = oneOf(direction, ['give', 'take'], 'The third word') === 'give' ? 1 : -1
      if (reason === undefined) throw new Problem('Say why: --reason TEXT.', usage)
      const data = await desk.change('correct', {
        member,
        account: oneOf(account, ['cash', 'game', 'comp'], 'The account'),
        won: sign * numberOf(sum.replaceAll(',', ''), 'The sum'),
        reason,
      })
      const done = `${desk.dryRun ? 'would be ' : ''}${sign > 0 ? 'given' : 'taken from'}`
      const then = desk.dryRun ? 'would then be' : 'is now'
      return {
        data,
        lines: [
          `${won(Math.abs(data.won))} won ${done} ${plain(data.member)}; their ${data.account} ${then} ${won(data.after)}.`,
          ...rehearsed(desk),
        ],
      }
    },
  },
  'sign-out': {
    about: "end members' log-ins, on every device",
    args: '[ID …]',
    takes: { least: 0, most: 100 },
    changes: true,
    options: { all: { type: 'boolean', about: 'of every member there is' } },
    run: async (desk, members, { all }) => {
      if ((members.length === 0) === (all !== true)) throw new Problem('Name members, or --all.', usage)
      const data = await desk.change('sign-out', { to: all ? 'all' : members })
      const logins = `${data.ended.toLocaleString('en')} log-in${data.ended === 1 ? '' : 's'}`
      return { data, lines: [`${desk.dryRun ? 'Would end' : 'Ended'} ${logins}.`, ...rehearsed(desk)] }
    },
  },

  audit: {
    about: 'prove the books: that every won is accounted for',
    more: 'Exit code 1 when something is found. On PGlite everybody waits while it reads.',
    run: async (desk) => {
      const data = await desk.look('audit')
      const { figures, findings } = data
      return {
        data,
        failed: !data.inOrder,
        lines: [
          ...findings.flatMap(({ check, count, examples }) => [
            `NOT SO: ${check}: ${count} (${examples.map(plain).join(', ')}${count > examples.length ? ', …' : ''})`,
          ]),
          ...(findings.length > 0 ? [''] : []),
          ...figureLines(figures),
          '',
          data.inOrder
            ? `The books are in order (${span(data.ms)}).`
            : `The books are NOT in order (${span(data.ms)}).`,
        ],
      }
    },
  },
  log: {
    about: 'list what the desk did, newest first',
    options: {
      act: { type: 'string', value: 'ACT', about: 'of this act alone, as docs/desk.md names it' },
      ...range,
      ...paged,
    },
    run: async (desk, _words, { act, from, to, page }) => {
      const data = await desk.look('acts', without({ act, from, to, page: numberOf(page, '--page') }))
      const columns = [
        { head: 'no.', of: ({ id }) => id, right: true },
        { head: 'time', of: ({ at }) => time(at) },
        { head: 'who', of: ({ who }) => who },
        { head: 'act', of: ({ act, rehearsed }) => (rehearsed ? `${act} (rehearsal)` : act) },
        { head: 'result', of: ({ result }) => resultWords(result) },
        { head: 'asked for', of: ({ payload }) => JSON.stringify(payload) },
      ]
      return {
        data,
        lines: data.rows.length > 0 ? [...table(columns, data.rows), ...paging(data)] : ['Nothing yet.'],
      }
    },
  },
  export: {
    about: 'write deposits, withdrawals or the ledger as a CSV file',
    more:
      'UTF-8 with a byte order mark, times of Seoul, one line an entry or movement, oldest first. ' +
      'Text that a spreadsheet would run as a formula is written with an apostrophe before it.',
    args: 'deposits|withdrawals|ledger FILE',
    takes: { least: 2, most: 2 },
    options: {
      state: {
        type: 'string',
        value: 'STATE',
        about: 'of deposits and withdrawals: waiting, done, cancelled or all (default all)',
      },
      ...ofMember,
      ...range,
      force: { type: 'boolean', about: 'write over a file that is there' },
    },
    examples: [
      'export withdrawals march.csv --from 2026-03-01 --to 2026-03-31',
      'export ledger - | gzip > ledger.csv.gz',
    ],
    run: async (desk, [word, file], { state, member, from, to, force, json }) => {
      const what = oneOf(word, ['deposits', 'withdrawals', 'ledger'], 'What to export')
      if (what === 'ledger' && state !== undefined) throw new Problem('Entries of the ledger have no state.', usage)
      if (file === '-' && json) throw new Problem('--json needs a file: the CSV goes to standard output here.', usage)
      const path = file === '-' ? undefined : freePath(file, force)
      const response = await desk.look('export', without({ what, state: stateOf(state), member, from, to }))
      const bytes = await written(response, path)
      return {
        data: { status: 'success', ...(path ? { file: path } : {}), bytes },
        lines: path ? [`${path}: ${bytes.toLocaleString('en')} bytes`] : [],
      }
    },
  },

  backup: {
    about: 'write the whole store into one file, while the site goes on',
    more:
      'PGlite: the site holds still while its folder is copied, then goes on while the copy is packed; it needs room for one copy. ' +
      'PostgreSQL: pg_dump does it, with DATABASE_URL as the site has it. ' +
      'The file holds everything of every member: keep it as you keep the store.',
    args: 'FILE',
    takes: { least: 1, most: 1 },
    options: { force: { type: 'boolean', about: 'write over a file that is there' } },
    examples: ['backup /backup/house-2026-03-10.tar.gz'],
    run: async (desk, [file], { force }) => backup(desk, freePath(file, force)),
  },
  restore: {
    about: 'put a backup into an empty DATA_DIR, or an empty database',
    more:
      'With the site stopped. The store is opened by the site itself on a port of its own, audited, and every log-in in it ended, ' +
      'before it is given its name; what is wrong leaves an empty DATA_DIR empty.',
    args: 'FILE',
    takes: { least: 1, most: 1 },
    changes: true,
    examples: ['restore /backup/house-2026-03-10.tar.gz --dry-run'],
    run: async (desk, [file]) => {
      const { data, failed, figures } = await restore(pathOf(file), { dryRun: desk.dryRun })
      return {
        data,
        failed,
        lines: [...data.says, ...(figures ? ['', ...figureLines(figures)] : []), ...rehearsed(desk)],
      }
    },
  },
}

/** How the help arranges them. */
export const groups = [
  { title: 'Money', names: ['status', 'deposits', 'withdrawals', 'approve', 'cancel'] },
  { title: 'Letters', names: ['requests', 'request', 'answer', 'note', 'notice', 'popup'] },
  { title: 'Games', names: ['providers', 'maintenance', 'callback-secret'] },
  { title: 'Members', names: ['members', 'member', 'ledger', 'correct', 'sign-out'] },
  { title: 'Books', names: ['audit', 'export', 'log'] },
  { title: 'Store', names: ['backup', 'restore'] },
]

function letter(request) {
  return [
    ...list([
      ['request', `${request.id}${request.account ? ', asks for the account to pay into' : ''}`],
      ['member', `${request.member} (${request.nick}), writes ${request.language}`],
      ['asked', time(request.madeAt)],
      ['state', `${stateWords[request.state]}${request.readAt ? `, read ${time(request.readAt)}` : ''}`],
      ['title', request.title],
    ]),
    '',
    ...plain(request.contents)
      .split('\n')
      .map((line) => wrapped(line)),
    ...(request.answer === null
      ? []
      : [
          '',
          `answered ${time(request.answeredAt)}:`,
          ...plain(request.answer)
            .split('\n')
            .map((line) => wrapped(line)),
        ]),
  ]
}

const accountWords = {
  cash: 'cash of members',
  game: 'in-game money of members',
  comp: 'comp of members',
  held: 'held for withdrawals',
  jackpot: 'jackpot',
  bank: 'bank',
  payments: 'payments',
  provider: 'providers',
  comp_budget: 'comp budget',
  fees: 'fees',
}

function figureLines(figures) {
  const { accounts } = figures
  const names = [...new Set([...Object.keys(accountWords), ...Object.keys(accounts)])]
  const rows = [
    ...names.map((kind) => [accountWords[kind] ?? kind, won(accounts[kind])]),
    ['sum of all entries', won(figures.sum)],
  ]
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => columnsOf(row[at]))))
  const { waiting, done, bets } = figures
  return [
    ...rows.map(([name, amount]) => `${name.padEnd(widths[0])}  ${amount.padStart(widths[1])}`),
    '',
    ...list([
      ['members', figures.members.toLocaleString('en')],
      ['transfers, entries', `${figures.transfers.toLocaleString('en')}, ${figures.entries.toLocaleString('en')}`],
      ['deposits', `${countWords(done.deposits)}; waiting ${countWords(waiting.deposits)}`],
      ['withdrawals', `${countWords(done.withdrawals)}; waiting ${countWords(waiting.withdrawals)}`],
      [
        'bets',
        `open ${countWords(bets.open)}; settled ${countWords(bets.settled)}; returned ${countWords(bets.returned)}`,
      ],
    ]),
  ]
}

function resultWords(result) {
  const { status, total, changed } = result ?? {}
  if (changed === false) return 'nothing to change'
  if (total !== undefined) return `${total} seen`
  return status === 'success' ? 'done' : String(status)
}

/** A path that may be written. */
function freePath(file, force) {
  const path = pathOf(file)
  if (!force && existsSync(path)) throw new Problem(`${path} is there already; --force writes over it.`, usage)
  return path
}

/** Writes an answer into a file, which has its name only when it is whole; or to standard output. */
async function written(response, path) {
  const source = Readable.fromWeb(response.body)
  let bytes = 0
  source.on('data', (part) => {
    bytes += part.length
  })
  try {
    if (path === undefined) await pipeline(source, process.stdout, { end: false })
    else {
      await pipeline(source, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }))
      await rename(`${path}.part`, path)
    }
  } catch (error) {
    if (path !== undefined) await rm(`${path}.part`, { force: true })
    const words = error.syscall ? `can't be written (${error.code})` : 'was cut off: the site ended in the middle'
    throw new Problem(`${path ?? 'The file'} ${words}.`, { exitCode: 3 })
  }
  return bytes
}
