import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { nextPathOf } from '~/frame/current-path'
import { type DocumentSettings, DocumentSettingsProvider } from '~/frame/document-settings'
import { getIncreasedCounts } from '~/frame/health-check'
import { loadMemberParts } from '~/frame/member-part'
import { getAriaCurrent, isMemberPath, menu, menuGroups } from '~/frame/menu'
import { RouterDataScript, ServerDocumentContext } from '~/frame/server-document'
import { getSessionState } from '~/frame/session-state'
import { Shell } from '~/frame/shell'
import type { FooterData, ShellData, ShellMember } from '~/frame/shell-data'
import { toShellMember } from '~/frame/shell-member'
import { i18nFor } from '~/i18n/catalogue.server'
import { I18nProvider } from '~/i18n/i18n'
import type { Locale } from '~/i18n/locale'
import { messageText, messageTextWithReference } from '~/i18n/message-text'
import { formatRetryWait } from '~/i18n/retry-wait'
import type { RouteHandle } from '~/server/route.server'
import { contract } from '~/upstream/contract'
import { sitePaths } from '../support/site-paths'

const member: ShellMember = {
  userId: 'haneul77',
  nick: '하늘소',
  level: 3,
  totalWon: 1_284_500,
  inGameWon: 184_500,
  compPoints: 32_480,
  unreadNotes: 2,
  unreadReplies: 1,
}

const visitorData: ShellData = {
  member: null,
  playLimits: null,
  sessionLeft: null,
  isCountryServed: true,
  flash: null,
  settled: [],
  hasOpenDeposit: false,
}
const memberData: ShellData = { ...visitorData, member }
const footerData: FooterData = {
  providerNames: { casino: ['가온 카지노'], slot: ['도담 플레이'], sport: ['온들 스포츠'] },
  minimumAge: 19,
  licence: 'MDG-0000',
}

await loadMemberParts()

/** The markup that a browser without script gets around a page. */
function renderShell(
  data: ShellData | null,
  at = '/',
  {
    locale = 'ko',
    facts = {},
    handle = {},
  }: { locale?: Locale; facts?: Partial<DocumentSettings>; handle?: RouteHandle } = {},
): string {
  const page = (
    <Shell data={data} footer={data && footerData}>
      <h1>화면</h1>
    </Shell>
  )
  const router = createMemoryRouter([{ path: '*', element: page, handle }], { initialEntries: [at] })
  return renderToStaticMarkup(
    <DocumentSettingsProvider
      value={{
        locale,
        theme: 'dark',
        lite: false,
        playMoney: true,
        https: false,
        missingPages: [],
        isMember: false,
        hasPageWords: true,
        ...facts,
      }}
    >
      <I18nProvider value={i18nFor(locale)}>
        <RouterProvider router={router} />
      </I18nProvider>
    </DocumentSettingsProvider>,
  )
}

/** The opening tags that match, with their attributes. */
function tags(markup: string, pattern: RegExp): string[] {
  return markup.match(new RegExp(`<[^>]*${pattern.source}[^>]*>`, 'g')) ?? []
}

