import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { dot } from '~/values/parts'
import { formatSeoulMinute } from '~/values/seoul'
import { commonSite, sharedForeignSite, sharedMember } from '../../support/shared-site'
import {
  copyOf,
  newMember,
  normalizedText,
  type PageResponse,
  signedIn,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { textOf, words } from '../../support/words'

const site = commonSite()
const member = sharedMember(site)

function cardNames(response: PageResponse, link: string): string[] {
  return [...response.page.querySelectorAll(`main a[href^="${link}"] p:first-of-type`)].map(
    (name) => name.textContent ?? '',
  )
}

function linkTo(response: PageResponse, name: string): string | null | undefined {
  const links = [...response.page.querySelectorAll('main a')]
  return links.find((link) => link.textContent?.includes(name))?.getAttribute('href')
}

function providerLink({ page }: PageResponse): string | null | undefined {
  return page.querySelector(`main nav[aria-label="${words['lobby.providers']}"] a`)?.getAttribute('href')
}

describe('the lobbies', () => {
  it('label providers under maintenance, without a link', async () => {
    for (const [path, name] of [
      ['/casino', '마루 테이블'],
      ['/sport', '만루 스포츠'],
      ['/slot?view=providers', '온새미'],
    ] as const) {
      const lobby = await member.get(path)
      expect(lobby.text, path).toContain(`${words['lobby.maintenance.open']}${name}`)
      expect(linkTo(lobby, name), path).toBeUndefined()
    }
  })

  it('show games with a matching name first, and link to matching providers', async () => {
    const found = await member.get(`/slot?q=${encodeURIComponent('달')}`)
    expect(
      cardNames(found, '/game?')
        .slice(0, 4)
        .every((name) => name.startsWith('달')),
    ).toBe(true)
    expect(providerLink(found)).toMatch(/^\/slot\/game\?code=/)
  })

  it('show a message when nothing is found, with a link to the whole list', async () => {
    const none = await member.get('/casino?q=zzzz')
    expect(none.status).toBe(200)
    expect(none.text).toContain(textOf('lobby.search.none.title', { query: 'zzzz' }))
    expect(linkTo(none, words['lobby.search.clear'])).toBe('/casino')
    const slot = await member.get('/slot?q=zzzzzz')
    expect(slot.text).toContain(textOf('lobby.search.none.title', { query: 'zzzzzz' }))
    expect(cardNames(slot, '/game?'), 'two rows of other games').toHaveLength(10)
  })

  it('searched for a slot provider show its picture and name above its first 24 games with hearts', async () => {
    const { page } = await member.get(`/slot?q=${encodeURIComponent('도담')}`)
    const section = page.querySelector('main section[aria-labelledby=provider-dodam-play]')
    expect(section?.querySelector('h2')?.textContent).toBe('도담 플레이')
    expect(section?.querySelectorAll('h2 img')).toHaveLength(1)
    expect(section?.querySelector('h2 + a')?.getAttribute('href')).toBe('/slot/game?code=dodam-play')
    expect(section?.querySelectorAll('ul[aria-labelledby=provider-dodam-play] > li')).toHaveLength(24)
    const next = section?.querySelector(`nav[aria-label="${words['pager.label']}"] a[rel=next]`)
    expect(next?.getAttribute('href')).toBe('/slot/game?code=dodam-play&page=2')
    expect(section?.querySelectorAll('li > button[aria-pressed]')).toHaveLength(24)
    // Filters don't apply to the provider's games.
    expect(page.querySelector(`main nav[aria-label="${words['lobby.filters']}"]`)).toBeNull()
  })

  it('link a search without results first to the results in another lobby, with their number', async () => {
    const none = await member.get(`/slot?q=${encodeURIComponent('바카라')}`)
    expect(none.text).toContain(textOf('lobby.search.none.title', { query: '바카라' }))
    const lobby = words['lobby.casino.title']
    const heading = [...none.page.querySelectorAll('main h2')].find(({ textContent }) =>
      textContent?.includes('바카라'),
    )
    const [first, second] = [...(heading?.parentElement?.querySelectorAll('a') ?? [])]
    expect(first?.textContent).toMatch(new RegExp(textOf('lobby.elsewhere', { lobby, count: 1 }).replace('1', '\\d+')))
    expect(second?.textContent).toBe(words['lobby.search.clear'])
  })
})

describe('the bet slip', () => {
  it('keeps the pick of a match that has begun, struck out with the reason, until the member confirms', async () => {
    const [day = '', time = ''] = formatSeoulMinute(new Date(Date.now() - 90 * 60_000).toISOString()).split(' ')
    const begunPick = `${day}.${Number(time.slice(0, 2))}:home:ondeul-sports`
    const found = [await member.get(`/sport?q=${encodeURIComponent('온들')}`), await member.get('/sport')]
    const [same = '', other = ''] = found.map(({ page }, index) => {
      const links = [...page.querySelectorAll('main ul[aria-labelledby=matches] [rel=nofollow]')]
      const picks = links.map((link) => link.getAttribute('href') ?? '')
      const pick = picks.find((href) => href.includes('ondeul-sports') === (index === 0))
      return pick?.replace('picks=', `picks=${begunPick},`)
    })
    const slipAt = async (path: string) => (await member.get(path)).page.querySelector('main div[role=status]')
    expect((await slipAt(same))?.textContent, 'the total before and after').toMatch(/\d → \d/)
    for (const [path, text] of [
      [`/sport?picks=${begunPick}`, words['matches.again']],
      [other, words['matches.seen']],
    ] as const) {
      const slip = await slipAt(path)
      expect(slip?.querySelectorAll('s')).toHaveLength(1)
      expect(slip?.textContent).toMatch(new RegExp(`${words['matches.slip.title']}.*${words['matches.begun']}`))
      // With picks of two providers, the slip has no total to strike out.
      expect(slip?.textContent).not.toContain('→')
      // The confirmation is the only primary button, and no link leads to the provider.
      expect(slip?.querySelector('[data-play]')).toBeNull()
      const confirm = slip?.querySelector(':scope > a')
      expect(confirm?.textContent).toBe(text)
      const confirmed = await slipAt(confirm?.getAttribute('href') ?? '')
      expect(confirmed?.textContent).not.toContain(words['matches.begun'])
      expect(confirmed?.querySelectorAll('[data-play]')).toHaveLength(text === words['matches.seen'] ? 1 : 0)
    }
    expect((await slipAt('/sport'))?.textContent).toContain(words['matches.slip.empty'])
  })
})

describe('the bet slip of a pick', () => {
  it('lists the odds once, before the button, which shows the possible returns', async () => {
    const open = await member.get('/sport')
    const pick = open.page.querySelector('main ul[aria-labelledby=matches] [rel=nofollow]')
    const odds = pick?.querySelector('b')?.textContent ?? ''
    const { page } = await member.get(pick?.getAttribute('href') ?? '')
    const slip = page.querySelector('main div[role=status]')
    const returns = textOf('matches.returns', {
      stake: '1,000원',
      amount: `${(Number(odds) * 1000).toLocaleString('ko-KR')}원`,
    })
    expect(slip?.querySelector('[data-play]')?.textContent).toBe(`${words['matches.bet']}${returns}`)
    const shown = [...(slip?.querySelectorAll('li > b[translate], [data-play]') ?? [])]
    expect(shown.map((part) => (part.matches('b') ? part.textContent : 'button'))).toEqual([odds, 'button'])
  })

  it('has a heading for each provider with the total of its picks, and opens from the folded bar', async () => {
    const pages = [await member.get(`/sport?q=${encodeURIComponent('온들')}`), await member.get('/sport')]
    const rows = pages.flatMap(({ page }) => [...page.querySelectorAll('main ul[aria-labelledby=matches] > li')])
    const picksOf = (of: (provider: string) => boolean) =>
      rows
        .filter((row) => of(row.querySelector('[data-play]')?.textContent?.split(dot)[1] ?? ''))
        .map((row) => {
          const address = new URL(row.querySelector('[rel=nofollow]')?.getAttribute('href') ?? '', 'http://x')
          return address.searchParams.get('picks') ?? ''
        })
    const picks = [
      ...picksOf((name) => name === '온들 스포츠').slice(0, 2),
      picksOf((name) => name !== '온들 스포츠')[0],
    ]
    const slip = (await member.get(`/sport?picks=${encodeURIComponent(picks.join(','))}`)).page.querySelector(
      'main div[role=status]',
    )
    const title = textOf('matches.slip.picked', { count: '3', bets: '2' })
    expect(slip?.querySelector('summary')?.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
      `${title} ${textOf('matches.separate', { bets: '2' })}`,
    )
    expect(slip?.textContent).toContain(words['matches.slip.split'])
    const [first, second] = [...(slip?.querySelectorAll('section') ?? [])]
    const odds = [...(first?.querySelectorAll('li > b') ?? [])].map((each) => Number(each.textContent) * 100)
    const total = Math.floor(((odds[0] ?? 0) * (odds[1] ?? 0)) / 100 + 1e-6) / 100
    // The total is below the picks. A link leads to the provider's other matches and keeps the picks.
    expect(first?.textContent).toContain(`${words['matches.total']}${total.toFixed(2)}`)
    const more = new URL(first?.querySelector('ul ~ a')?.getAttribute('href') ?? '', 'http://x').searchParams
    expect([more.get('q'), more.get('picks')?.split(',').length]).toEqual(['온들 스포츠', 3])
    const heading = textOf('matches.slip', { provider: '온들 스포츠', count: '2' })
    const returns = { stake: '1,000원', amount: `${Math.round(1_000 * total).toLocaleString('ko-KR')}원` }
    expect(normalizedText(first?.querySelector('h3') ?? null)).toBe(`${heading}${textOf('matches.returns', returns)}`)
    expect([second, slip].map((part) => part?.querySelectorAll('[data-play]').length)).toEqual([1, 2])
  })
})

describe('the search for teams', () => {
  it('is a form that keeps the sport and the picks, and lists the matches of matching teams', async () => {
    const open = await member.get('/sport')
    const pick = open.page.querySelector('main ul[aria-labelledby=matches] [rel=nofollow]')
    const [home = ''] = pick?.getAttribute('aria-label')?.split(' – ') ?? []
    const picked = pick?.getAttribute('href')
    const form = (await member.get(`${picked}&kind=football`)).page.querySelector('main search form')
    expect(form?.getAttribute('method')).toBe('get')
    const sent = [...(form?.querySelectorAll('input') ?? [])].map(({ name }) => name)
    expect(sent).toEqual(['kind', 'picks', 'q'])
    const found = await member.get(`/sport?q=${encodeURIComponent(home)}`)
    const matches = [...found.page.querySelectorAll('main ul[aria-labelledby=matches] > li')]
    expect(matches.length).toBeGreaterThan(0)
    for (const match of matches) expect(match.querySelector('mark')?.textContent).toBe(home)
    expect(found.text).not.toContain(textOf('lobby.search.none.title', { query: home }))
    const lobby = words['lobby.sport.title']
    const elsewhere = await member.get(`/casino?q=${encodeURIComponent(home)}`)
    expect(elsewhere.text).toContain(textOf('lobby.elsewhere', { lobby, query: home, count: matches.length }))
  })

  it('without results lists up to six matches that start next, and keeps the query when one is picked', async () => {
    const { page, text } = await member.get('/sport?q=zzzz')
    expect(text).toContain(textOf('lobby.search.none.title', { query: 'zzzz' }))
    expect(page.querySelector('#matches')?.textContent).toContain(words['matches.next'])
    const matches = [...page.querySelectorAll('main ul[aria-labelledby=matches] > li')]
    expect(matches.length).toBeGreaterThan(0)
    expect(matches.length).toBeLessThanOrEqual(6)
    expect(matches[0]?.querySelector('[rel=nofollow]')?.getAttribute('href')).toContain('q=zzzz')
  })

  it('lists a matching provider first, and then its matches with the slip', async () => {
    const { page } = await member.get(`/sport?q=${encodeURIComponent('온들')}`)
    const rows = [...page.querySelectorAll('main ul:is([aria-labelledby=providers], [aria-labelledby=matches]) > li')]
    const listOf = (row: Element) => row.parentElement?.getAttribute('aria-labelledby')
    expect(rows.map(listOf)).toEqual(['providers', ...rows.slice(1).map(() => 'matches')])
    expect(rows.length).toBeGreaterThan(1)
    for (const { textContent } of rows) expect(textContent).toContain('온들 스포츠')
    const found = { query: '온들', providers: '1', matches: String(rows.length - 1) }
    expect(normalizedText(page.body)).toContain(textOf('matches.found', found))
    expect(page.querySelector('main div[role=status]')?.textContent).toContain(words['matches.slip.empty'])
  })
})

describe('the games of a provider', () => {
  it('stay closed while the provider is under maintenance', async () => {
    const closed = await member.get('/slot/game?code=onsaemi')
    expect(closed.status).toBe(200)
    expect(closed.text).toContain(words['launch.closed.title'])
    expect(cardNames(closed, '/game?')).toEqual([])
  })

  it('of an unknown provider are a 404 with a link to the next step', async () => {
    const unknown = await member.get('/slot/game?code=nobody')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain(words['lobby.unknown.title'])
    expect(linkTo(unknown, words['lobby.others'])).toBe('/slot')
  })
})

describe.each(['/game?code=x', '/slot/game?code='])('%s, a URL without a game,', (path) => {
  const chooses = (response: PageResponse) => response.text.includes(words['lobby.choose.text'])

  it('redirects to the list of games, which asks once to choose a game', async () => {
    const chooser = copyOf(member)
    const response = await chooser.get(path)
    expect([response.status, response.location]).toEqual([303, '/slot'])
    expect([chooses(await chooser.get('/slot')), chooses(await chooser.get('/slot'))]).toEqual([true, false])
  })
})

describe('the launch page', () => {
  it('offers a member without money a deposit first, and still opens a game with play money', async () => {
    const poor = await newMember(site.base)
    const home = await poor.get('/')
    expect(home.page.querySelector('main section h1')?.textContent).toBe(words['home.start.title'])
    expect(home.page.querySelectorAll('main section ol > li')).toHaveLength(3)
    const path = '/game?company=dodam-play&code=moon-rabbit-mill'
    const page = await poor.get(path)
    const offered = [...page.page.querySelectorAll('main a[href="/deposit"], main form button')]
    expect(offered.map((element) => element.textContent)).toEqual([
      words['nav.deposit'],
      expect.stringContaining(words['launch.look']),
      words['launch.direct'],
    ])
    const opened = await poor.formIn(page, path).post()
    const game = await visitor(site.base).get(opened.location ?? '')
    expect([game.status, game.text.includes(words['nav.deposit'])]).toEqual([200, true])
    await (await poor.formOn('/deposit', { balance: '10000' })).post()
    for (const path of ['/', '/deposit'])
      expect((await poor.follow(await poor.get(path))).text).not.toContain(words['home.start.title'])
  })

  it('does not open a game under maintenance', async () => {
    const page = await member.get('/game?company=maru-tables&code=maru-tables')
    expect(page.status).toBe(200)
    expect(page.text).toContain(words['launch.closed.title'])
    expect(page.page.querySelector('main form[action^="/game"]')).toBeNull()
    const kind = words['lobby.kind.roulette']
    expect(linkTo(page, textOf('lobby.rail.all', { title: kind }))).toBe('/casino?kind=roulette')
    expect(page.page.querySelector('#others')?.textContent).toBe(textOf('launch.otherTables', { kind }))

    const sent = await member.post('/game', { company: 'maru-tables', code: 'maru-tables' })
    expect([sent.status, sent.text.includes(words['launch.closed.title'])]).toEqual([409, true])
  })

  it('is a 404 with a link to the next step for an unknown game, also for a form', async () => {
    for (const query of ['company=nobody&code=x', 'company=dodam-play&code=x', 'company=gaon-casino&code=x']) {
      const unknown = await member.get(`/game?${query}`)
      expect([unknown.status, unknown.text.includes(words['launch.unknown.title'])], query).toEqual([404, true])
      const sent = await member.post('/game', Object.fromEntries(new URLSearchParams(query)))
      expect(sent.status, query).toBe(404)
    }
    expect((await member.post('/game', {})).status).toBe(404)
  })
})

it('recent games are also on the home page of the member who opened them', async () => {
  const player = await newMember(site.base)
  await player.call('apply-user-deposit', { balance: 10_000, code: randomUUID() })
  expect((await player.get('/')).text).not.toContain(words['lobby.rail.continue'])
  const open = (company: string, code = company) => player.post('/game', { company, code })
  await expect.poll(async () => (await open('gaon-casino')).status).toBe(303)
  const single = (await player.get('/')).page.querySelectorAll('ul[aria-labelledby=continue] li')
  expect(single.length).toBeGreaterThanOrEqual(1)
  for (const [company, code] of [
    ['gaon-casino', 'gaon-casino.roulette'],
    ['gaon-casino', 'gaon-casino.baccarat'],
    ['ondeul-sports', undefined],
    ['dodam-play', 'moon-rabbit-mill'],
  ] as const)
    expect((await open(company, code)).status).toBe(303)
  const home = await player.get('/')
  const tiles = [...home.page.querySelectorAll('ul[aria-labelledby=continue] li')]
  expect(tiles.map((tile) => tile.querySelector('p')?.textContent)).toEqual([
    '달토끼의 방앗간',
    '온들 스포츠',
    words['lobby.kind.baccarat'],
    words['lobby.kind.roulette'],
  ])
  expect(new Set(tiles.map((tile) => tile.querySelector('img')?.getAttribute('src'))).size).toBe(tiles.length)
  expect(tiles[2]?.textContent).toMatch(/가온 카지노 ·\u00a0(방금|1분 전)$/)
  // Each game is in only one row.
  expect(new Set(cardNames(home, '/game?')).size).toBe(cardNames(home, '/game?').length)
  expect(home.page.querySelector('main time')?.textContent).toMatch(/^(방금|1분 전)$/)
})

describe('favourites', () => {
  it('are set and removed with plain buttons of one form, which return to the game', async () => {
    const player = await signedIn(site.base)
    const heartOf = async (path: string) => {
      const response = await player.get(path)
      const button = response.page.querySelector(
        `main button[aria-label="${textOf('lobby.favourite', { name: '달토끼의 방앗간' })}"]`,
      )
      expect(response.page.querySelector('main form[method=post]')?.id).toBe(button?.getAttribute('form'))
      return { address: button?.getAttribute('formAction') ?? '', pressed: button?.getAttribute('aria-pressed') }
    }
    const before = await heartOf('/slot?motif=animals')
    expect(before.pressed).toBe('false')
    const response = await player.post(before.address, { next: '/slot?motif=animals' })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/slot?motif=animals#dodam-play/moon-rabbit-mill',
    ])
    const back = await player.get('/slot?motif=animals')
    expect(back.page.getElementById('dodam-play/moon-rabbit-mill')).not.toBeNull()
    expect(back.text).toContain(words['lobby.favourite.added'])
    expect((await player.get('/slot?motif=animals')).text).not.toContain(words['lobby.favourite.added'])
    const pressed = await heartOf('/slot?motif=animals')
    expect(pressed.pressed).toBe('true')
    expect((await player.post(pressed.address, { next: '/slot?motif=animals' })).status).toBe(303)
    expect((await heartOf('/slot?motif=animals')).pressed).toBe('false')
    await player.post(before.address, { next: '/slot' })
    // With a favourite, the page has a rail of favourites in addition to the form.
    const { page } = await player.get('/slot')
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])

    const after = await heartOf('/slot/game?code=dodam-play&view=favourites')
    expect(after.pressed).toBe('true')
    expect((await player.post(after.address, {})).location).toBe('/slot')
    const none = await player.get('/slot?view=favourites')
    expect(none.text).toContain(words['lobby.favourites.none.title'])
    // Games in other lists have hearts.
    expect(
      none.page.querySelectorAll('main section[aria-labelledby] button[aria-pressed=false]').length,
    ).toBeGreaterThan(3)
    // There is nothing to sort.
    expect(none.page.querySelector('main nav[aria-label=순서]')?.closest('[hidden]')).not.toBeNull()
  })

  it('accept only a game and yes or no, and only from a member', async () => {
    const game = { company: 'dodam-play', code: 'moon-rabbit-mill' }
    const malformed: Record<string, string>[] = [game, { ...game, on: 'maybe' }, { company: 'dodam-play', on: 'yes' }]
    for (const fields of malformed) expect((await member.post('/favourite', fields)).status).toBe(400)
    const elsewhere = await member.post('/favourite', { ...game, on: 'no', next: 'https://other.example' })
    expect(elsewhere.headers.get('location')).toMatch(/^\/slot#/)
    expect((await visitor(site.base).post('/favourite', { ...game, on: 'yes' })).status).toBe(401)
  })
})

