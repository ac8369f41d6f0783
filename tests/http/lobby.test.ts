import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedForeignSite, sharedMember, sharedSite } from '../support/shared-site'
import {
  copyOf,
  newMember,
  normalizedText,
  type PageResponse,
  signedIn,
  type Visitor,
  visitor,
} from '../support/visitor'
import { wordsOf } from '../support/words'

const korean = wordsOf('ko')

const words = wordsOf('ko')
const site = sharedSite()
const member = sharedMember(site)

/** Names of the cards in a part of the page, in their order. */
function cardNames(response: PageResponse, link: string): string[] {
  return [...response.page.querySelectorAll(`main a[href^="${link}"] p:first-of-type`)].map(
    (name) => name.textContent ?? '',
  )
}

function linkTo(response: PageResponse, name: string): string | null | undefined {
  const links = [...response.page.querySelectorAll('main a')]
  return links.find((link) => link.textContent?.includes(name))?.getAttribute('href')
}

/** The first of the providers on /slot. */
function providerLink({ page }: PageResponse): string | null | undefined {
  return page.querySelector(`main nav[aria-label=${korean['lobby.providers']}] a`)?.getAttribute('href')
}

describe('the lobbies', () => {
  it('show every provider with both names and a picture of a fixed size', async () => {
    const casino = await member.get('/casino')

    expect(casino.status).toBe(200)
    expect(cardNames(casino, '/game?company=')).toHaveLength(13)
    expect(casino.text).toContain('가온 카지노Gaon Casino')
    const sport = await member.get('/sport')
    expect(sport.text).toContain('온들 스포츠Ondeul Sports')
    // Six are in a phone's first screen.
    const eager = [...casino.page.querySelectorAll('main img[loading=eager]')]
    expect(eager).toHaveLength(6)
    const pictures = [casino, sport].flatMap(({ page }) => [...page.querySelectorAll('main img')])
    expect(pictures.length).toBeGreaterThanOrEqual(20)
    for (const picture of pictures) {
      expect(picture.getAttribute('width')).toMatch(/^\d+$/)
      expect(picture.getAttribute('height')).toMatch(/^\d+$/)
    }
  })

  it('name the first step of a member without money on the launch page: a deposit, or the pending one', async () => {
    const newcomer = await newMember(site.base)
    const stepsToDeposit = async () => {
      const { page } = await newcomer.get('/game?company=gaon-casino&code=gaon-casino')
      return [...page.querySelectorAll('main a[href="/deposit"]')].map(normalizedText)
    }
    expect(await stepsToDeposit()).toContain('입금')
    // One by payment waits until it is paid, however long the test takes.
    expect((await (await newcomer.formOn('/deposit', { balance: '10000', idx: '1' })).post()).status).toBe(303)
    expect(await stepsToDeposit()).toContain('진행 중인 입금 보기')
  })

  it('show matches with their odds above the providers of a sport, each of which opens the slip in one press', async () => {
    const { page } = await member.get('/sport?kind=football')
    const matches = [...page.querySelectorAll('main ul[aria-labelledby=matches] > li')]
    expect(matches.length).toBeGreaterThan(5)
    for (const match of matches) {
      expect(match.textContent).toMatch(/^\d\d:\d\d 축구 · \S.*\S : \S+승 \d+\.\d\d무 \d+\.\d\d패 \d+\.\d\d$/)
      const address = match.querySelector('a')?.getAttribute('href')
      expect(address).toMatch(/^\/game\?company=[\w-]+&code=[\w-]+$/)
      expect(match.querySelector('button')?.getAttribute('formAction')).toBe(address)
    }
    expect((await member.get('/sport?q=BOOK')).page.querySelector('#matches')).toBeNull()
  })

  it('lead to the launch page with the entry’s own code as company and code', async () => {
    expect(linkTo(await member.get('/casino'), '가온 카지노')).toBe('/game?company=gaon-casino&code=gaon-casino')
    expect(linkTo(await member.get('/sport'), '온들 스포츠')).toBe('/game?company=ondeul-sports&code=ondeul-sports')
    expect(providerLink(await member.get('/slot'))).toBe('/slot/game?code=dodam-play')
  })

  it('show what is under maintenance, say so, and do not link it', async () => {
    for (const [path, name] of [
      ['/casino', '마루 테이블'],
      ['/sport', '만루 스포츠'],
      ['/slot?view=providers', '온새미'],
    ] as const) {
      const lobby = await member.get(path)
      expect(lobby.text, path).toContain(`점검 중${name}`)
      expect(linkTo(lobby, name), path).toBeUndefined()
    }
  })

  it('find providers by Korean and English names, with a form that needs no script', async () => {
    const found = await member.get('/casino?q=%EB%88%84%EB%A6%AC')
    expect(cardNames(found, '/game?')).toEqual(['누리 스튜디오'])
    expect(found.text).toContain('‘누리’ 검색 결과 1개')
    const form = found.page.querySelector('main form')
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['get', '/casino'])
    expect(form?.querySelector('input[name=q]')?.getAttribute('value')).toBe('누리')

    expect(cardNames(await member.get('/sport?q=BOOK'), '/game?')).toEqual(['한마당 북', '줄다 북'])
  })

  it('say when nothing is found, and lead back to the whole list', async () => {
    const none = await member.get('/casino?q=zzzz')
    expect(none.status).toBe(200)
    expect(none.text).toContain(korean['lobby.search.none.title'])
    expect(linkTo(none, '검색어 지우기')).toBe('/casino')
    const slot = await member.get('/slot?q=zzzzzz')
    expect(slot.text).toContain(korean['lobby.search.none.title'])
    expect(cardNames(slot, '/game?'), 'two rows of games instead').toHaveLength(12)
  })

  it('show the first games of a provider that is searched for, and how many there are', async () => {
    const found = await member.get('/slot?q=%EB%8F%84%EB%8B%B4')
    expect(
      found.page.querySelectorAll('main ul[aria-labelledby=provider-dodam-play] a[href^="/game?company=dodam-play"]'),
    ).toHaveLength(6)
    expect(found.page.querySelector('main a[aria-label="도담 플레이 모두 보기"]')?.textContent).toBe('96가지 모두 보기')
    expect(linkTo(found, '96가지 모두 보기')).toBe('/slot/game?code=dodam-play')
  })

  it('lead to the lobby that has what is searched for, rather than to names like it', async () => {
    const slot = await member.get('/slot?q=%EB%B0%94%EC%B9%B4%EB%9D%BC')
    expect(linkTo(slot, '라이브 카지노에서 ‘바카라’ 9개 보기')).toBe('/casino?q=%EB%B0%94%EC%B9%B4%EB%9D%BC')
    expect([slot.text.includes('비슷한 이름'), cardNames(slot, '/game?')]).toEqual([false, []])
    expect(cardNames(await member.get('/casino?q=%EB%B0%94%EC%B9%B4%EB%9D%BC'), '/game?')).toHaveLength(9)
    const casino = await member.get('/casino?q=%ED%86%A0%EB%81%BC')
    const offer = linkTo(casino, '슬롯에서 ‘토끼’ 52개 보기')
    expect(offer).toBe('/slot?q=%ED%86%A0%EB%81%BC')
    expect((await member.get(offer ?? '')).text).toContain('‘토끼’ 검색 결과 52개')
    expect((await member.get('/sport?q=zzzz')).text).not.toContain('에서 ‘zzzz’')
  })

  it('find slot games over all providers, 24 a page', async () => {
    const found = await member.get('/slot?q=moon')
    expect(cardNames(found, '/game?').length).toBeGreaterThan(3)

    const all = await member.get('/slot')
    const links = [...all.page.querySelectorAll('main ul[aria-labelledby=games] a[href^="/game?"]')]
    expect(links).toHaveLength(24)
    expect(new Set(links.map((link) => link.getAttribute('href'))).size).toBe(24)
    expect(linkTo(all, '2')).toBe('/slot?page=2')
  })
})

