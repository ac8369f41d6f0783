import { type CommandAnswer, noticeState } from '~/embedded/desk/commands'
import {
  autoApprovalLines,
  type Command,
  defineCommand,
  dryRunLines,
  ofMember,
  oneOf,
  paged,
  pagingLines,
  parseNumber,
  parsePage,
  parseState,
  readText,
  rowLines,
  stateNames,
  textFile,
} from '../command'
import { Problem, usage } from '../problem'
import { type Column, list, plain, table, time, wrapped } from '../terminal-text'

type HelpRequest = CommandAnswer<'requests'>['rows'][number]

const requestColumns: Column<HelpRequest>[] = [
  { head: 'no.', of: ({ id }) => id, right: true },
  { head: 'asked', of: ({ madeAt }) => time(madeAt) },
  { head: 'member', of: ({ member }) => member },
  { head: 'about', of: ({ account }) => (account ? 'account' : 'help') },
  { head: 'in', of: ({ language }) => language },
  { head: 'state', of: ({ state }) => stateNames[state] },
  { head: 'title', of: ({ title }) => title },
  { head: 'text', of: ({ contents }) => contents },
]

const requests = defineCommand({
  about: 'list help requests, the waiting ones unless told otherwise',
  more: 'Those who ask for the account to pay into are among them, marked so.',
  options: {
    state: { type: 'string', value: 'STATE', about: 'waiting, done or all (default waiting)' },
    ...ofMember,
    ...paged,
  },
  run: async (desk, _words, { state: word, member, page }) => {
    const state = parseState(word, ['waiting', 'wait', 'done', 'already', 'all'])
    const data = await desk.read('requests', { state, member, page: parsePage(page) })
    const someWait = state === undefined || state === 'wait'
    return {
      data,
      lines: [
        ...(data.rows.length > 0 ? table(requestColumns, data.rows) : ['There is no such request.']),
        ...pagingLines(data),
        ...(someWait ? autoApprovalLines(data.approvalMs, 'answers requests') : []),
      ],
    }
  },
})

const request = defineCommand({
  about: 'show one help request whole',
  args: 'NO',
  takes: { least: 1, most: 1 },
  run: async (desk, [number = '']) => {
    const data = await desk.read('request', { id: parseNumber(number, 'The number of the request') })
    return { data, lines: requestLines(data.request) }
  },
})

function requestLines(request: HelpRequest): string[] {
  const paragraphs = (text: string) =>
    plain(text)
      .split('\n')
      .map((line) => wrapped(line))
  return [
    ...list([
      ['request', `${request.id}${request.account ? ', asks for the account to pay into' : ''}`],
      ['member', `${request.member} (${request.nick}), writes ${request.language}`],
      ['asked', time(request.madeAt)],
      ['state', `${stateNames[request.state]}${request.readAt ? `, read ${time(request.readAt)}` : ''}`],
      ['title', request.title],
    ]),
    '',
    ...paragraphs(request.contents),
    ...(request.answer === null ? [] : ['', `answered ${time(request.answeredAt)}:`, ...paragraphs(request.answer)]),
  ]
}

const answer = defineCommand({
  about: 'answer a help request, or tell the account to pay into',
  more: 'The member finds the answer unread. The answer to who asked for the account lets them ask again.',
  args: 'NO TEXT',
  takes: { least: 1, most: 2 },
  changes: true,
  options: { ...textFile, replace: { type: 'boolean', about: 'put it in the place of an earlier answer' } },
  examples: ['answer 7 "확인해 보니 처리되었습니다."', 'answer 7 --file answer.txt'],
  run: async (desk, [number = '', ...words], { file, replace }) => {
    const id = parseNumber(number, 'The number of the request')
    const data = await desk.change('answer', { id, contents: await readText(words, file), replace })
    const done = desk.dryRun ? 'would be answered' : 'answered'
    return { data, lines: [`Request ${id} of ${plain(data.request.member)}: ${done}.`, ...dryRunLines(desk)] }
  },
})

const note = defineCommand({
  about: 'send a note to members, or to all',
  args: 'TITLE TEXT',
  takes: { least: 1, most: 2 },
  changes: true,
  options: {
    to: { type: 'string', value: 'ID', multiple: true, about: 'a member; may be given again' },
    all: { type: 'boolean', about: 'to every member there is' },
    ...textFile,
  },
  examples: ['note --to demo "안내" "계좌가 바뀌었습니다."', 'note --all "점검 안내" --file note.txt --dry-run'],
  run: async (desk, [title = '', ...words], { to, all, file }) => {
    if ((to === undefined) === (all !== true)) throw new Problem('A note goes either --to members or to --all.', usage)
    const data = await desk.change('note', { to: to ?? 'all', title, contents: await readText(words, file) })
    const members = `${data.sent.toLocaleString('en')} member${data.sent === 1 ? '' : 's'}`
    return { data, lines: [`${desk.dryRun ? 'Would be sent' : 'Sent'} to ${members}.`, ...dryRunLines(desk)] }
  },
})

const noticeColumns: Column<CommandAnswer<'notices'>['rows'][number]>[] = [
  { head: 'no.', of: ({ idx }) => idx, right: true },
  { head: 'since', of: ({ madeAt }) => time(madeAt) },
  { head: 'until', of: ({ endsAt }) => time(endsAt) },
  { head: 'shown', of: ({ shown }) => (shown ? 'yes' : 'no') },
  { head: 'title', of: ({ title }) => title },
  { head: 'text', of: ({ contents }) => contents },
]

const popupDelay = ' Visitors may see the home page as it was up to a minute ago.'

function noticeCommand(place: 'list' | 'popup', word: 'notice' | 'popup'): Command {
  const isPopup = place === 'popup'
  const name = isPopup ? 'pop-up' : 'notice'
  return defineCommand({
    about: isPopup ? 'list, add or end pop-ups of the home page' : 'list, add or end notices',
    more: `An ended ${name} is kept, and listed with --state ended or all.${isPopup ? popupDelay : ''}`,
    args: 'list | add TITLE TEXT | end NO',
    takes: { least: 1, most: 3 },
    changes: true,
    options: {
      until: { type: 'string', value: 'DAY', about: 'its last day, YYYY-MM-DD (default: until it is ended)' },
      ...textFile,
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
          const contents = await readText(rest, file)
          const data = await desk.change('add-notice', { place, title, contents, until })
          const ends = data.endsAt ? `, shown until ${until}` : ''
          const line = desk.dryRun ? `Would add the ${name}${ends}.` : `Added ${name} ${data.idx}${ends}.`
          return { data, lines: [line, ...dryRunLines(desk)] }
        }
        case 'end': {
          const idx = parseNumber(words[0] ?? '', `The number of the ${name}`)
          const data = await desk.change('end-notice', { place, idx })
          const done = data.changed ? (desk.dryRun ? 'would end' : 'ended') : 'was ended before'
          return { data, lines: [`${name} ${idx} (${plain(data.title)}): ${done}.`, ...dryRunLines(desk)] }
        }
        default: {
          if (words.length > 0) throw new Problem(`${word} list takes no other words.`, usage)
          if (state !== undefined) oneOf(state, noticeState.options, '--state')
          const data = await desk.read('notices', { place, state, page: parsePage(page) })
          return { data, lines: rowLines(noticeColumns, data, `There is no such ${name}.`) }
        }
      }
    },
  })
}

export const messages: Record<string, Command> = {
  requests,
  request,
  answer,
  note,
  notice: noticeCommand('list', 'notice'),
  popup: noticeCommand('popup', 'popup'),
}
