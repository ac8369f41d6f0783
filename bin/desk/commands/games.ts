import { type CommandAnswer, providerKind } from '~/embedded/desk/commands'
import { type Command, changeEach, defineCommand, dryRunLines, oneOf, rowLines } from '../command'
import { type Column, plain, time } from '../terminal-text'

const providerColumns: Column<CommandAnswer<'providers'>['rows'][number]>[] = [
  { head: 'code', of: ({ code }) => code },
  { head: 'kind', of: ({ kind }) => kind },
  { head: 'name', of: ({ nameKo }) => nameKo },
  { head: 'in English', of: ({ nameEn }) => nameEn },
  { head: 'used', of: ({ used }) => used },
  { head: 'under maintenance since', of: ({ closedAt }) => time(closedAt) },
]

const providers = defineCommand({
  about: 'list providers, and which are under maintenance',
  options: {
    kind: { type: 'string', value: 'KIND', about: 'casino, slot or sport' },
    closed: { type: 'boolean', about: 'those under maintenance alone' },
  },
  run: async (desk, _words, { kind, closed }) => {
    if (kind !== undefined) oneOf(kind, providerKind.options, '--kind')
    const data = await desk.read('providers', { kind, closed })
    return { data, lines: rowLines(providerColumns, data, 'There is no such provider.') }
  },
})

const maintenance = defineCommand({
  about: 'put providers under maintenance, or open them again',
  more: 'New games and bets stop at once, open bets are still settled. The lists of the site are held for 30 seconds.',
  args: 'on|off CODE [CODE …]',
  takes: { least: 2, most: 51 },
  changes: true,
  examples: ['maintenance on mir-works', 'maintenance off mir-works maru-tables'],
  run: async (desk, [word, ...codes]) => {
    const used = oneOf(word, ['on', 'off'], 'Maintenance') === 'on' ? 'n' : 'y'
    let listsFollow = false
    const { data, lines, failed } = await changeEach(
      [...new Set(codes)],
      async (provider) => {
        const answer = await desk.change('maintenance', { provider, used })
        listsFollow ||= answer.changed && !desk.dryRun
        const state = used === 'n' ? 'under maintenance' : 'open'
        const done = answer.changed ? (desk.dryRun ? 'would be' : 'now') : 'was already'
        return { data: answer, line: `${provider}: ${done} ${state}.` }
      },
      (provider, { status, message }) => ({
        data: { provider, status, message },
        line: `${plain(provider)}: there is no such provider. See: providers`,
      }),
    )
    const later = listsFollow ? ['The lists of the site follow within 30 seconds.'] : []
    return { data, lines: [...lines, ...later, ...dryRunLines(desk)], failed }
  },
})

const callbackSecret = defineCommand({
  about: 'print what a provider, or payments, signs its callbacks with',
  more:
    'Newest first; each is good until PROVIDER_SECRET, or PAYMENT_SECRET for payments, no longer holds what it is ' +
    'derived from. Give it to that sender alone.',
  args: 'CODE',
  takes: { least: 1, most: 1 },
  examples: ['callback-secret dodam-play', 'callback-secret payments --json'],
  run: async (desk, [provider = '']) => {
    const data = await desk.read('callback-secret', { provider })
    return { data, lines: data.secrets }
  },
})

export const games: Record<string, Command> = { providers, maintenance, 'callback-secret': callbackSecret }