describe('the games of a provider', () => {
  it('are 24 on a page, with a pager', async () => {
    const first = await member.get('/slot/game?code=dodam-play')
    expect(first.page.querySelector('h1')?.textContent).toBe('도담 플레이')
    expect(first.text).toContain('게임 96가지')
    expect(cardNames(first, '/game?')).toHaveLength(24)

    const last = await member.get('/slot/game?code=dodam-play&page=4')
    expect(cardNames(last, '/game?')).toHaveLength(24)
    expect(cardNames(last, '/game?')).not.toContain(cardNames(first, '/game?')[0])
    expect(last.page.querySelector('main nav [aria-current=page]')?.textContent).toContain('4')
    expect(linkTo(last, '1')).toBe('/slot/game?code=dodam-play')
  })

  it('are found by either name, and the pager keeps the search', async () => {
    const found = await member.get('/slot/game?code=dodam-play&q=rabbit')
    expect(cardNames(found, '/game?')).toContain('달토끼의 방앗간')
    expect(found.page.querySelector('main form input[name=code]')?.getAttribute('value')).toBe('dodam-play')

    const many = await member.get('/slot/game?code=dodam-play&q=e')
    expect(many.body).toContain('/slot/game?code=dodam-play&amp;q=e&amp;page=2')
  })

  it('stay closed while the provider is under maintenance', async () => {
    const closed = await member.get('/slot/game?code=onsaemi')
    expect(closed.status).toBe(200)
    expect(closed.text).toContain('지금은 점검 중입니다')
    expect(cardNames(closed, '/game?')).toEqual([])
  })

  it('of an unknown provider are a 404 with a link to go on', async () => {
    const unknown = await member.get('/slot/game?code=nobody')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain(korean['lobby.unknown.title'])
    expect(linkTo(unknown, korean['lobby.others'])).toBe('/slot')
  })
})

