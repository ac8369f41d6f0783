import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { i18nFor } from '~/i18n/catalogue.server'
import { messageText, messageTextWithReference } from '~/i18n/message-text'
import { nextPathOf } from '~/navigation/current-page'
import { RouterDataScript, ServerHtmlContext } from '~/session/server-html'
import { type ShellMember, toShellMember } from '~/session/shell-data'
import { getIncreasedCounts } from '~/shell/health-check'
import { getAriaCurrent, isMemberPath, menu } from '~/shell/menu'
import { contract } from '~/upstream/contract'
import { sitePaths } from '../../support/site-paths'

const member: ShellMember = {
  userId: 'haneul77',
  nick: '하늘소',

  totalWon: 1_284_500,
  inGameWon: 184_500,
  compPoints: 32_480,
  unreadNotes: 2,
  unreadReplies: 1,
}

describe('the top bar', () => {
  it('marks the current page once even if two entries link to it', () => {
    const current = menu.support.map((entry) => getAriaCurrent(entry, '/help'))
    expect(current).toEqual([undefined, 'page', undefined, undefined])
  })

  it('also marks the slot entry on a provider’s page', () => {
    expect(getAriaCurrent(menu.play[1], '/slot/game')).toBe('true')
    expect(getAriaCurrent(menu.play[1], '/slot')).toBe('page')
    expect(getAriaCurrent(menu.play[1], '/slots')).toBeUndefined()
  })
})

it('a message includes its second sentence and an error reference', () => {
  const i18n = i18nFor('ko')
  const { t } = i18n
  expect(messageText(i18n, 'msg2010')).toEqual({ title: t('msg2010'), text: t('msg2010.text') })
  expect(messageText(i18n, 'msg_auth_success')).toEqual({ title: t('msg_auth_success'), text: undefined })
  expect(messageText(i18n, 'problem.timeout.title')?.text).toBe(t('problem.timeout.text'))
  const [reference, number] = ['r-1', `${t('problem.reference')} r-1`]
  expect(messageTextWithReference(i18n, 'msg2018', { reference })?.text).toBe(`${t('msg2018.text')} ${number}`)
  expect(messageTextWithReference(i18n, 'logout.done', { reference })?.text).toBe(number)
})

it('the member screens are exactly the guarded routes', () => {
  const guarded = sitePaths.filter(({ isForMembers, callName }) => isForMembers && !callName)
  expect(guarded.length).toBeGreaterThan(15)
  for (const { path } of guarded) expect(isMemberPath(path), path).toBe(true)
  const open = sitePaths.filter(({ isForMembers, callName }) => !isForMembers && !callName)
  expect(open.length).toBeGreaterThan(15)
  for (const { path } of [...open, { path: '/notices' }]) expect(isMemberPath(path), path).toBe(false)
})

it('the shell shows the sum of wallet and game money, rounded down to whole won', () => {
  const user = contract['user-health-check'].response.parse({
    user: { userId: 'a', balance: 1000.9, in_balance: 500.3, rolling: 7.9 },
  }).user
  const shown = toShellMember('a', { user, noteCount: 3, helpCount: undefined })
  expect(shown).toMatchObject({ totalWon: 1501, compPoints: 7, unreadNotes: 3, unreadReplies: undefined })
})

describe('a prompt', () => {
  const none: string[] = []
  it.each([
    ['more notes', member, { ...member, unreadNotes: 3 }, ['unreadNotes']],
    ['more of both', member, { ...member, unreadNotes: 3, unreadReplies: 2 }, ['unreadNotes', 'unreadReplies']],
    ['only a settlement’s note', member, { ...member, unreadNotes: 3, unseenSettled: 1 }, none],
    ['fewer notes', member, { ...member, unreadNotes: 1 }, none],
    ['the same', member, { ...member }, none],
    ['the first counts', null, member, none],
    ['another member', { userId: 'other', unreadNotes: 0 }, member, none],
    ['unknown counts', { userId: 'haneul77' }, member, none],
  ])('appears only if a count of the same member increased: %s', (_, before, now, increased) => {
    expect(getIncreasedCounts(before, now)).toEqual(increased)
  })

  it('appears only for answers, not for notes, while the member is excluded', () => {
    const later = { ...member, unreadNotes: 3, unreadReplies: 2 }
    expect(getIncreasedCounts(member, later, { isExcluded: true })).toEqual(['unreadReplies'])
  })
})

it.each([
  ['/slot/game', '?code=a&lng=en&page=2', '/slot/game?code=a&page=2'],
  ['/', '?lng=en', '/'],
  // The page for unknown paths may have any of these URLs.
  ...['//evil.example', '//evil.example/steal', '/\\evil.example', '/\t/evil.example'].map((path) => [
    path,
    '?a=1',
    '/',
  ]),
])(
  'the return path from %j with %j is %j, on this site and without the previous language',
  (pathname = '', search = '', next) => {
    expect(nextPathOf({ pathname, search })).toBe(next)
  },
)

describe('the loaders’ data at the end of a document', () => {
  const routerData = '</script><!-- <script> \u2028 " \\ &amp;'
  const markup = renderToStaticMarkup(
    <ServerHtmlContext value={{ headTags: null, routerData, nonce: 'abc' }}>
      <RouterDataScript />
    </ServerHtmlContext>,
  )
  const [, code = ''] = /^<script nonce="abc">(.*)<\/script>$/s.exec(markup) ?? []

  it('reaches the router unchanged, in one script', () => {
    const received: unknown[] = []
    const streamController = { enqueue: (text: string) => received.push(text), close: () => received.push('closed') }
    new Function('window', code)({ __reactRouterContext: { streamController } })
    expect(received).toEqual([routerData, 'closed'])
  })

  it('can neither end the script nor start a comment in it', () => {
    expect(code).not.toContain('<')
  })
})