describe('with a foreign upstream', () => {
  const { site: there, upstream: foreign } = sharedForeignSite()
  let guest: Visitor

  beforeAll(async () => {
    foreign.answer('get-casino-setting', { data: { casino: [] } })
    foreign.answer('get-slot-setting', {
      data: {
        slot: [
          { code: 41, nameKo: '숫자 제공사', nameEn: 'Numbers' },
          { nameKo: '이름뿐', nameEn: 'Only a name' },
          { code: 42, nameKo: '말 없는 곳', nameEn: 'Silence', used: 'y' },
          { code: 43, nameKo: '쉬는 곳', nameEn: 'Resting', used: 'n' },
        ],
      },
    })
    const games = [
      { code: 7, company: 41, nameKo: '숫자 게임', nameEn: 'Number Game' },
      { nameKo: '코드 없는 게임', nameEn: 'No Code' },
    ]
    foreign.answer('get-slot-by-company', { games })
    guest = await signedIn(there.base)
  })

  it('a search finds games of the providers whose lists load, with a message that some did not', async () => {
    foreign.fail('get-slot-by-company', { status: 500 }, 1)
    const found = await guest.get(`/slot?q=${encodeURIComponent('게임')}`)
    expect(found.status).toBe(200)
    expect(cardNames(found, '/game?')).toEqual(['숫자 게임'])
    expect(found.text).toContain(words['lobby.games.partial'])
  })

  it('IDs are sent back unchanged: numbers stay numbers', async () => {
    const slot = await guest.get('/slot')
    const link = providerLink(slot) ?? ''
    expect(link).toBe('/slot/game?code=41')
    const games = await guest.get(link)
    const launch = linkTo(games, '숫자 게임') ?? ''
    expect(launch).toBe('/game?company=41&code=7')

    const response = await (await guest.formOn(launch)).post()
    expect([response.status, response.location]).toEqual([303, 'https://games.test/play?game=7'])
    expect(foreign.callsOf('open-game').at(-1)?.body).toEqual({ company: 41, code: 7 })
  })

  it('a launch rejected for lack of money is explained, and keeps the form', async () => {
    foreign.fail('open-game', { status: 200, body: JSON.stringify({ status: 'balance' }) }, 1)
    const response = await (await guest.formOn('/game?company=41&code=7')).post()
    expect(response.status).toBe(409)
    expect(response.page.querySelector('main [role=alert]')?.textContent).toContain(words.msg2016)
    const again = response.page.querySelector('main form[target=_blank]')?.getAttribute('action')
    expect(again).toBe('/game?company=41&code=7')
  })

  describe('favourites', () => {
    beforeAll(() => {
      for (const path of ['/user/get_favourites', '/user/set_favourite'])
        foreign.fail(path, { status: 404, body: '{}' })
    })

    type Listed = { favourites: { company: string; code: string }[] }
    const favouritesOf = async (member: Pick<Visitor, 'call'>) =>
      ((await member.call('get-favourites', {})).json() as Listed).favourites.map(({ code }) => code)

    it('stored in a browser are moved to the upstream once, ten per page, and removed ones stay removed', async () => {
      const old = await signedIn(there.base)
      for (let number = 1; number <= 12; number += 1)
        await old.post('/favourite', { company: 'dodam-play', code: `game-${number}`, on: 'yes' })
      expect(old.cookies.has('favourites')).toBe(true)

      // Both sites share a secret, so the cookie is valid on both.
      const browser = copyOf(old, site.base)
      browser.cookies.delete('madang')
      await browser.signIn()
      await browser.get('/slot', { 'Sec-Purpose': 'prefetch' })
      expect(await favouritesOf(browser), 'a prefetch moves nothing').toEqual([])
      await browser.get('/slot')
      expect((await favouritesOf(browser)).length).toBe(10)
      await browser.post('/favourite', { company: 'dodam-play', code: 'game-12', on: 'no' })
      await browser.get('/')
      expect(browser.cookies.has('favourites')).toBe(false)
      const codes = await favouritesOf(browser)
      expect(codes).toHaveLength(11)
      expect(codes).not.toContain('game-12')
      expect([codes[0], codes.at(-1)]).toEqual(['game-11', 'game-1'])
    })

    it('stay in the browser if the upstream has no such call, and aren’t stored if it fails', async () => {
      const member = await signedIn(there.base)
      await member.post('/favourite', { company: 'stone', code: '7', on: 'yes' })
      expect(member.cookies.has('favourites')).toBe(true)
      foreign.fail('/user/set_favourite', { status: 500 })
      expect((await member.post('/favourite', { company: 'stone', code: '8', on: 'yes' })).status).toBe(503)
      expect((await member.post('/favourite.data', { company: 'stone', code: '8', on: 'yes' })).status).toBe(503)
      foreign.fail('/user/set_favourite', { status: 404, body: '{}' })
    })
  })
})
