import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shortUpstreamTimeoutMs } from '../support/settings'
import { type Site, startSite } from '../support/site'
import { newMember, type PageResponse, signedIn, type Visitor, visitor } from '../support/visitor'

let site: Site
let member: Visitor

beforeAll(async () => {
  site = await startSite()
  member = await signedIn(site.base)
})
afterAll(() => site?.stop())

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

describe('the lobbies', () => {
  it('are for members: a visitor is sent to the login page and comes back', async () => {
    for (const path of ['/casino', '/sport', '/slot', '/slot/game?code=dodam-play', '/game?company=a&code=b']) {
      const response = await visitor(site.base).get(path)
      expect([response.status, response.location], path).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
    }
  })

  it('show every provider with both names and a picture of a fixed size', async () => {
    const casino = await member.get('/casino')

    expect(casino.status).toBe(200)
    expect(cardNames(casino, '/game?company=')).toHaveLength(13)
    expect(casino.text).toContain('가온 카지노Gaon Casino')
    const sport = await member.get('/sport')
    expect(sport.text).toContain('온들 스포츠Ondeul Sports')
    const pictures = [casino, sport].flatMap(({ page }) => [...page.querySelectorAll('main img')])
    expect(pictures.length).toBeGreaterThanOrEqual(20)
    for (const picture of pictures) {
      expect(picture.getAttribute('width')).toMatch(/^\d+$/)
      expect(picture.getAttribute('height')).toMatch(/^\d+$/)
    }
  })

  it('lead to the launch page with the entry’s own code as company and code', async () => {
    expect(linkTo(await member.get('/casino'), '가온 카지노')).toBe('/game?company=gaon-casino&code=gaon-casino')
    expect(linkTo(await member.get('/sport'), '온들 스포츠')).toBe('/game?company=ondeul-sports&code=ondeul-sports')
    expect(linkTo(await member.get('/slot'), '도담 플레이')).toBe('/slot/game?code=dodam-play')
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
    expect(none.text).toContain('찾으시는 이름이 없습니다')
    expect(linkTo(none, '검색어 지우기')).toBe('/casino')
  })

  it('show what is searched for as text, whatever it holds', async () => {
    const shown = await member.get(`/slot?q=${encodeURIComponent('<script>alert(1)</script>"')}`)
    expect(shown.status).toBe(200)
    expect(shown.body).not.toContain('<script>alert(1)')
    expect(shown.text).toContain('<script>alert(1)</script>"')
  })

  it('find slot games over all providers, 24 a page', async () => {
    const found = await member.get('/slot?q=moon')
    expect(cardNames(found, '/game?').length).toBeGreaterThan(3)

    const all = await member.get('/slot')
    expect(cardNames(all, '/game?')).toHaveLength(24)
    expect(
      new Set([...all.page.querySelectorAll('main a[href^="/game?"]')].map((a) => a.getAttribute('href'))).size,
    ).toBe(24)
    expect(linkTo(all, '2')).toBe('/slot?page=2')
  })

  it('are in English on request, with English names first', async () => {
    const english = await member.get('/casino?lng=en')
    expect(english.text).toContain('Gaon Casino가온 카지노')
    expect(english.page.querySelector('h1')?.textContent).toBe('Live casino')
    await member.get('/casino?lng=ko')
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

  it('of an unknown provider are a 404 with a link to go on; without a provider the list of providers is shown', async () => {
    const unknown = await member.get('/slot/game?code=nobody')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('찾으시는 제공사가 없습니다')
    expect(linkTo(unknown, '다른 제공사 보기')).toBe('/slot')
    expect((await member.get('/slot/game')).location).toBe('/slot')
  })
})

describe('the launch page', () => {
  it('says what will open and with how much money, and has one plain form that opens a new tab', async () => {
    const page = await member.get('/game?company=dodam-play&code=moon-rabbit-mill')
    expect(page.page.querySelector('h1')?.textContent).toBe('달토끼의 방앗간')
    expect(page.text).toContain('도담 플레이')
    expect(page.text).toContain('가지고 들어갈 머니1,000,000원')

    const forms = [...page.page.querySelectorAll('main form')]
    expect(forms).toHaveLength(1)
    expect(forms[0]?.getAttribute('target')).toBe('_blank')
    expect(forms[0]?.getAttribute('rel')).toBe('noopener')
    expect(forms[0]?.getAttribute('method')).toBe('post')
  })

  it('opens the game: 303 to its URL', async () => {
    const form = await member.formOn('/game?company=dodam-play&code=moon-rabbit-mill')
    expect(form.fields).toEqual({ company: 'dodam-play', code: 'moon-rabbit-mill' })
    const response = await form.post()
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/house\/game\//)
    const game = await visitor(site.base).get(response.location ?? '')
    expect([game.status, game.page.querySelector('title')?.textContent]).toEqual([200, '달토끼의 방앗간'])
  })

  it('opens a casino and a sport entry with its own code', async () => {
    for (const company of ['gaon-casino', 'ondeul-sports']) {
      const response = await member.post('/game', { company, code: company })
      expect([response.status, response.location?.startsWith('/house/game/')], company).toEqual([303, true])
    }
  })

  it('says that there is not enough money, and keeps the form', async () => {
    const poor = await newMember(site.base)
    const form = await poor.formOn('/game?company=dodam-play&code=moon-rabbit-mill')
    const response = await form.post()
    expect(response.status).toBe(409)
    expect(response.page.querySelector('main [role=alert]')?.textContent).toContain('지갑에 있는 머니가 부족합니다')
    expect(response.page.querySelector('main form input[name=code]')?.getAttribute('value')).toBe('moon-rabbit-mill')
    expect(poor.cookies.has('recent')).toBe(false)
  })

  it('shows the game again also when a script posted to the bare path', async () => {
    const poor = await newMember(site.base)
    const response = await poor.post('/game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    expect(response.status).toBe(409)
    expect(response.page.querySelector('h1')?.textContent).toBe('달토끼의 방앗간')
  })

  it('does not open what is under maintenance', async () => {
    const page = await member.get('/game?company=maru-tables&code=maru-tables')
    expect(page.status).toBe(200)
    expect(page.text).toContain('지금은 점검 중입니다')
    expect(page.page.querySelector('main form')).toBeNull()

    const sent = await member.post('/game', { company: 'maru-tables', code: 'maru-tables' })
    expect([sent.status, sent.text.includes('지금은 점검 중입니다')]).toEqual([409, true])
  })

  it('answers 404 with a link to go on for an unknown game, also to a form', async () => {
    for (const query of ['company=nobody&code=x', 'company=dodam-play&code=x', 'company=gaon-casino&code=x']) {
      const unknown = await member.get(`/game?${query}`)
      expect([unknown.status, unknown.text.includes('찾으시는 게임이 없습니다')], query).toEqual([404, true])
      const sent = await member.post('/game', Object.fromEntries(new URLSearchParams(query)))
      expect(sent.status, query).toBe(404)
    }
    expect((await member.post('/game', {})).status).toBe(404)
    expect((await member.get('/game')).location).toBe('/slot')
  })

  it('lets the form lead to this site alone, where the embedded upstream’s games are', async () => {
    const page = await member.get('/game?company=gaon-casino&code=gaon-casino')
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self';/)
  })
})

describe('recent games', () => {
  it('are the last eight that were opened here, newest first, each once', async () => {
    const player = await signedIn(site.base)
    const lobby = await player.get('/slot/game?code=mir-works')
    const links = [...lobby.page.querySelectorAll('main a[href^="/game?"]')].slice(0, 9)
    const opened: string[] = []
    for (const link of [...links, links[3]]) {
      const query = Object.fromEntries(new URL(link?.getAttribute('href') ?? '', site.base).searchParams)
      expect((await player.post('/game', query)).status).toBe(303)
      opened.push(link?.querySelector('p')?.textContent ?? '')
    }
    const wanted = [...new Set(opened.reverse())].slice(0, 8)

    for (const list of ['/slot?view=recent', '/slot/game?code=mir-works&view=recent'])
      expect(cardNames(await player.get(list), '/game?'), list).toEqual(wanted)
    expect(cardNames(await player.get('/slot/game?code=dodam-play&view=recent'), '/game?')).toEqual([])
  })

  it('count a game that a script opened', async () => {
    const player = await signedIn(site.base)
    const response = await player.call('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    expect(response.status).toBe(200)
    expect(cardNames(await player.get('/slot?view=recent'), '/game?')).toEqual(['달토끼의 방앗간'])
  })

  it('stand on the home page too, for the member who opened them', async () => {
    const player = await newMember(site.base)
    await player.call('apply-user-deposit', { balance: 10_000, code: randomUUID() })
    expect((await player.get('/')).text).toContain('둘러볼 만한 슬롯')
    const open = () => player.post('/game', { company: 'dodam-play', code: 'moon-rabbit-mill' })
    await expect.poll(async () => (await open()).status).toBe(303)
    const home = await player.get('/')
    expect(home.text).toContain('최근 한 게임과 추천')
    expect(cardNames(home, '/game?')[0]).toBe('달토끼의 방앗간')
    expect(new Set(cardNames(home, '/game?')).size).toBe(6)
  })

  it('show entries of casino and sport in their own lobbies', async () => {
    const player = await signedIn(site.base)
    await player.post('/game', { company: 'gaon-casino', code: 'gaon-casino' })
    expect((await player.get('/casino')).text).toContain('최근에 연 곳가온 카지노')
    expect((await player.get('/sport')).text).not.toContain('최근에 연 곳')
  })

  it('are empty when the cookie is malformed', async () => {
    const player = await signedIn(site.base)
    for (const nonsense of ['x', '%5B%5D', '%7B%22a%22%3A1%7D', '%5B%5B%22a%22%2C%22b%22%5D%5D', '%E0%A4%A']) {
      player.cookies.set('recent', nonsense)
      const lobby = await player.get('/slot')
      expect([lobby.status, lobby.text.includes('최근에 연 게임')], nonsense).toEqual([200, false])
    }
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
    expect((await player.get('/slot?motif=animals')).page.getElementById('dodam-play/moon-rabbit-mill')).not.toBeNull()

    const after = await heartOf('/slot/game?code=dodam-play&view=favourites')
    expect(after.pressed).toBe('true')
    expect((await player.post(after.address, {})).location).toBe('/slot')
    expect((await player.get('/slot?view=favourites')).text).toContain('아직 즐겨찾기가 없습니다')
  })

  it('and recent games are not shown to another member on the same device', async () => {
    const player = await signedIn(site.base)
    const game = { company: 'dodam-play', code: 'moon-rabbit-mill' }
    await player.post('/game', game)
    await player.post('/favourite', { ...game, on: 'yes', next: '/slot' })
    const shown = async () => {
      const lists = await Promise.all(['favourites', 'recent'].map((view) => player.get(`/slot?view=${view}`)))
      return lists.map((list) => cardNames(list, '/game?'))
    }
    expect(await shown()).toEqual([['달토끼의 방앗간'], ['달토끼의 방앗간']])
    await player.signIn('demo2', 'demo-5678')
    expect(await shown()).toEqual([[], []])
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
  let foreign: OtherUpstream
  let there: Site
  let guest: Visitor

  beforeAll(async () => {
    foreign = await startOtherUpstream()
    there = await startSite({
      UPSTREAM_URL: foreign.address,
      SESSION_SECRET: 'a secret for tests that is long enough to be taken',
      IMAGE_ORIGINS: 'https://pictures.example',
      UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}`,
    })
    guest = visitor(there.base)
    await guest.signIn('someone', 'whatever-1')
  })
  afterAll(async () => {
    await there?.stop()
    await foreign?.stop()
  })
  afterEach(() => {
    foreign.opens = () => ({ status: 200, body: { status: 'success', gameUrl: 'https://games.example/play?t=1' } })
  })

  it('shows an error page with its reference number when a list is unavailable', async () => {
    foreign.fails.add('/public/slot/get_slot_by_company 41')
    const down = await guest.get('/slot/game?code=41')
    const launch = await guest.get('/game?company=41&code=7')
    foreign.fails.clear()
    for (const page of [down, launch]) {
      expect(page.status).toBe(503)
      expect(page.text).toMatch(/지금은 연결할 수 없습니다.*문의 번호/)
    }
  })

  it('finds games of the providers whose lists load, and says that some did not', async () => {
    foreign.fails.add('/public/slot/get_slot_by_company 42')
    const found = await guest.get(`/slot?q=${encodeURIComponent('게임')}`)
    foreign.fails.clear()
    expect(found.status).toBe(200)
    expect(cardNames(found, '/game?')).toEqual(['숫자 게임'])
    expect(found.text).toContain('일부 제공사의 게임은 지금 불러오지 못했습니다')
  })

  it('sends ids back as they came: numbers stay numbers', async () => {
    const slot = await guest.get('/slot')
    const link = linkTo(slot, '숫자 제공사') ?? ''
    expect(link).toBe('/slot/game?code=41')
    const games = await guest.get(link)
    const launch = linkTo(games, '숫자 게임') ?? ''
    expect(launch).toBe('/game?company=41&code=7')

    const response = await (await guest.formOn(launch)).post()
    expect([response.status, response.location]).toEqual([303, 'https://games.example/play?t=1'])
    expect(foreign.opened.at(-1)).toEqual({ company: 41, code: 7 })
  })

  it('shows entries and games without a code, and opens none of them', async () => {
    const slot = await guest.get('/slot?view=providers')
    expect(slot.text).toContain('준비 중이름뿐')
    expect(linkTo(slot, '이름뿐')).toBeUndefined()
    const games = await guest.get('/slot/game?code=41')
    expect(games.text).toContain('코드 없는 게임')
    expect(linkTo(games, '코드 없는 게임')).toBeUndefined()
  })

  it('shows a picture of an allowed origin, and its own artwork for any other', async () => {
    const slot = await guest.get('/slot?view=providers')
    const sources = [...slot.page.querySelectorAll('main img')].map((picture) => picture.getAttribute('src') ?? '')
    expect(new Set(sources.map((src) => src.split('/')[1]))).toEqual(new Set(['picture', 'art']))
    const [signed = ''] = sources.filter((src) => src.startsWith('/picture/'))
    expect(Buffer.from(signed.split('/')[4] ?? '', 'base64url').toString()).toContain(
      'https://pictures.example/41.png ',
    )
  })

  it('has a message for an empty list', async () => {
    const casino = await guest.get('/casino')
    expect([casino.status, casino.text.includes('지금 열 수 있는 게임이 없습니다')]).toEqual([200, true])
  })

  it('says why a game did not open: time, an unknown status, sport, and a response that was lost', async () => {
    const slot = '/game?company=41&code=7'
    const sport = '/game?company=kick&code=kick'
    const cases = [
      { path: slot, says: { status: 'time' }, status: 409, words: '게임이 제시간에 열리지 않았습니다' },
      { path: slot, says: { status: 'nope' }, status: 409, words: '요청을 처리하지 못했습니다' },
      { path: sport, says: { status: 'nope' }, status: 409, words: '요청을 처리하지 못했습니다' },
    ]
    for (const { path, says, status, words } of cases) {
      foreign.opens = () => ({ status: 200, body: says })
      const response = await (await guest.formOn(path)).post()
      expect(response.status, path).toBe(status)
      expect(response.page.querySelector('main [role=alert]')?.textContent, path).toContain(words)
      expect(response.page.querySelector('main form'), path).not.toBeNull()
    }

    foreign.opens = () => ({ status: 500, body: {} })
    const lost = await (await guest.formOn(slot)).post()
    expect(lost.status).toBe(503)
    expect(lost.page.querySelector('main [role=alert]')?.textContent).toMatch(/요청을 처리하지 못했습니다.*문의 번호/)

    foreign.opens = () => 'hang'
    expect((await (await guest.formOn(slot)).post()).status).toBe(504)
  })

  it('opens no forbidden URL: no script, no other host by two slashes', async () => {
    for (const gameUrl of ['javascript:alert(1)', '//elsewhere.example/', 'ftp://elsewhere.example/']) {
      foreign.opens = () => ({ status: 200, body: { status: 'success', gameUrl } })
      const response = await (await guest.formOn('/game?company=41&code=7')).post()
      expect([response.status, response.location], gameUrl).toEqual([502, null])
    }
  })

  it('keeps the page while the balance is unavailable, with a reference number', async () => {
    foreign.fails.add('/public/slot/get_in_game_balance')
    const page = await guest.get('/game?company=41&code=7')
    foreign.fails.clear()
    expect(page.status).toBe(200)
    expect(page.text).toContain('가지고 들어갈 머니–')
    expect(page.text).toMatch(/머니를 불러오지 못했습니다.*문의 번호/)
  })
})

type OtherUpstream = {
  address: string
  /** The payloads of `open-game`. */
  opened: unknown[]
  opens: () => { status: number; body: object } | 'hang'
  /** Paths that answer 500; with the code behind it for the games of one provider. */
  fails: Set<string>
  stop: () => Promise<void>
}

/** An upstream with another form of the contract: numeric ids, wrapped responses, entries without codes. */
async function startOtherUpstream(): Promise<OtherUpstream> {
  const responses: Record<string, object> = {
    '/public/user/do_login': { status: 'success', token: 'foreign-token', user: { userId: 'someone' } },
    '/public/user/user_health_check': {
      status: 'success',
      user: { userId: 'someone', balance: '5000' },
      noteCount: 0,
      helpCount: 0,
    },
    '/public/slot/get_in_game_balance': { status: 'success', balance: 4000, gameMoney: '1000' },
    '/public/slot/get_casino_setting': { data: { casino: [] } },
    '/public/slot/get_sport_setting': { sport: [{ code: 'kick', nameKo: '차기', nameEn: 'Kick' }] },
    '/public/slot/get_slot_setting': {
      data: {
        slot: [
          { code: 41, nameKo: '숫자 제공사', nameEn: 'Numbers', img: 'https://pictures.example/41.png' },
          { nameKo: '이름뿐', nameEn: 'Only a name', img: 'http://pictures.example/2.png' },
          { code: 42, nameKo: '말 없는 곳', nameEn: 'Silence', used: 'y', img: 'https://elsewhere.example/3.png' },
        ],
      },
    },
    '/public/slot/get_slot_by_company': {
      games: [
        { code: 7, company: 41, nameKo: '숫자 게임', nameEn: 'Number Game' },
        { nameKo: '코드 없는 게임', nameEn: 'No Code' },
      ],
    },
  }
  const foreign: Omit<OtherUpstream, 'address' | 'stop'> = {
    opened: [],
    opens: () => ({ status: 200, body: { status: 'success', gameUrl: 'https://games.example/play?t=1' } }),
    fails: new Set(),
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const payload = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      if (foreign.fails.has(path) || foreign.fails.has(`${path} ${payload.code}`)) return answer(500, {})
      if (path === '/public/slot/user_open_slotv4') {
        foreign.opened.push(payload)
        const opens = foreign.opens()
        return opens === 'hang' ? undefined : answer(opens.status, opens.body)
      }
      const known = responses[path]
      return known ? answer(200, known) : answer(404, { status: 'error' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(foreign, {
    address: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
