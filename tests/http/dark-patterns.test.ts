import { beforeAll, describe, expect, it } from 'vitest'
import { sharedSite } from '../support/shared-site'
import { sitePaths } from '../support/site-paths'
import { type PageResponse, signedIn, type Visitor, visitor } from '../support/visitor'

/** Every page as it is served, to a visitor and to a member with a waiting withdrawal. */

// Nothing is approved by itself meanwhile.
const site = sharedSite({ PLAY_APPROVAL_MS: '3600000' })
let member: Visitor
/** Pages by path, of both. */
let served: { by: Visitor; path: string; page: PageResponse }[]

const morePaths = [
  ...['/', '/logout', '/safer-play', '/help?write', '/help?ask=delete-all', '/note?ask=delete-all'],
  ...['/user?range=12m', '/user?tab=limits', '/user?tab=safer-play'],
  ...['/slot/game?code=dodam-play', '/game?company=dodam-play&code=moon-rabbit-mill'],
]

beforeAll(async () => {
  member = await signedIn(site.base)
  const withdrawal = { balance: 20_000, exchange_pw: '2580', code: 'a-withdrawal-that-waits' }
  expect((await member.call('apply-user-withdraw', withdrawal)).json()).toMatchObject({ status: 'success' })
  const pages = sitePaths.filter(({ file, callName }) => file.endsWith('.tsx') && callName === undefined)
  const visits = pages.map(({ path, isForMembers }) => [isForMembers ? member : visitor(site.base), path] as const)
  const more = morePaths.map((path) => [member, path] as const)
  served = []
  for (const [by, path] of [...visits, [visitor(site.base), '/register?code=MADANG'] as const, ...more]) {
    const page = await by.get(path)
    if (page.location === null) served.push({ by, path, page })
  }
})

describe('every page', () => {
  it('leaves every box unticked, and suggests neither break nor length', () => {
    expect(served.length).toBeGreaterThan(25)
    const boxes = served.flatMap(({ path, page }) =>
      [...page.page.querySelectorAll('input[type=checkbox]')].map((box) => ({ path, box })),
    )
    expect(boxes.length).toBeGreaterThan(1)
    expect(boxes.filter(({ box }) => box.hasAttribute('checked')).map(({ path }) => path)).toEqual([])
    const lengths = served.filter(({ page }) => page.page.querySelector('input[name=break], input[name=exclude]'))
    expect(lengths.length).toBeGreaterThan(0)
    const suggested = lengths.filter(({ page }) =>
      page.page.querySelector(':is(input[name=break], input[name=exclude])[checked]'),
    )
    expect(suggested.map(({ path }) => path)).toEqual([])
  })

  it('counts down to nothing and moves nothing by itself', () => {
    const moving = served.filter(({ page }) =>
      page.page.querySelector('marquee, blink, meta[http-equiv=refresh], [role=timer]'),
    )
    expect(moving.map(({ path }) => path)).toEqual([])
  })

  it('names in its footer the age, the limits and where to find help', () => {
    const lacking = served.filter(({ by, page }) => {
      const footer = page.page.querySelector('footer')
      const links = [...(footer?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href') ?? '')
      const targets = [by === member ? '/user?tab=limits' : '/safer-play#limits', '/safer-play#support']
      return !footer?.textContent?.includes('19세') || !targets.every((target) => links.includes(target))
    })
    expect(lacking.map(({ path }) => path)).toEqual([])
  })
})

describe('a withdrawal that waits', () => {
  it('is offered back by no page, and no intent takes it back', async () => {
    const statusOf = async () => {
      const { balances } = (await member.call('get-withdraw-list', {})).json() as {
        balances: Record<string, unknown>[]
      }
      return balances[0]
    }
    const before = await statusOf()
    expect(before).toMatchObject({ balance: 20_000, status: 'wait' })
    for (const intent of ['cancel', 'undo', 'bring-back'])
      await member.post('/withdraw', { balance: '20000', intent, id: String(before?.id), code: `a-code-for-${intent}` })
    expect(await statusOf()).toEqual(before)

    const offers = served.flatMap(({ path, page }) =>
      [...page.page.querySelectorAll('main :is(button, a)')]
        .map((control) => control.textContent?.trim() ?? '')
        .filter((words) => /출금.*(취소|되돌|철회)|(취소|되돌|철회).*출금/.test(words))
        .map((words) => `${path}: ${words}`),
    )
    expect(offers).toEqual([])
  })
})
