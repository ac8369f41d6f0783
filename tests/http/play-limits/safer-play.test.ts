import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { menu, menuGroups } from '~/shell/menu'
import { days } from '~/values/durations'
import { keepPlayLimits } from '../../support/foreign-limits'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { sitePaths } from '../../support/site-paths'
import {
  fieldOf,
  hrefsIn,
  memberPassword,
  newMember,
  normalizedText,
  type PageResponse,
  signedIn,
  transactionsOf,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { inOrder, textOf, words } from '../../support/words'

type Limits = { deposit: Record<string, number | null>; pending: unknown[]; reality: number | null }

async function limitsOf(member: Visitor): Promise<Limits> {
  return ((await member.call('get-play-limits', {})).json() as { limits: Limits }).limits
}

function buttonClasses(response: { page: Document }): Set<string | null> {
  const buttons = [...response.page.querySelectorAll('main form > div:has(> button) > :is(a, button)')]
  expect(buttons).toHaveLength(2)
  return new Set(buttons.map((button) => button.getAttribute('class')))
}

/** Limits and breaks on a member’s pages, and nudges to keep playing that no page may contain. */

// Nothing is approved automatically during the tests.
const site = sharedSite({ PLAY_APPROVAL_MS: '3600000' })

describe('every page', () => {
  let member: Visitor
  /** Responses of every page, to a visitor or to a member with a pending withdrawal. */
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

  it('leaves every box unchecked, and preselects no break and no exclusion', () => {
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

  it('never offers to reverse a pending withdrawal, and accepts no intent that would', async () => {
    const statusOf = async () => (await transactionsOf(member, 'withdraw')).balances[0]
    const before = await statusOf()
    expect(before).toMatchObject({ balance: 20_000, status: 'wait' })
    for (const intent of ['cancel', 'undo', 'bring-back'])
      await member.post('/withdraw', { balance: '20000', intent, id: String(before?.id), code: `a-code-for-${intent}` })
    expect(await statusOf()).toEqual(before)

    const offers = served.flatMap(({ path, page }) =>
      [...page.page.querySelectorAll('main :is(button, a)')]
        .map((control) => control.textContent?.trim() ?? '')
        .filter((text) => /출금.*(취소|되돌|철회)|(취소|되돌|철회).*출금/.test(text))
        .map((text) => `${path}: ${text}`),
    )
    expect(offers).toEqual([])
    const listed = await member.get('/withdraw')
    const pending = [...listed.page.querySelectorAll('main section:has(> ul)')].filter((card) =>
      card.textContent?.includes(words['pending.checking.withdraw']),
    )
    expect(pending).toHaveLength(1)
    expect(pending[0]?.textContent).toContain('20,000원')
    expect(pending[0]?.querySelectorAll('form, button')).toHaveLength(0)
    for (const path of ['/', '/withdraw', '/user?tab=history'])
      expect((await member.get(path)).text, path).toContain(words['withdraw.waiting.hint'])
  })
})

describe('play limits and breaks', () => {
  it('accept amounts as people type them, change only edited fields, and point out a lower longer limit', async () => {
    const member = await newMember(site.base)
    const saved = await (await member.formOn('/user?tab=limits', { day: '30만', week: '1,000,000' })).post()
    expect([saved.status, saved.location]).toEqual([303, '/user?tab=limits'])
    const page = await member.follow(saved)
    expect(page.page.querySelector('main')?.textContent).toContain(words['limits.saved'])
    expect(page.text.split(words['limits.saved'])).toHaveLength(2)
    expect(page.text).toMatch(
      inOrder(words['limits.column.day'], words['limits.kind.deposit'], textOf('limits.left', { amount: '300,000원' })),
    )
    // Each period shows its used amount, also without a limit.
    const main = page.page.querySelector('main')?.textContent
    const used = (['day', 'week', 'month'] as const).map((period) =>
      main?.includes(`${words[`limits.period.${period}`]} 0원`),
    )
    expect(used).toEqual([true, true, true])
    expect(main).toMatch(inOrder(words['limits.rule'], words['limits.save']))
    // A chart with a table shows the months since the first transaction. A member without transactions has none.
    const demo = visitor(site.base)
    await demo.signIn('demo', 'demo-1234')
    const rowsOf = ({ page }: PageResponse) =>
      [...page.querySelectorAll('main figure tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent),
      )
    const months = rowsOf(await demo.get('/user?tab=limits'))
    expect([months.length > 1, months.at(-1)?.some((amount) => amount !== '0'), rowsOf(page)]).toEqual([true, true, []])
    expect(await limitsOf(member)).toMatchObject({ deposit: { day: 300_000, week: 1_000_000, month: null } })

    // An increase is pending. Sending the form again with another field changed doesn't affect it.
    const raised = await member.follow(await (await member.formOn('/user?tab=limits', { day: '' })).post())
    // The notice has the same start time as the list of pending increases, and no success tick.
    const notice = raised.page.querySelector('main [role=status]')
    const [, when = ''] = /(\d{4}-\d\d-\d\d \d\d:\d\d)/.exec(notice?.textContent ?? '') ?? []
    expect(when).not.toBe('')
    const tick = page.page.querySelector('main [role=status] svg')?.innerHTML
    expect([typeof tick, notice?.querySelector('svg')?.innerHTML === tick]).toEqual(['string', false])
    expect(raised.text).toContain(textOf('limits.pending.from', { time: when }))
    expect(raised.text).toContain(textOf('limits.saved.waiting.text', { time: when }))
    const both = await member.follow(
      await (await member.formOn('/user?tab=limits', { day: '', month: '2000000' })).post(),
    )
    expect(both.text).toContain(textOf('limits.saved.partly.text', { time: when }))
    await (await member.formOn('/user?tab=limits', { reality: '15' })).post()
    expect(await limitsOf(member)).toMatchObject({
      deposit: { day: 300_000 },
      pending: [{ name: 'day', value: null }],
      reality: 15,
    })
    const unchanged = await member.follow(await (await member.formOn('/user?tab=limits', { day: '300000' })).post())
    expect(unchanged.text).toContain(words['limits.unchanged'])
    // Each limit shows its remaining amount, and that of a longer period if it is lower.
    const lowered = await member.follow(await (await member.formOn('/user?tab=limits', { week: '100,000' })).post())
    expect(lowered.text).toMatch(
      inOrder(
        textOf('limits.left', { amount: '300,000원' }),
        textOf('limits.bound', { name: words['limits.week'], left: '100,000원' }),
      ),
    )
    expect(lowered.text).toMatch(
      inOrder(
        words['limits.kind.deposit'],
        words['limits.column.week'],
        textOf('limits.left', { amount: '100,000원' }),
      ),
    )
  })

  it('change only in edited fields: a form opened before another change does not revert that change', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/user?tab=limits', { day: '500000', week: '900000' })).post()
    const old = await member.formOn('/user?tab=limits', { week: '800000' })
    await (await member.formOn('/user?tab=limits', { day: '100000' })).post()
    await old.post()
    expect(await limitsOf(member)).toMatchObject({ deposit: { day: 100_000, week: 800_000 }, pending: [] })
  })

  it('list an increase with its date, offer no confirmation before it, and let the member cancel it', async () => {
    const member = await newMember(site.base)
    await member.post('/user', { intent: 'limits', week: '₩100.000' })
    await member.post('/user', { intent: 'limits', week: '50만 원' })
    const page = await member.get('/user?tab=limits')
    expect(page.text).toMatch(inOrder(words['limits.week'], '100,000원 → 500,000원', words['limits.pending.from']))
    expect(page.page.querySelector('main button[value=limits-confirm]')).toBeNull()

    const early = await member.follow(await member.post('/user', { intent: 'limits-confirm', period: 'week' }))
    expect(early.text).toContain(words['limits.saved.waiting'])
    const ended = await member.follow(await member.post('/user', { intent: 'limits-cancel', period: 'week' }))
    expect(ended.text).toContain(words['limits.cancelled'])
    expect(await limitsOf(member)).toMatchObject({ deposit: { week: 100_000 }, pending: [] })
  })

  it('reject a deposit above a limit with a field error and the remaining amount, and allow others', async () => {
    const member = await newMember(site.base)
    await member.post('/user', { intent: 'limits', day: '50000' })
    expect((await member.get('/user?tab=limits')).text).toMatch(
      inOrder(words['limits.title'], words['limits.period.day'], textOf('limits.left', { amount: '50,000원' })),
    )
    const form = await member.formOn('/deposit', { balance: '60,000' })
    const over = await form.post()
    expect([over.status, fieldOf(over, 'balance').says]).toEqual([
      422,
      textOf('deposit.limit.refused.day', { amount: '50,000원' }),
    ])
    expect(fieldOf(over, 'balance').value).toBe('60,000')
    const late = await member.formOn('/deposit', { balance: '10000' })
    expect((await (await member.formOn('/deposit', { balance: '50000' })).post()).status).toBe(303)
    const usedUp = words['deposit.limit.none.day']
    const limitReached = await member.get('/deposit')
    expect(limitReached.text).toContain(usedUp)
    expect(limitReached.text).toContain(textOf('limits.left', { amount: '0원' }))
    expect(limitReached.page.querySelector('#deposit-form')).toBeNull()
    const again = await late.post()
    expect(again.page.querySelector('#deposit-form')).not.toBeNull()
    expect([again.status, again.text.match(/\d+원까지/)]).toEqual([422, null])
    expect(again.text).toContain(usedUp)
  })

  it('can also be set on losses and playing time, each with its fields, meter and pending increase', async () => {
    const member = await newMember(site.base)
    const path = '/user?tab=limits'
    const form = await member.formOn(path, { loss_day: '10만', time_day: '90', time_week: '60' })
    const page = await member.follow(await form.post())
    expect(await limitsOf(member)).toMatchObject({
      deposit: { day: null },
      loss: { day: 100_000, week: null },
      time: { day: 90, week: 60, month: null },
    })
    expect(page.text).toMatch(
      inOrder(words['limits.column.day'], words['limits.kind.loss'], textOf('limits.left', { amount: '100,000원' })),
    )
    expect(page.text).toMatch(
      inOrder(
        words['limits.column.day'],
        words['limits.kind.time'],
        textOf('limits.bound.play', { name: words['limits.time_week'], left: '{{left}}' }),
      ),
    )
    expect(page.text).toContain(words['limits.kind.deposit.text'])
    const slip = await (await member.formOn(path, { loss_week: '많이', time_day: '1441', time_month: '-1' })).post()
    expect(slip.status).toBe(422)
    expect(fieldOf(slip, 'loss_week').says).toContain(words['limits.amount.wrong'])
    expect(fieldOf(slip, 'time_day').says).toBe(words['limits.time.wrong.day'])
    expect(fieldOf(slip, 'time_month').says).toBe(words['limits.time.wrong.month'])
    const raised = await member.follow(await (await member.formOn(path, { time_week: '' })).post())
    expect(raised.text).toMatch(inOrder(words['limits.time_week'], '→', words['limits.none']))
    await member.post('/user', { intent: 'limits-cancel', period: 'time_week' })
    expect(await limitsOf(member)).toMatchObject({ time: { week: 60 }, pending: [] })
  })

  it('are required in the first deposit’s form, as a limit or an explicit “none”, before it is sent', async () => {
    const member = await newMember(site.base)
    const hasQuestion = async (by: Visitor) => (await by.get('/deposit')).page.querySelector('[name=question]') !== null
    const first = await member.formOn('/deposit', { balance: '20000' })
    const statuses = []
    for (const [answer, field] of [
      [{}, 'limit'],
      [{ limit: 'set' }, 'day'],
      [{ limit: 'set', day: '500' }, 'day'],
      [{ limit: 'set', day: '15000', week: '20000' }, 'day'],
      [{ limit: 'set', day: '20000', idx: 'nowhere' }, 'idx'],
    ] as const) {
      const { limit, ...fields } = first.fields
      const response = await member.post('/deposit', { ...fields, ...answer })
      statuses.push(response.status)
      expect(response.page.querySelector('main [role=alert] a')?.getAttribute('href')).toBe(`#${field}`)
      expect(fieldOf(response, 'balance').value).toBe('20,000')
    }
    expect(new Set(statuses)).toEqual(new Set([422]))
    const typed = { balance: '20000', idx: '1', limit: 'set', day: '30,000', week: '200,000' }
    const asked = await (await member.formOn('/deposit', typed)).post({ intent: 'ask-account' })
    expect(asked.status).toBe(303)
    const restored = await member.follow(asked)
    for (const [name, value] of Object.entries({ limit: 'set', idx: '1' }))
      expect(restored.page.querySelector(`[name=${name}][checked]`)?.getAttribute('value')).toBe(value)
    for (const [name, value] of Object.entries({ balance: '20,000', day: '30,000', week: '200,000' }))
      expect(fieldOf(restored, name).value).toBe(value)
    expect(await limitsOf(member)).toMatchObject({ deposit: { day: null, week: null, month: null } })
    expect([(await transactionsOf(member, 'deposit')).total, await hasQuestion(member)]).toEqual([0, true])
    expect((await first.post()).status).toBe(303)
    expect([(await transactionsOf(member, 'deposit')).total, await hasQuestion(member)]).toEqual([1, false])
    const otherDevice = visitor(site.base)
    await otherDevice.signIn(member.id, memberPassword)
    expect(await hasQuestion(otherDevice)).toBe(false)

    const limited = await newMember(site.base)
    const choice = { limit: 'set', week: '20만' }
    expect((await (await limited.formOn('/deposit', { balance: '30000', ...choice })).post()).status).toBe(303)
    expect(await limitsOf(limited)).toMatchObject({ deposit: { day: null, week: 200_000 } })
    expect([(await transactionsOf(limited, 'deposit')).total, await hasQuestion(limited)]).toEqual([1, false])
  })

  it('ask for confirmation before a break starts, mark the button that starts it, and require a length', async () => {
    const member = await newMember(site.base)
    const tab = await member.get('/user?tab=safer-play')
    expect(tab.page.querySelectorAll('main :is([name=break], [name=exclude])')).toHaveLength(6)
    expect(tab.page.querySelector('main :is([name=break], [name=exclude])[checked]')).toBeNull()
    const question = await member.get('/user?ask=break&break=7d')
    expect(question.text).toMatch(
      inOrder(
        words['limits.break.ask'],
        words['limits.ask.text'],
        words['safer.help.title'],
        textOf('safer.help.call', { phone: '1336' }),
      ),
    )
    expect(buttonClasses(question).size, 'the button that starts the break is the primary one').toBe(2)
    const withoutLength = await member.get('/user?ask=exclude')
    expect([withoutLength.status, withoutLength.text]).toEqual([
      422,
      expect.stringContaining(words['limits.length.missing']),
    ])
    expect((await member.post('/user', { intent: 'break' })).status).toBe(422)
    expect((await member.get('/deposit')).status).toBe(200)
  })

  it('redirect a reality check that isn’t due to the limits, or to the member’s target', async () => {
    const member = await newMember(site.base)
    const shown = await member.get('/reality-check')
    expect(shown).toMatchObject({ status: 303, location: '/user?tab=limits' })
    expect((await member.follow(shown)).text).toContain(words['reality.none'])
    expect(await member.get('/reality-check?next=/slot')).toMatchObject({ status: 303, location: '/slot' })
    expect((await member.get('/reality-check?next=//elsewhere.example')).location).toBe('/user?tab=limits')
  })

  it('close deposits, comp exchange and games during a break, and leave all other pages open', async () => {
    const member = await newMember(site.base)
    const comp = { points: '1', code: randomUUID() }
    const forms = [
      await member.formOn('/deposit', { balance: '10000' }),
      { post: (more = {}) => member.post('/comp', { ...comp, ...more }) },
    ] as const
    const game = { company: 'dodam-play', code: 'moon-rabbit-mill' }
    const unpaid = await (await member.formOn('/deposit', { balance: '20000', idx: '1' })).post()
    expect((await member.get('/')).text).toContain(words['pending.unpaid.pay'])
    const started = await member.follow(await (await member.formOn('/user?ask=break&break=7d')).post())
    expect(started.text).toMatch(inOrder(words['limits.break.running'], words['limits.until']))

    const closed = await Promise.all([
      member.get('/deposit'),
      member.get('/comp'),
      member.get(`/game?${new URLSearchParams(game)}`),
      ...forms.map((form) => form.post()),
      forms[0].post({ intent: 'ask-account' }),
      forms[0].post({ add: '10000' }),
      forms[0].post({ question: 'on', limit: 'set', day: '' }),
      forms[1].post({ intent: 'all' }),
      // A field error does not show the closed form again.
      forms[0].post({ balance: '5000' }),
      forms[0].post({ idx: 'nowhere' }),
      forms[0].post({ balance: '900000', idx: '2' }),
      forms[1].post({ points: '0' }),
      member.post('/game', game),
    ])
    expect(closed.map(({ status }) => status)).toEqual(closed.map(() => 403))
    const titleOf = (label: 'nav.deposit' | 'nav.comp' | 'nav.casino' | 'nav.slot' | 'nav.sport') =>
      textOf('limits.break.page', { page: words[label] })
    const titles = new Set(closed.map(({ page }) => page.querySelector('h1')?.textContent))
    expect(titles).toEqual(new Set([titleOf('nav.deposit'), titleOf('nav.comp'), words['limits.break.running']]))
    for (const { text, page } of closed) {
      expect(text).toMatch(inOrder(words['limits.until'], words['problem.excluded.text']))
      // The card of the unfinished payment has its own links.
      const hrefs = hrefsIn(page, 'main a:not(details a, section:has(ul) a)')
      const help = ['tel:1336', 'https://www.kcgp.or.kr']
      expect(hrefs).toEqual(['/withdraw', '/user?tab=history', '/help', ...help])
    }
    expect(closed[0]?.text, 'the unfinished payment').toMatch(
      inOrder('20,000원', words['pending.paused.unpaid'], words['deposit.cancel']),
    )
    expect((await member.call('open-game', game)).status).toBe(403)
    for (const path of ['/game', '/slot/game']) {
      expect((await member.get(path)).location).toBe('/slot')
      expect((await member.get('/slot')).text, 'no prompt to play').not.toContain(words['lobby.choose'])
    }

    const open = ['/', '/user?tab=safer-play', '/withdraw', '/help', '/note', '/notice', '/casino', '/slot', '/sport']
    const pages = await Promise.all(open.map((path) => member.get(path)))
    expect(pages.map(({ status }) => status)).toEqual(open.map(() => 200))
    expect(pages[0]?.page.querySelector('main form[action="/popup"]')).toBeNull()
    expect(pages[0]?.text).toContain(words['limits.break.running'])
    // The unfinished payment is shown with its state, without a prompt to pay or a promise.
    expect(pages[0]?.text).toMatch(inOrder('20,000원', words['pending.unpaid']))
    expect(pages[0]?.text).not.toContain(words['pending.unpaid.pay'])
    expect(normalizedText(pages[2]?.page.querySelector('main') ?? null), 'no prompt to deposit or play').toMatch(
      inOrder(words['withdraw.available'], words['problem.excluded.text']),
    )
    // No page links to a closed page; links to its replacement work.
    for (const { page } of pages) {
      const hrefs = [...page.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
      expect(hrefs.filter((href) => /^\/(?:deposit|comp|game)\b/.test(href))).toEqual([])
      expect(page.querySelector('footer a[href="/user?tab=history"]')).not.toBeNull()
      expect(page.querySelector(`nav[aria-label="${words['bottom.label']}"] a[href="/withdraw"]`)).not.toBeNull()
    }
    // The menus leave out only the games and the pages closed by their handles.
    const menuPaths = menuGroups.flatMap((group) => menu[group].map(({ path }): string => path))
    const answers = await Promise.all(
      menuPaths.map(async (path) => ({ path, status: (await member.get(path)).status })),
    )
    const openPaths = answers.filter(({ status }) => status === 200).map(({ path }) => path)
    const shownPaths = openPaths.filter((path) => menu.play.every((lobby) => lobby.path !== path))
    const pathsIn = (nav: string) =>
      new Set(hrefsIn(pages[0]?.page ?? null, `${nav} a`).map((to) => (to ?? '').split('?')[0]))
    expect([pathsIn('header nav'), pathsIn('#menu nav')]).toEqual([
      new Set(shownPaths),
      new Set([...shownPaths, '/note', '/logout']),
    ])
    // Pop-ups may advertise, so the API returns none.
    expect((await member.call('get-notice-popup', {})).json()).toEqual({ status: 'success', note: [] })
    // Only longer breaks are offered.
    const lengths = [...(pages[1]?.page.querySelectorAll('main [name=break]') ?? [])]
    expect(lengths.map((choice) => choice.getAttribute('value'))).toEqual(['7d', '30d'])
    const sent = { intent: 'break', break: '24h' }
    for (const shorter of [await member.get('/user?ask=break&break=24h'), await member.post('/user', sent)]) {
      expect(shorter.status).toBe(422)
      expect(shorter.text).toMatch(inOrder(words['limits.length.shorter'], words['limits.break.running']))
    }
    for (const [index, lobby] of pages.slice(6).entries()) {
      expect(lobby.page.querySelector('h1')?.textContent).toBe(titleOf(menu.play[index]?.label ?? 'nav.casino'))
      expect(lobby.page.querySelectorAll('main img')).toHaveLength(1)
    }
    await member.post(unpaid.location ?? '', { intent: 'leave' })
    for (const path of ['/', '/deposit']) {
      const { page, text } = await member.get(path)
      expect(text, path).toMatch(
        inOrder(
          path === '/' ? words['limits.break.running'] : titleOf('nav.deposit'),
          textOf('tracker.deposit.cancelled', { amount: '20,000원' }),
        ),
      )
      const steps = hrefsIn(page.querySelector('main section:has([name=news])')).toSorted()
      expect(steps, path).toEqual(['/help?write&subject=deposit', expect.stringMatching(/^\/user\/receipt\?/)])
    }
  })
})

describe('a foreign upstream', () => {
  const { site, upstream: foreign } = sharedForeignSite()
  let member: Visitor
  beforeAll(async () => {
    keepPlayLimits(foreign)
    member = await signedIn(site.base)
  })

  it('that tracks playing time leads to a reality check before the next game, with two equal choices', async () => {
    const slip = '/game?company=sport-1&code=sport-1&picks=m1%3Ahome%3Asport-1'
    const afterSlip = `/reality-check?next=${encodeURIComponent(slip)}`
    expect(await member.get(slip), 'the bet slip is kept').toMatchObject({ status: 303, location: afterSlip })
    const launch = '/game?company=slot-1&code=501'
    const check = `/reality-check?next=${encodeURIComponent(launch)}`
    expect(await member.get(launch)).toMatchObject({ status: 303, location: check })
    const posted = await member.post('/game', { company: 'slot-1', code: '501' })
    expect(posted).toMatchObject({ status: 303, location: check })
    expect(foreign.callsOf('open-game')).toEqual([])

    const opened = await member.call('open-game', { company: 'slot-1', code: '501' })
    expect([opened.status, foreign.callsOf('open-game')]).toEqual([403, []])

    const page = await member.get(check)
    expect(page.text).toMatch(inOrder(words['reality.title'], '240,000원', '202,000원', '−38,000원'))
    expect(buttonClasses(page).size).toBe(1)

    const form = await member.formOn(check)
    foreign.fail('/user/set_play_limits', { status: 503 }, 1)
    const failed = await form.post({ intent: 'go-on' })
    expect([failed.status, failed.location]).toEqual([503, null])
    foreign.answer('/user/set_play_limits', { status: 'fail' })
    const refused = await form.post({ intent: 'go-on' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(words['limits.failed'])])
    expect(fieldOf(refused, 'next').value).toBe(launch)
    keepPlayLimits(foreign)
    foreign.calls.length = 0

    expect(await form.post({ intent: 'go-on' })).toMatchObject({ status: 303, location: launch })
    expect(foreign.callsOf('/user/set_play_limits').map(({ body }) => body)).toEqual([{ reality: 60 }])
    expect((await form.post({ intent: 'go-on', next: '//elsewhere.example' })).location).toBe('/')
    const stopped = await form.post({ intent: 'stop' })
    expect([stopped.status, stopped.location]).toEqual([303, '/user'])
    expect(foreign.callsOf('transfer-out')).toHaveLength(1)
    expect((await member.follow(stopped)).text).toMatch(
      inOrder(words['reality.stopped.unsure'], words['reality.stopped.unsure.text']),
    )
    foreign.answer('transfer-out', { status: 'success', gameMoney: 0, balance: 10_000 })
    expect((await member.follow(await form.post({ intent: 'stop' }))).text).toContain(words['reality.stopped.text'])
    expect((await form.post({ intent: 'later' })).status).toBe(400)
  })

  it('with a due reality check allows no change of its interval before it is answered, nor by the API', async () => {
    keepPlayLimits(foreign)
    foreign.calls.length = 0
    const sent = () => foreign.callsOf('/user/set_play_limits').map(({ body }) => body)
    const limitsTab = '/user?tab=limits'
    const asked = `/reality-check?next=${encodeURIComponent(limitsTab)}`
    const changed = await (await member.formOn(limitsTab, { reality: 'none' })).post()
    expect(changed).toMatchObject({ status: 303, location: asked })
    expect((await member.follow(changed)).text).toMatch(inOrder(words['limits.reality.due'], words['reality.title']))
    expect(sent()).toEqual([])
    const both = await (await member.formOn(limitsTab, { reality: '15', day: '70000' })).post()
    expect(both).toMatchObject({ status: 303, location: asked })
    expect(sent()).toEqual([{ deposit: { day: 70_000 } }])

    for (const reality of [null, 15]) {
      const refused = await member.call('set-play-limits', { reality })
      expect([refused.status, refused.body]).toEqual([403, expect.stringContaining(words['api.realityCheck'])])
    }
    await member.call('set-play-limits', { reality: null, break: '24h' })
    await member.call('set-play-limits', { reality: 60 })
    expect(sent().slice(1)).toEqual([{ break: '24h' }, { reality: 60 }])
  })

  it('with an increase whose waiting time is over leads to a confirmation that sends the limit again', async () => {
    const waited = new Date(Date.now() - 60_000).toISOString()
    const raise = { name: 'day', value: 90_000, from: waited }
    const limits = { deposit: { day: 50_000, week: null, month: null }, used: {}, pending: [raise], reality: null }
    foreign.answer('/user/get_play_limits', { status: 'success', limits })
    const confirmed = { ...limits, deposit: { ...limits.deposit, day: 90_000 }, pending: [] }
    foreign.answer('/user/set_play_limits', { status: 'success', limits: confirmed })
    const page = await member.get('/user?tab=limits')
    expect(page.text).toMatch(inOrder(words['limits.pending.ready']))
    const form = member.formIn(page, '/user?tab=limits', { period: 'day' })
    const response = await member.follow(await form.post({ intent: 'limits-confirm' }))
    expect(response.text).toContain(words['limits.saved'])
    expect(foreign.callsOf('/user/set_play_limits').at(-1)?.body).toEqual({ deposit: { day: 90_000 } })
  })

  it('ends a self-exclusion after its term on request, and the site confirms this only if it ends', async () => {
    const limits = { deposit: { day: null, week: null, month: null }, used: {}, pending: [], reality: null }
    const endAt = (ms: number) => new Date(Date.now() + ms).toISOString()
    const over = { ...limits, excludedUntil: endAt(-days(1)), endsOnRequest: true }
    foreign.answer('/user/get_play_limits', { status: 'success', limits: over })
    const end = await member.formOn('/user', {}, '/user')
    for (const [changed, message] of [
      [{ ...limits, excludedUntil: endAt(days(1)) }, words['limits.exclusion.ending']],
      [{ ...over, excludedUntil: endAt(days(30)) }, words['limits.unchanged']],
      [over, words['limits.unchanged']],
      [limits, words['limits.unchanged']],
    ] as const) {
      foreign.answer('/user/set_play_limits', { status: 'success', limits: changed })
      expect((await member.follow(await end.post({ intent: 'exclusion-end' }))).text).toContain(message)
    }
    expect(foreign.callsOf('/user/set_play_limits').at(-1)?.body).toEqual({ endExclusion: true })
  })

  it('leads to a link to games on a receipt, but not during an exclusion or with a used-up limit', async () => {
    const balances = [
      { id: '41', balance: 50_000, method: 'bank', regdate: new Date().toISOString(), status: 'already' },
    ]
    foreign.answer('get-deposit-list', { total: 1, sum: 0, balances })
    const free = { deposit: { day: null, week: null, month: null }, used: {}, pending: [], reality: null }
    const usedUp = { ...free, deposit: { ...free.deposit, day: 10_000 }, used: { day: 10_000 } }
    const excluded = { ...free, excludedUntil: new Date(Date.now() + days(1)).toISOString() }
    for (const [limits, steps] of [
      [free, ['/casino']],
      [usedUp, []],
      [excluded, []],
    ] as const) {
      foreign.answer('/user/get_play_limits', { status: 'success', limits })
      const receipt = await member.get('/user/receipt?kind=deposit&id=41')
      const invitations = hrefsIn(receipt.page, 'main a').filter((to) => to === '/casino')
      expect([receipt.status, invitations]).toEqual([200, steps])
      const footer = normalizedText(receipt.page.querySelector('footer'))
      expect(footer.includes(words['lobby.providers']), 'no providers are named during an exclusion').toBe(
        limits !== excluded,
      )
    }
  })

  it('with an unreadable figure in its limits leads to an explained 0 and blocks no form', async () => {
    const limits = {
      deposit: { day: 'many', week: 100_000, month: null },
      used: { day: 0, week: 'much', month: 0 },
      pending: [{ name: 'month', value: 'more', from: new Date(Date.now() - 60_000).toISOString() }],
      reality: null,
    }
    foreign.answer('/user/get_play_limits', { status: 'success', limits })
    const sentence = words['money.unreadable']
    const page = await member.get('/user?tab=limits')
    expect(page.page.querySelector('main [name=day]')?.getAttribute('placeholder')).toBe('0원')
    expect(page.text).toMatch(inOrder('0원', sentence))
    expect(page.text.split(sentence)).toHaveLength(4)
    expect(page.page.querySelector('main button[value=limits-confirm]')).toBeNull()
    foreign.calls.length = 0
    const unchanged = await (await member.formOn('/user?tab=limits', { reality: 'none' })).post()
    expect([unchanged.status, foreign.callsOf('/user/set_play_limits').length]).toEqual([303, 0])
    expect(normalizedText((await member.get('/notice')).page.querySelector('aside'))).toContain(sentence)
    const deposit = await member.formOn('/deposit', { balance: '50000' })
    expect((await member.get('/deposit')).text).toContain(sentence)
    expect((await deposit.post({ intent: 'deposit' })).status).toBe(303)
  })

  it('with unreadable limits leads to an error on the limits page, and the other pages work', async () => {
    foreign.answer('/user/get_play_limits', { broken: true })
    const own = await member.get('/user?tab=limits')
    expect(own.status).toBe(503)
    expect(own.text).toMatch(inOrder(words['limits.title'], words['limits.notLoaded']))
    expect((await member.get('/deposit')).status).toBe(200)
  })

  it.skipIf(isReplicated)('without limits leads to no mention of a member’s limits', async () => {
    foreign.clearFaults()
    const page = await member.get('/user?tab=limits')
    expect([page.status, page.page.querySelector('#limits')]).toEqual([200, null])
    const tabs = [...page.page.querySelectorAll(`main nav[aria-label="${words['nav.user']}"] a`)]
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      words['user.profile'],
      words['receipt.history'],
      words['safer.title'],
    ])
    expect(page.page.querySelector('aside a[href*="limits"]')).toBeNull()
    expect(page.page.querySelector('footer a[href="/safer-play#limits"]')?.textContent).toBe(
      words['footer.limits.about'],
    )
    expect(page.text).not.toMatch(inOrder(words['deposit.limit.left.day']))
  })
})