describe.each(['/game?code=x', '/slot/game?code='])('%s, which names no game,', (path) => {
  const chooses = (response: PageResponse) => /게임을 선택해 주세요.*슬롯 목록을 보여 드립니다/.test(response.text)

  it('leads to the list of games, which says once that one has to be chosen', async () => {
    const chooser = copyOf(member)
    const response = await chooser.get(path)
    expect([response.status, response.location]).toEqual([303, '/slot'])
    expect([chooses(await chooser.get('/slot')), chooses(await chooser.get('/slot'))]).toEqual([true, false])
  })

  it('does so for HEAD and for the navigation of a script, too', async () => {
    const head = await copyOf(member).send('HEAD', path)
    expect([head.status, head.location, head.headers.get('Set-Cookie')]).toEqual([
      303,
      '/slot',
      expect.stringContaining('notice='),
    ])
    const chooser = copyOf(member)
    const response = await chooser.get(path.replace(/^[^?]+/, '$&.data'))
    expect([response.status, response.body]).toEqual([202, expect.stringContaining('"/slot"')])
    expect(chooses(await chooser.get('/slot'))).toBe(true)
  })
})

describe('the launch page', () => {
  it('says what will open and with how much, and has one plain form that opens a new tab', async () => {
    const page = await member.get('/game?company=dodam-play&code=moon-rabbit-mill')
    expect(page.page.querySelector('h1')?.textContent).toBe('달토끼의 방앗간')
    expect(page.text).toContain('도담 플레이')
    expect(page.text).toMatch(/이 게임에서 사용할 수 있는 머니.*1,000,000원/)

    const forms = [...page.page.querySelectorAll('main form')]
    expect(forms).toHaveLength(1)
    expect(forms[0]?.getAttribute('target')).toBe('_blank')
    expect(forms[0]?.getAttribute('rel')).toBe('noopener')
    expect(forms[0]?.getAttribute('method')).toBe('post')
  })

  it('opens the game: 303 to its URL', async () => {
    const form = await member.formOn('/game?company=dodam-play&code=moon-rabbit-mill')
    expect(form.fields).toMatchObject({ company: 'dodam-play', code: 'moon-rabbit-mill' })
    const response = await form.post()
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/sandbox\/game\//)
    const game = await visitor(site.base).get(response.location ?? '')
    expect([game.status, game.page.querySelector('title')?.textContent]).toEqual([200, '달토끼의 방앗간 · 도담 플레이'])
  })

  it('offers a member without money the deposit first, and lets them look at a game of play money', async () => {
    const poor = await newMember(site.base)
    const home = await poor.get('/')
    expect(home.page.querySelector('main h2')?.textContent).toBe('첫 입금까지 세 단계')
    expect(home.page.querySelectorAll('main section ol > li')).toHaveLength(3)
    for (const form of ['/deposit', '/withdraw']) expect((await poor.get(form)).text).toContain('첫 입금까지 세 단계')
    const path = '/game?company=dodam-play&code=moon-rabbit-mill'
    const page = await poor.get(path)
    const offered = [...page.page.querySelectorAll('main a[href="/deposit"], main form button')]
    expect(offered.map((element) => element.textContent)).toEqual([
      '입금',
      expect.stringContaining('머니 없이 구경하기'),
      '이 창에서 열기',
    ])
    const opened = await poor.formIn(page, path).post()
    const game = await visitor(site.base).get(opened.location ?? '')
    expect([game.status, game.text.includes('입금')]).toEqual([200, true])
    await (await poor.formOn('/deposit', { balance: '10000' })).post()
    for (const path of ['/', '/deposit'])
      expect((await poor.follow(await poor.get(path))).text).not.toContain('첫 입금까지 세 단계')
  })

  it('does not open what is under maintenance', async () => {
    const page = await member.get('/game?company=maru-tables&code=maru-tables')
    expect(page.status).toBe(200)
    expect(page.text).toContain('지금은 점검 중입니다')
    expect(page.page.querySelector('main form[action^="/game"]')).toBeNull()

    const sent = await member.post('/game', { company: 'maru-tables', code: 'maru-tables' })
    expect([sent.status, sent.text.includes('지금은 점검 중입니다')]).toEqual([409, true])
  })

  it('answers 404 with a link to go on for an unknown game, also to a form', async () => {
    for (const query of ['company=nobody&code=x', 'company=dodam-play&code=x', 'company=gaon-casino&code=x']) {
      const unknown = await member.get(`/game?${query}`)
      expect([unknown.status, unknown.text.includes(korean['launch.unknown.title'])], query).toEqual([404, true])
      const sent = await member.post('/game', Object.fromEntries(new URLSearchParams(query)))
      expect(sent.status, query).toBe(404)
    }
    expect((await member.post('/game', {})).status).toBe(404)
  })
})