/** The text of a part of the markup, without tags. */
function text(markup: string): string {
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

function header(markup: string): string {
  return /<header.*?<\/header>/s.exec(markup)?.[0] ?? ''
}

describe('the top bar', () => {
  it('has ten entries in three groups', () => {
    expect(menuGroups.flatMap((group) => menu[group].map(({ path }) => path))).toEqual([
      '/casino',
      '/slot',
      '/sport',
      '/deposit',
      '/withdraw',
      '/comp',
      '/notice',
      '/help',
      '/help',
      '/user',
    ])
  })

  it('marks the page that is shown, once', () => {
    const marked = tags(header(renderShell(memberData, '/help')), /aria-current="page"/)
    expect(marked).toHaveLength(1)
    expect(marked[0]).toContain('href="/help"')
  })

  it('marks slot on the page of a provider as well, as the part that page belongs to', () => {
    expect(getAriaCurrent(menu.play[1], '/slot/game')).toBe('true')
    expect(getAriaCurrent(menu.play[1], '/slot')).toBe('page')
    expect(getAriaCurrent(menu.play[1], '/slots')).toBeUndefined()
  })

  it('offers four languages by forms that lead back to this page', () => {
    const bar = header(renderShell(visitorData, '/terms?lng=en&part=2'))
    expect(tags(bar, /name="lng"/).map((tag) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(['ko', 'en', 'vn', 'th'])
    expect(bar).toContain('name="next" value="/terms?part=2"')
    expect(bar).toContain('lang="vi"')
  })
})

describe('what a member sees on every page', () => {
  it('is the greeting, money, comp and both counts', () => {
    const seen = text(renderShell(memberData, '/note'))
    expect(seen).toContain('haneul77 님, 환영합니다')
    expect(seen).toContain('1,284,500원')
    expect(seen).toContain('32,480')
    expect(renderShell(memberData)).toContain('aria-label="쪽지 2, 안 읽은 쪽지 2개"')
    expect(renderShell(memberData)).toContain('aria-label="문의 답변 1, 안 읽은 답변 1개"')
  })

  it('is a panel with money and counts on every page, also where the page itself moves money', () => {
    const none = {
      ...memberData,
      member: { ...memberData.member, userId: 'haneul77', unreadNotes: 0, unreadReplies: 0 },
    }
    for (const at of ['/', '/deposit', '/withdraw', '/comp', '/note', '/user', '/game', '/terms']) {
      const aside = /<aside.*?<\/aside>/s.exec(renderShell(none, at))?.[0] ?? ''
      const seen = text(aside).replace(/\s+/g, ' ')
      expect([at, seen]).toEqual([at, expect.stringMatching(/보유 머니 1,284,500/)])
      expect([at, seen]).toEqual([at, expect.stringMatching(/쪽지 0 문의 답변 0/)])
      expect(aside).toContain('href="/deposit"')
    }
  })
})

describe('what a visitor sees', () => {
  it('is the login form in the drawer, with the way back', () => {
    const markup = renderShell(visitorData, '/safer-play')
    expect(markup).toMatch(/<form[^>]*method="post"[^>]*action="\/login"|<form[^>]*action="\/login"[^>]*method="post"/)
    expect(markup).toContain('name="next" value="/safer-play"')
  })

  it('is neither strip nor panel', () => {
    expect(renderShell(visitorData)).not.toContain('<aside')
    expect(text(renderShell(visitorData))).not.toContain('환영합니다')
  })
})

describe('every page', () => {
  it('begins with the way past the bars to its one main part', () => {
    const markup = renderShell(memberData)
    expect(markup).toContain('href="#main"')
    expect(tags(markup, /id="main"/)).toHaveLength(1)
  })

  it('says that no real money is played for, when it is so', () => {
    expect(header(renderShell(visitorData))).toContain('연습용 머니')
    expect(header(renderShell(null)), 'a failure that came before the page knew anything').toContain('연습용 머니')
    expect(renderShell(visitorData, '/', { facts: { playMoney: false } })).not.toContain('연습용 머니')
  })

  it('has switches that say what they will do', () => {
    expect(text(renderShell(visitorData, '/', { facts: { theme: 'light', lite: true } }))).toContain('어두운 화면으로')
    expect(renderShell(visitorData)).toContain('name="theme" value="light"')
    expect(renderShell(visitorData, '/', { facts: { lite: true } })).toContain('name="lite" value="off"')
  })

  it('has bars, footer and languages even when its data is missing', () => {
    const markup = renderShell(null, '/nowhere')
    expect(markup).toContain('<header')
    expect(markup).toContain('<footer')
    expect(markup).toContain('action="/language"')
  })

  it('shows the flash message of the page before, in this language', () => {
    const flash = { kind: 'success' as const, message: 'msg2010' }
    const markup = renderShell({ ...memberData, flash })
    expect(markup).toContain('role="status"')
    expect(text(markup)).toContain('입금 신청을 받았습니다')
    expect(text(renderShell({ ...memberData, flash }, '/', { locale: 'en' }))).toContain(i18nFor('en').t('msg2010'))
  })

  it('shows nothing for an unknown message', () => {
    expect(messageText(i18nFor('ko'), 'constructor')).toBeNull()
  })

  it('shows the second sentence of a message, and the reference number for the help desk', () => {
    const i18n = i18nFor('ko')
    expect(messageText(i18n, 'msg2010')).toEqual({
      title: '입금 신청을 받았습니다',
      text: '입금이 확인되면 보유 머니에 더해집니다.',
    })
    expect(messageText(i18n, 'msg_auth_success')).toEqual({ title: '로그인했습니다', text: undefined })
    expect(messageText(i18n, 'problem.timeout.title')?.text).toMatch(/^기다렸지만 답을/)
    expect(messageTextWithReference(i18n, 'msg2018', { reference: 'r-1' })?.text).toMatch(/문의 번호 r-1$/)
    expect(messageTextWithReference(i18n, 'logout.done', { reference: 'r-1' })?.text).toBe('문의 번호 r-1')
  })
})

describe('member screens', () => {
  it('are those of the guarded routes, and no others', () => {
    const guarded = sitePaths.filter(({ isForMembers, callName }) => isForMembers && !callName)
    expect(guarded.length).toBeGreaterThan(15)
    for (const { path } of guarded) expect(isMemberPath(path), path).toBe(true)
    const open = sitePaths.filter(({ isForMembers, callName }) => !isForMembers && !callName)
    expect(open.length).toBeGreaterThan(15)
    for (const { path } of [...open, { path: '/notices' }]) expect(isMemberPath(path), path).toBe(false)
  })
})

describe('the session', () => {
  it('has three states and a flag that goes with them', () => {
    expect(getSessionState(member, false)).toEqual({ state: 'authenticated', isLoggedOut: false })
    expect(getSessionState(null, false)).toEqual({ state: 'unauthenticated', isLoggedOut: true })
    expect(getSessionState(member, true)).toEqual({ state: 'loading', isLoggedOut: null })
  })

  it('shows balance and money in games together, cut to whole won', () => {
    const user = contract['user-health-check'].response.parse({
      user: { userId: 'a', balance: 1000.9, in_balance: 500.3, rolling: 7.9 },
    }).user
    const shown = toShellMember('a', { user, noteCount: 3, helpCount: undefined })
    expect(shown).toMatchObject({ totalWon: 1501, compPoints: 7, unreadNotes: 3, unreadReplies: undefined })
  })
})

describe('a prompt', () => {
  it('comes when a count of the same member went up', () => {
    expect(getIncreasedCounts(member, { ...member, unreadNotes: 3 })).toEqual(['unreadNotes'])
    expect(getIncreasedCounts(member, { ...member, unreadNotes: 3, unreadReplies: 2 })).toEqual([
      'unreadNotes',
      'unreadReplies',
    ])
  })

  it('does not come for notes while the member is excluded, but for answers', () => {
    const later = { ...member, unreadNotes: 3, unreadReplies: 2 }
    expect(getIncreasedCounts(member, later, { isExcluded: true })).toEqual(['unreadReplies'])
  })

  it('does not come for fewer, for the same, at the first look, or for another member', () => {
    expect(getIncreasedCounts(member, { ...member, unreadNotes: 1 })).toEqual([])
    expect(getIncreasedCounts(member, { ...member })).toEqual([])
    expect(getIncreasedCounts(null, member)).toEqual([])
    expect(getIncreasedCounts({ userId: 'other', unreadNotes: 0 }, member)).toEqual([])
    expect(getIncreasedCounts({ userId: 'haneul77' }, member)).toEqual([])
  })
})

describe('the way back', () => {
  it('keeps path and search, but not the language just left', () => {
    expect(nextPathOf({ pathname: '/slot/game', search: '?code=a&lng=en&page=2' })).toBe('/slot/game?code=a&page=2')
    expect(nextPathOf({ pathname: '/', search: '?lng=en' })).toBe('/')
  })

  it('never leaves this site', () => {
    // A page not found may stand at any of these.
    for (const pathname of ['//evil.example', '//evil.example/steal', '/\\evil.example', '/\t/evil.example']) {
      expect(nextPathOf({ pathname, search: '' })).toBe('/')
      expect(nextPathOf({ pathname, search: '?a=1' })).toBe('/')
    }
  })
})

describe('the wait of a limit', () => {
  it('is said in seconds while it is short, and in whole minutes, rounded up, beyond', () => {
    const ko = i18nFor('ko')
    expect(formatRetryWait(ko, 30)).toBe('30초 뒤에 다시 시도해 주세요.')
    expect(formatRetryWait(ko, 90)).toBe('90초 뒤에 다시 시도해 주세요.')
    expect(formatRetryWait(ko, 91)).toBe('2분 뒤에 다시 시도해 주세요.')
    expect(formatRetryWait(ko, 2_861)).toBe('48분 뒤에 다시 시도해 주세요.')
    expect(formatRetryWait(i18nFor('en'), 1)).toBe('Please try again in 1 second.')
  })
})

describe('the loaders’ data at the end of a document', () => {
  const routerData = '</script><!-- <script> \u2028 " \\ &amp;'
  const markup = renderToStaticMarkup(
    <ServerDocumentContext value={{ headTags: null, routerData, nonce: 'abc' }}>
      <RouterDataScript />
    </ServerDocumentContext>,
  )
  const [, code = ''] = /^<script nonce="abc">(.*)<\/script>$/s.exec(markup) ?? []

  it('reach the router as they are, in one script', () => {
    const received: unknown[] = []
    const streamController = { enqueue: (text: string) => received.push(text), close: () => received.push('closed') }
    new Function('window', code)({ __reactRouterContext: { streamController } })
    expect(received).toEqual([routerData, 'closed'])
  })

  it('can neither end the script nor begin a comment in it', () => {
    expect(code).not.toContain('<')
  })

  it('are not written again in the browser', () => {
    expect(renderToStaticMarkup(<RouterDataScript />)).toBe('')
  })
})