describe('recent games', () => {
  it('count a game that a script opened', async () => {
    const player = await signedIn(site.base)
    const response = await player.call('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    expect(response.status).toBe(200)
    expect(linkTo(await player.get('/slot'), '최근에 연 게임')).toBe('/slot?view=recent')
    expect(cardNames(await player.get('/slot?view=recent'), '/game?')).toEqual(['달토끼의 방앗간'])
  })

  it('stand on the home page too, for the member who opened them', async () => {
    const player = await newMember(site.base)
    await player.call('apply-user-deposit', { balance: 10_000, code: randomUUID() })
    expect((await player.get('/')).text).not.toContain('이어서 하기')
    const open = () => player.post('/game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    await expect.poll(async () => (await open()).status).toBe(303)
    const home = await player.get('/')
    const rail = home.page.querySelector('ul[aria-labelledby=continue]')
    expect(rail?.textContent).toMatch(/^달토끼의 방앗간/)
    expect(rail?.querySelector('[data-open]')?.getAttribute('data-open')).toBe('이어서 하기')
    // A game stands in one row alone.
    expect(new Set(cardNames(home, '/game?')).size).toBe(cardNames(home, '/game?').length)
    expect(home.page.querySelector('main time')?.textContent).toMatch(/^(지금|1분 전)$/)
  })
})

describe('the rails', () => {
  const railTitles = ({ page }: PageResponse) =>
    [...page.querySelectorAll('main section[aria-labelledby]:has(li a[href^="/game?"]) > div:first-child h2')].map(
      ({ textContent }) => textContent,
    )

  it('show visitors games before anybody has logged in, as links that any browser follows', async () => {
    const home = await visitor(site.base).get('/')
    expect(railTitles(home)[0]).toBe('새 게임')
    const links = [...home.page.querySelectorAll('main ul[aria-labelledby=upstream-0] a')]
    expect(links).toHaveLength(6)
    for (const link of links) {
      expect(link.getAttribute('href')).toMatch(/^\/game\?company=[\w-]+&code=[\w-]+$/)
      expect(link.querySelector('img')?.getAttribute('width')).toBe('120')
    }
  })

  it('begin /slot, where it is neither searched nor limited, and lead to all of their games', async () => {
    const slot = await member.get('/slot')
    expect(railTitles(slot)).toEqual(
      expect.arrayContaining([
        '새 게임',
        expect.stringMatching(/^오늘의 게임사/),
        expect.stringMatching(/^오늘의 주제/),
      ]),
    )
    for (const query of ['?page=2', '?q=%EB%8B%AC', '?motif=fruit', '?sort=name', '?view=favourites', '?rail=new'])
      expect(railTitles(await member.get(`/slot${query}`)), query).not.toContain('새 게임')

    for (const more of slot.page.querySelectorAll('main section > div:first-child > a:not([href*=view])')) {
      const all = await member.get(more.getAttribute('href') ?? '')
      expect([all.status, more.getAttribute('aria-label')]).toEqual([200, expect.stringContaining('모두 보기')])
      expect(cardNames(all, '/game?').length).toBeGreaterThanOrEqual(4)
    }
    const all = await member.get('/slot?rail=new')
    expect(all.text).toContain('게임 60가지')
    expect(all.page.querySelector('main nav [aria-current=true]')?.textContent).toBe('새 게임')
    expect(cardNames(all, '/game?').slice(0, 6)).toEqual(
      [...slot.page.querySelectorAll('main ul[aria-labelledby=upstream-0] a p:first-of-type')].map(
        ({ textContent }) => textContent,
      ),
    )
    expect((await member.get('/slot?rail=unknown')).text).toContain('게임 0가지')
  })

  it('have the games that the list of all leaves out, on each of its pages', async () => {
    const slot = await member.get('/slot')
    const hrefsOf = ({ page }: PageResponse, list: string) =>
      [...page.querySelectorAll(`main ul${list} a[href^="/game?"]`)].map((link) => link.getAttribute('href'))
    const inRails = hrefsOf(slot, ':not([aria-labelledby=games])')
    expect(inRails.length).toBeGreaterThan(16)
    const count = Number(/게임 ([\d,]+)가지/.exec(slot.text)?.[1]?.replace(',', ''))
    const pages = [slot, await member.get('/slot?page=2'), await member.get('/slot?page=3')]
    const listed = pages.flatMap((response) => hrefsOf(response, '[aria-labelledby=games]'))
    expect(new Set(listed).size).toBe(72)
    expect(listed.filter((href) => inRails.includes(href))).toEqual([])
    for (const { text } of pages) expect(text).toContain(`게임 ${count.toLocaleString('ko-KR')}가지`)
    expect((await member.get('/slot?sort=name')).text).toContain(`게임 ${count.toLocaleString('ko-KR')}가지`)
  })
})

describe('the table of a casino', () => {
  it('says its stakes and what stands in for it on its card, which opens it for a member with money in one press', async () => {
    const lobby = await member.get('/casino?kind=blackjack')
    const card = [...lobby.page.querySelectorAll('main li')].find((item) => item.textContent?.includes('가온 카지노'))
    expect(card?.textContent).toContain('베팅 1,000원~50,000원블랙잭 대신 바카라')
    const button = card?.querySelector('button')
    expect(button?.getAttribute('aria-label')).toBe('가온 카지노 열기')
    const form = lobby.page.querySelector(`main form[id="${button?.getAttribute('form')}"]`)
    expect([form?.getAttribute('method'), form?.getAttribute('target'), form?.getAttribute('rel')]).toEqual([
      'post',
      '_blank',
      'noopener',
    ])
    const address = button?.getAttribute('formAction') ?? ''
    expect(address).toBe('/game?company=gaon-casino&code=gaon-casino.blackjack')
    const opened = await member.post(address, {})
    expect(opened.status).toBe(303)
    const table = await visitor(site.base).get(opened.location ?? '')
    expect(table.text).toContain('준비 중인 블랙잭 대신 바카라 테이블로 진행됩니다.')
    // It stands among what was opened, and leads there.
    const home = await member.get('/')
    expect(linkTo(home, '가온 카지노')).toBe('/game?company=gaon-casino&code=gaon-casino.blackjack')

    const poor = await newMember(site.base)
    expect((await poor.get('/casino')).page.querySelectorAll('main li button')).toHaveLength(0)
    expect((await visitor(site.base).get('/')).page.querySelectorAll('main li button')).toHaveLength(0)
  })
})

describe('what a casino or sport offers', () => {
  it('is said on its card in the reader’s language', async () => {
    expect((await member.get('/casino')).text).toContain('가온 카지노Gaon Casino바카라 · 룰렛 · 블랙잭')
    const english = visitor(site.base)
    await english.signIn()
    expect((await english.get('/sport?lng=en')).text).toContain('Football · Baseball · Basketball')
  })

  it('limits the list by plain links, together with a search', async () => {
    const casino = await member.get('/casino')
    const chips = [...casino.page.querySelectorAll('main nav[aria-label="테이블별로 보기"] a')]
    expect(chips.map((chip) => [chip.textContent, chip.getAttribute('href')]).slice(0, 3)).toEqual([
      ['전체', '/casino'],
      ['바카라', '/casino?kind=baccarat'],
      ['룰렛', '/casino?kind=roulette'],
    ])
    const wheels = await member.get('/casino?kind=wheel')
    expect(cardNames(wheels, '/game?')).toEqual(['누리 스튜디오', '별하 카지노', '초롱 게이밍'])
    expect(wheels.page.querySelector('main nav [aria-current=true]')?.textContent).toBe('휠')
    expect(cardNames(await member.get('/casino?kind=wheel&q=%EB%B3%84'), '/game?')).toEqual(['별하 카지노'])
    expect(cardNames(await member.get('/casino?kind=football'), '/game?')).toHaveLength(13)
  })
})

describe('favourites', () => {
  it('are set by plain buttons of one form, which lead back to the game, and taken back', async () => {
    const player = await signedIn(site.base)
    const heartOf = async (path: string) => {
      const response = await player.get(path)
      const button = response.page.querySelector('main button[aria-label="달토끼의 방앗간 즐겨찾기에 넣기"]')
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
    const undo = [...back.page.querySelectorAll('main [role=status] button')].at(-1)
    expect(normalizedText(undo?.parentElement ?? null)).toBe('즐겨찾기에 넣었습니다.되돌리기')
    expect((await player.get('/slot?motif=animals')).text).not.toContain('되돌리기')
    const undone = await player.post(undo?.getAttribute('formAction') ?? '', { next: '/slot?motif=animals' })
    expect(undone.status).toBe(303)
    expect((await heartOf('/slot?motif=animals')).pressed).toBe('false')
    await player.post(before.address, { next: '/slot' })
    // With a favourite the page has a rail of them beside the form.
    const { page } = await player.get('/slot')
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])

    const after = await heartOf('/slot/game?code=dodam-play&view=favourites')
    expect(after.pressed).toBe('true')
    expect((await player.post(after.address, {})).location).toBe('/slot')
    const none = await player.get('/slot?view=favourites')
    expect(none.text).toContain('아직 즐겨찾기가 없습니다')
    // Nothing to count and to sort.
    expect(none.page.querySelector('main nav[aria-label=순서]')?.closest('[hidden]')).not.toBeNull()
  })

  it('take nothing but a game, yes or no, from a member', async () => {
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

  it('finds games of the providers whose lists load, and says that some did not', async () => {
    foreign.fail('get-slot-by-company', { status: 500 }, 1)
    const found = await guest.get(`/slot?q=${encodeURIComponent('게임')}`)
    expect(found.status).toBe(200)
    expect(cardNames(found, '/game?')).toEqual(['숫자 게임'])
    expect(found.text).toContain('일부 게임사의 게임은 지금 불러오지 못했습니다')
  })

  it('sends ids back as they came: numbers stay numbers', async () => {
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

  it('says that there is not enough money where the upstream refuses for it, and keeps the form', async () => {
    foreign.fail('open-game', { status: 200, body: JSON.stringify({ status: 'balance' }) }, 1)
    const response = await (await guest.formOn('/game?company=41&code=7')).post()
    expect(response.status).toBe(409)
    expect(response.page.querySelector('main [role=alert]')?.textContent).toContain(korean['msg2016'])
    expect(response.page.querySelector('main form input[name=code]')?.getAttribute('value')).toBe('7')
  })

  it('shows entries and games without a code, and opens none of them', async () => {
    const slot = await guest.get('/slot?view=providers')
    expect(slot.text).toContain('준비 중이름뿐')
    expect(linkTo(slot, '이름뿐')).toBeUndefined()
    const games = await guest.get('/slot/game?code=41')
    expect(games.text).toContain('코드 없는 게임')
    expect(linkTo(games, '코드 없는 게임')).toBeUndefined()
  })

  it('has a message for an empty list', async () => {
    const casino = await guest.get('/casino')
    expect([casino.status, casino.text.includes(korean['lobby.empty.title'])]).toEqual([200, true])
  })

  it('offers the money in games back on the launch page, also where their provider is closed', async () => {
    const user = { userId: 'demo', nick: '데모', rolling: 0, balance: 0, in_balance: 30_000, level: 1 }
    foreign.answer('user-health-check', { status: 'authenticated', user, noteCount: 0, helpCount: 0 })
    const [unknown, closed] = ['/game?company=41&code=7', '/game?company=43&code=7']
    expect((await guest.get(unknown)).text).not.toMatch(/30,000원지갑으로 옮기기/)
    expect((await guest.get(unknown)).text).not.toContain(words['launch.return'])

    // Only a member's use on the page of withdrawals shows that the upstream has the call.
    foreign.answer('transfer-out', { status: 'success' })
    expect((await (await guest.formOn('/withdraw')).post({ intent: 'bring-back' })).status).toBe(303)
    const open = await guest.get(unknown)
    expect(open.text).toMatch(/게임 머니30,000원지갑으로 옮기기/)
    expect(open.text).toContain(words['launch.return'])
    expect((await guest.get(closed)).text).toMatch(/지금은 점검 중입니다.*게임 머니30,000원지갑으로 옮기기/)
    const back = await guest.formIn(open, '/game', {}, '/withdraw').post({ intent: 'bring-back' })
    expect([back.status, back.location]).toEqual([303, '/withdraw'])
  })
})
