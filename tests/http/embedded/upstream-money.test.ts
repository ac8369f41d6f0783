import { beforeEach, describe, expect, it } from 'vitest'
import { sharedForeignSite } from '../../support/shared-site'
import {
  copyOf,
  fieldOf,
  hrefsIn,
  normalizedText,
  type PageResponse,
  signedIn,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { inOrder, textOf, words, wordsIn } from '../../support/words'

/** Settled transactions and unreadable amounts that an upstream reports. */

const { site, upstream } = sharedForeignSite()
const at = () => new Date().toISOString()
let member: Visitor

function list(
  rows: { id?: string; balance?: number; status: string; regdate?: string; reason?: string; fee?: number }[],
) {
  const balances = rows.map((row) => ({ balance: 50_000, method: 'bank', regdate: at(), ...row }))
  upstream.answer('get-deposit-list', { total: balances.length, sum: 0, balances })
}

const countOf = (count: number) => wordsIn('pages', 'ko')['news.count_other']?.replace('{{count}}', String(count)) ?? ''
const closeValueOf = (news: Element | undefined) =>
  (news?.querySelector('button') ?? news?.closest('section')?.querySelector('button'))?.getAttribute('value') ?? ''
const resultsIn = ({ page }: PageResponse) => {
  const card = [...page.querySelectorAll('main section')].find(
    (section) => normalizedText(section.querySelector('h2')) === words['news.title'],
  )
  return [...(card?.querySelectorAll(':scope > ul > li') ?? [])]
}
/** A refusal stays above its form after its card was closed, without a button to close it. */
const isSeen = (row: Element) => row.querySelector('h3') !== null && row.querySelector('button[name=news]') === null
const newsIn = (response: PageResponse) => resultsIn(response).filter((row) => !isSeen(row))
const seenIn = (response: PageResponse) => resultsIn(response).filter(isSeen)
const hrefsBeside = (news: Element | undefined) =>
  [...(news?.closest('section')?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
const texts = ({ page }: PageResponse, selector: string) => [...page.querySelectorAll(selector)].map(normalizedText)
const countNews = async (browser: Visitor, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => newsIn(await browser.get(path)).length))

beforeEach(async () => {
  upstream.reset()
  member = await signedIn(site.base)
})

describe('results and pending requests of a member', () => {
  it('are shown on home and the money page until dismissed, per browser if the upstream stores nothing', async () => {
    list([{ id: '11', status: 'already' }])
    expect(await countNews(member, ['/']), 'a new browser has no news').toEqual([0])
    list([{ id: '12', status: 'cansel', fee: 500, reason: '입금이 확인되지 않았습니다.' }])
    expect(await countNews(member, ['/', '/', '/deposit', '/withdraw', '/slot'])).toEqual([1, 1, 1, 0, 0])
    const [news] = newsIn(await member.get('/'))
    for (const text of [textOf('tracker.deposit.cancelled', { amount: '50,000원' }), '입금이 확인되지 않았습니다.'])
      expect(normalizedText(news ?? null)).toContain(text)
    const support = '/help?write&subject=deposit'
    expect(hrefsBeside(news).slice(1)).toEqual(['/deposit?balance=50000', support])
    const shown = await member.get('/deposit')
    const [receipt] = hrefsBeside(news)
    expect(hrefsBeside(newsIn(shown)[0]), 'above its form, the same links except the one to the form').toEqual([
      receipt,
      support,
    ])
    const listed = (page: PageResponse) => texts(page, '#recent li').join()
    expect(listed(shown)).toContain(words['status.cancelled'])
    expect(listed(shown), 'the reason is not repeated below its card').not.toContain('입금이 확인되지 않았습니다.')

    const other = copyOf(member)
    const form = await member.formOn('/deposit', {}, '/settled')
    const closed = await form.post({ news: closeValueOf(news) })
    expect([closed.status, closed.location]).toEqual([303, '/deposit'])
    expect(await countNews(member, ['/', '/deposit'])).toEqual([0, 0])
    const seen = await member.get('/deposit')
    expect(seenIn(seen).map(normalizedText), 'the reason stays above the form').toEqual([
      expect.stringContaining('입금이 확인되지 않았습니다.'),
    ])
    expect(listed(seen), 'and is not repeated below').not.toContain('입금이 확인되지 않았습니다.')
    expect(await countNews(other, ['/'])).toEqual([1])
    await member.signIn('demo2', 'demo-5678')
    expect(await countNews(member, ['/']), 'another member in this browser').toEqual([0])
  })

  it('are dismissed by opening, but not prefetching, their receipt, or all with one button', async () => {
    await member.get('/')
    const rows = ['13', '14', '15', '16'].map((id) => ({ id, status: 'already', fee: 500 }))
    list(rows)
    const [newest] = newsIn(await member.get('/'))
    const headline = textOf('tracker.deposit.done', { amount: '49,500원' })
    expect(normalizedText(newest?.querySelector('h3') ?? null)).toBe(headline)
    expect(hrefsBeside(newest).filter((to) => to === '/casino')).toHaveLength(1)
    const several = await member.get('/')
    const lineOf = (count: number) => textOf('news.several', { title: words['news.deposit.done'], amount: count })
    const others = (response: PageResponse) => newsIn(response).slice(1).map(normalizedText)
    expect(others(several)).toEqual([`${lineOf(3)} · +148,500원${words['outcome.unknown.history']}`])
    expect(texts(several, 'main h2 + button')).toContain(words['news.closeAll'])
    expect(await countNews(member, ['/deposit', '/withdraw'])).toEqual([2, 0])
    const receipt = newest?.querySelector('a')?.getAttribute('href') ?? ''
    await member.get(receipt, { 'Sec-Purpose': 'prefetch' })
    expect(others(await member.get('/')), 'a prefetch dismisses nothing').toEqual(others(several))
    expect((await member.get(receipt)).status).toBe(200)
    const page = await member.get('/')
    expect(others(page)).toEqual([`${lineOf(2)} · +99,000원${words['outcome.unknown.history']}`])
    const form = await member.get('/deposit')
    expect(texts(form, '#recent li'), 'the transaction without a card').toHaveLength(1)
    const all = [...page.page.querySelectorAll('button[name=news]')].find(
      (button) => normalizedText(button) === words['news.closeAll'],
    )
    member.cookies.set('seen', `${member.cookies.get('seen')}!${'y'.repeat(4_000)}`)
    await member.formIn(page, '/', {}, '/settled').post({ news: all?.getAttribute('value') ?? '' })
    expect(await countNews(member, ['/'])).toEqual([0])
    expect(member.cookies.get('seen')?.length, 'a browser stores 4,096 bytes').toBeLessThan(4_000)
  })

  it('link to support first after a wrong name, and then to the form with the amount on other pages', async () => {
    list([])
    await member.get('/')
    list([{ id: '13', status: 'cansel', reason: '입금자명이 다릅니다.' }])
    const steps = async (path: string) => hrefsBeside(newsIn(await member.get(path))[0]).slice(1)
    const support = '/help?write&subject=deposit'
    expect(await steps('/')).toEqual([support, '/deposit?balance=50000'])
    expect(await steps('/deposit')).toEqual([support])
  })

  it('are marked as seen at an upstream that stores this, and counted in the wallet', async () => {
    const settledAt = new Date(Date.now() + 1_000).toISOString()
    const row = { balance: 50_000, method: 'bank', regdate: at(), settledAt, after: 150_000 }
    const settled = [
      { ...row, kind: 'deposit', id: 'd-22', status: 'already', settledAt: row.regdate },
      { ...row, kind: 'withdraw', id: 21, status: 'cansel', reason: '예금주가 다릅니다.' },
    ]
    const health = { status: 'success', user: { ...user, balance: 160_000 }, noteCount: 0, helpCount: 0 }
    upstream.answer('user-health-check', { ...health, settled })
    upstream.answer('/public/balance/mark_settled_seen', { status: 'success' })
    expect(await countNews(member, ['/', '/deposit', '/withdraw', '/slot'])).toEqual([2, 2, 1, 0])
    const counted = countOf(2)
    const mark = counted
    expect(texts(await member.get('/slot'), 'a[href="/"]')).toContain(mark)
    expect((await member.get('/slot')).body).toContain(counted)
    const page = await member.get('/')
    const [refused] = newsIn(page)
    expect(normalizedText(refused ?? null)).toContain('예금주가 다릅니다.')
    expect(hrefsBeside(refused)[1], 'the newest comes first, and leads to an inquiry about the account').toBe(
      '/help?write&subject=account',
    )
    const again = '/withdraw?balance=50000'
    expect(hrefsBeside(refused), 'no second request to the same account').not.toContain(again)
    for (const path of ['/deposit', '/withdraw'] as const) {
      const form = await member.get(path)
      const [line, ...further] = newsIn(form)
      expect(normalizedText(line ?? null), path).toMatch(
        inOrder(
          textOf('news.withdraw.refused.of', { amount: '50,000원' }),
          `${words['receipt.reason.refused']}: 예금주가 다릅니다.`,
          textOf('news.withdraw.name', { name: '김•모' }),
          words['news.withdraw.returned'],
        ),
      )
      const hasSteps = texts(form, 'main h2').includes(words['withdraw.account.steps'] ?? '')
      expect(hasSteps, `the steps to another account, ${path}`).toBe(path === '/withdraw')
      const folded = texts(form, 'main form details:not([open])').join()
      const cautions = [words['news.again'], '국민은행 ••9012', words['withdraw.account.again']]
      const shown = cautions.map((text) => folded.includes(text ?? ''))
      expect(shown, `the rejected account, ${path}`).toEqual(Array(3).fill(path === '/withdraw'))
      expect(texts(form, 'main button'), 'two results have no common button').not.toContain(words['news.closeAll'])
      expect(texts(form, 'a[href="/"]'), 'news shown on the page is not counted in the bar').not.toContain(mark)
      // A completed transaction of the other kind needs no attention.
      const credited = expect.stringContaining(textOf('tracker.deposit.done', { amount: '50,000원' }))
      expect(further.map(normalizedText), path).toEqual(path === '/deposit' ? [credited] : [])
      const [receipt, contact, other] = hrefsBeside(refused)
      expect(hrefsBeside(line), `next steps only on its own form, ${path}`).toEqual(
        path === '/deposit' ? [receipt, other] : [receipt, contact],
      )
    }

    const phone = copyOf(member)
    await phone.formIn(page, '/', {}, '/settled').post({ news: closeValueOf(refused), here: 'on' })
    expect(await countNews(phone, ['/']), 'settled on an open page').toEqual([1])
    expect(await countNews(member, ['/']), 'other devices').toEqual([2])
    const marked = () => upstream.callsOf('/public/balance/mark_settled_seen').map(({ body }) => body)
    expect(marked()).toEqual([])
    await phone.get('/user/receipt?kind=withdraw&id=21')
    expect(marked(), 'its receipt was opened').toEqual([{ ids: [21] }])

    await member.formIn(page, '/', {}, '/settled').post({ news: closeValueOf(refused) })
    expect(marked()).toEqual([{ ids: [21] }, { ids: [21] }])
    expect(member.cookies.has('seen')).toBe(false)
    await member.get('/user/receipt?kind=deposit&id=d-22')
    expect(marked()).toHaveLength(3)
    list([{ id: 'd-22', status: 'already' }])
    const listed = await member.get('/user?tab=history')
    expect(marked().at(-1), 'the history lists it').toEqual({ ids: ['d-22'] })
    expect(listed.body, 'rows on the page are not counted').toContain(countOf(1))
  })

  it('of a rejected account warn in the folded form, until the member has another account', async () => {
    const refused = { id: 53, type: 'bank', balance: 50_000, regdate: at(), settledAt: at(), status: 'cansel' }
    upstream.answer('user-health-check', { status: 'success', user })
    const pageAfter = (paidTo: string) => {
      const balances = [{ ...refused, reason: '해지된 계좌입니다.', paidTo }]
      upstream.answer('get-withdraw-list', { total: 1, sum: 0, balances })
      return member.get('/withdraw')
    }
    const same = await pageAfter('국민은행 ••9012')
    expect(hrefsBeside(seenIn(same)[0]).slice(1), 'the steps have the button').toEqual([])
    expect(texts(same, 'main form details:not([open])').join()).toContain(words['withdraw.account.again'])
    expect(texts(same, 'main section ol + a')).toEqual([words['withdraw.account.ask']])
    const changed = await pageAfter('국민은행 ••1111')
    expect(hrefsBeside(seenIn(changed)[0]).slice(1)).toEqual(['/help?write&subject=withdrawal'])
    for (const key of ['withdraw.account.again', 'withdraw.account.step.1'] as const)
      expect(changed.body).not.toContain(words[key])
    expect(changed.page.querySelector('main form input[name=balance]')?.closest('details') ?? null).toBeNull()
    const warns = async (more: object, ...newer: object[]) => {
      upstream.answer('get-withdraw-list', {
        ...{ total: 1, sum: 0 },
        balances: [...newer, { ...refused, reason: '해지된 계좌입니다.', paidTo: '국민은행 ••9012', ...more }],
      })
      return (await member.get('/withdraw')).body.includes(words['withdraw.account.again'])
    }
    expect(await warns({})).toBe(true)
    expect(await warns({ reason: 'Your account is under review.' }), 'the account of the site').toBe(false)
    expect(await warns({}, { ...refused, id: 54, status: 'already' }), 'a later one was paid').toBe(false)
    const bankChangedAt = new Date(Date.now() + 60_000).toISOString()
    upstream.answer('user-health-check', { status: 'success', user: { ...user, bankChangedAt } })
    expect(await warns({}), 'only the holder or the bank was corrected').toBe(false)
  })

  it('show the reason of each of seven rejected withdrawals and the return of its money, all unfolded', async () => {
    const settled = Array.from({ length: 7 }, (_, id) => ({
      ...{ kind: 'withdraw', id, balance: 50_000, method: 'bank', status: 'cansel', regdate: at(), settledAt: at() },
      ...{ after: 150_000, reason: `사유 ${id}` },
    }))
    upstream.answer('user-health-check', { status: 'success', user: { ...user, balance: 150_000 }, settled })
    for (const path of ['/', '/withdraw']) {
      const rows = newsIn(await member.get(path))
      const shown = rows.map(normalizedText)
      expect(shown, path).toHaveLength(settled.length)
      // Only one shows the balance before and after it.
      const [returned, change] = [words['news.withdraw.returned'], '100,000원 → 150,000원']
      expect(
        shown.filter((text) => text.includes(change)),
        path,
      ).toHaveLength(1)
      for (const { reason } of settled) {
        const text = shown.find((row) => row.includes(reason)) ?? ''
        expect(text, path).toMatch(inOrder(reason, returned, text.includes(change) ? change : ''))
      }
      expect(rows.filter((row) => row.closest('details') ?? row.querySelector('details')).length, path).toBe(0)
    }
    const [line] = newsIn(await member.get('/deposit')).map(normalizedText)
    const sum = textOf('news.several', { title: words['news.withdraw.refused.title'], amount: 7 })
    expect(line, 'one line on the other form').toMatch(inOrder(sum, '350,000원'))
  })

  it('sum up all completed results except the newest, on home and on the form', async () => {
    const completed = { kind: 'deposit', balance: 10_000, method: 'bank', status: 'already', regdate: at() }
    const settled = Array.from({ length: 9 }, (_, index) => ({ ...completed, id: 60 + index, settledAt: at() }))
    upstream.answer('user-health-check', { status: 'success', user, settled })
    list(settled.slice(0, 5).map(({ id, balance, status }) => ({ id: String(id), balance, status })))
    const sum = textOf('news.several', { title: words['news.deposit.done'], amount: 8 })
    const line = `${sum} · +80,000원${words['outcome.unknown.history']}`
    for (const path of ['/', '/deposit'])
      expect(
        newsIn(await member.get(path))
          .slice(1)
          .map(normalizedText),
        path,
      ).toEqual([line])
  })

  it('shrink to one line only while a newer request of their kind is pending', async () => {
    const settledAt = new Date(Date.now() - 60_000).toISOString()
    const done = { kind: 'deposit', id: 'old', balance: 30_000, method: 'bank', status: 'already', settledAt }
    const settled = [{ ...done, regdate: settledAt, after: 150_000 }]
    upstream.answer('user-health-check', { status: 'success', user: { ...user, balance: 150_000 }, settled })
    const headline = textOf('tracker.deposit.done', { amount: '30,000원' })
    const lines = async (path: string) => newsIn(await member.get(path)).map(normalizedText)
    for (const path of ['/', '/deposit']) {
      const [shown] = newsIn(await member.get(path))
      expect(hrefsBeside(shown), path).toContain('/casino')
      expect(normalizedText(shown ?? null), 'the balance change is shown').toContain('120,000원 → 150,000원')
    }
    list([{ id: '75', balance: 70_000, status: 'wait' }])
    expect(await lines('/')).toEqual([`${headline}${words['common.close']}`])
    expect(await lines('/deposit'), 'the list beside the form already contains it').toEqual([])
    const other = { ...done, id: 76, regdate: at(), status: 'wait' }
    list([])
    upstream.answer('get-withdraw-list', { total: 1, sum: 0, balances: [other] })
    expect(await lines('/'), 'a request of the other kind').toEqual([expect.stringContaining('120,000')])
  })

  it('leave room for pending requests on home: deposits, and withdrawals with their total and a row each', async () => {
    const pending = { regdate: at(), status: 'wait', method: 'bank' }
    upstream.answer('user-health-check', { status: 'success', user })
    list([{ id: '71', balance: 70_000, status: 'wait' }])
    const balances = [
      { ...pending, id: 72, balance: 20_000 },
      { ...pending, id: 73, balance: 30_000 },
    ]
    upstream.answer('get-withdraw-list', { total: 2, sum: 0, balances })
    const home = await member.get('/')
    const deposits = textOf('pending.waiting.deposit', { count: 1 })
    expect(texts(home, `main section[aria-label="${deposits}"] > ul`)).toEqual([expect.stringContaining('70,000원')])
    const withdrawals = textOf('pending.waiting.withdraw', { count: 2 })
    const card = `main section[aria-label="${withdrawals}"]`
    expect(texts(home, `${card} h2`)).toEqual([`${withdrawals}, 50,000원`])
    expect(texts(home, `${card} h2 + *`), 'their state').toEqual([words['pending.turn.operator']])
    expect(texts(home, card).join()).toContain(textOf('pending.deducted', { amount: '50,000원' }))
    expect(texts(home, `${card} ul ul > li`)).toEqual([
      expect.stringContaining('20,000원'),
      expect.stringContaining('30,000원'),
    ])
    const receipts = hrefsIn(home.page, `${card} li li a`).map((link) => /[?&]id=(\w+)/.exec(link ?? '')?.[1])
    expect(receipts, 'each receipt before the inquiry to cancel or change it').toEqual([
      '72',
      undefined,
      '73',
      undefined,
    ])
    expect(hrefsIn(home.page, `${card} li li a:last-of-type`)).toContain('/help?write&subject=withdrawal')
    expect(texts(home, 'main').join().split(words['pending.refresh']), 'one link without JavaScript').toHaveLength(2)
    const [form = ''] = texts(await member.get('/withdraw'), 'main section')
    for (const once of [words['pending.checking.withdraw'], '국민은행 ••9012'])
      expect(form.split(once), once).toHaveLength(2)
  })

  it('are on a card above the form until closed, and keep the deposit button primary if completed', async () => {
    const row = { kind: 'withdraw', id: 81, balance: 50_000, method: 'bank', regdate: at(), settledAt: at() }
    list([{ id: '80', status: 'already' }])
    const depositButton = async (status: string) => {
      const settled = [{ ...row, status }]
      upstream.answer('user-health-check', { status: 'success', user, settled })
      upstream.answer('get-withdraw-list', { total: 1, sum: 0, balances: [{ ...row, type: 'withdraw', status }] })
      const home = await member.get('/')
      return home.page.querySelector('aside a[href="/deposit"]')?.className
    }
    const refused = await depositButton('cansel')
    const form = () => member.get('/withdraw').then((page) => texts(page, '#recent li').join())
    expect(await form(), 'listed as refused').toContain(words['status.refused'])
    expect(await depositButton('already')).not.toBe(refused)
    expect(await form(), 'not repeated below its card').toBe('')
    expect(await countNews(member, ['/withdraw'])).toEqual([1])
  })

  it('link from a refusal above the form to its receipt, which has amount, reason, support and form in this order', async () => {
    const refused = {
      id: 51,
      type: 'bank',
      balance: 50_000,
      regdate: at(),
      status: 'cansel',
      reason: '한도를 넘었습니다.',
    }
    upstream.answer('get-withdraw-list', { total: 1, sum: 0, balances: [refused] })
    const form = await member.get('/withdraw')
    const [row] = seenIn(form)
    expect(normalizedText(row ?? null)).toMatch(inOrder(words['receipt.reason.refused'], refused.reason))
    expect(texts(form, '#recent li').join(), 'not repeated below').not.toContain(refused.reason)
    expect(texts(form, 'main form details:not([open])').join(), 'the account is not in doubt').not.toContain(
      words['withdraw.account.again'],
    )
    const [link, ...next] = hrefsBeside(row)
    expect(next, 'the form below has the next request').toEqual(['/help?write&subject=withdrawal'])
    const receipt = await member.get(link ?? '')
    const article = receipt.page.querySelector('article')
    expect(normalizedText(article)).toMatch(
      inOrder(
        '50,000',
        words['status.refused'],
        words['receipt.reason.refused'],
        refused.reason,
        words['news.withdraw.returned'],
        words['help.write.title'],
      ),
    )
    const steps = [...(article?.querySelectorAll('a') ?? [])].map((step) => step.getAttribute('href'))
    expect(steps).toEqual(['/help?write&subject=withdrawal', '/withdraw?balance=50000'])
    const english = await member.get(`${link}&lng=en`)
    expect(texts(english, 'article [lang=ko]'), 'marked as Korean').toEqual([refused.reason])
    expect(english.text).toContain(wordsIn('pages', 'en')['receipt.reason.korean'])
  })

  it.each(['deposit', 'withdraw'] as const)(
    'that are pending for over 30 minutes are marked as late and link to support, withdrawals from the start: %s',
    async (kind) => {
      const pages = async (minutes: number) => {
        const regdate = new Date(Date.now() - minutes * 60_000).toISOString()
        const balances = [{ id: '91', balance: 50_000, regdate, status: 'wait', method: 'bank', stage: 'checking' }]
        upstream.answer('user-health-check', { status: 'success', user })
        upstream.answer(`get-${kind}-list`, { total: 1, sum: 0, balances })
        const responses = [await member.get('/'), await member.get(`/${kind}`)]
        return responses.map(({ text, page }) => [
          text.includes(words['tracker.late']),
          hrefsIn(page, 'main section a[href^="/help?write&subject="]').length,
        ])
      }
      const early = kind === 'withdraw' ? 1 : 0
      expect(await pages(29)).toEqual([
        [false, early],
        [false, early],
      ])
      expect(await pages(31)).toEqual([
        [true, 1],
        [true, 1],
      ])
    },
  )

  it('are dismissed per browser if the upstream can’t mark them, and are then no longer counted', async () => {
    const row = { kind: 'deposit', id: 31, balance: 50_000, regdate: at(), settledAt: at(), status: 'already' }
    upstream.answer('user-health-check', { status: 'success', user, settled: [row] })
    const page = await member.get('/')
    const headline = textOf('tracker.deposit.done', { amount: '50,000원' })
    expect(normalizedText(newsIn(page)[0] ?? null)).toMatch(
      new RegExp(`^${headline}.*(오늘|\\d\\d-\\d\\d) \\d\\d:\\d\\d`),
    )
    await member.formIn(page, '/', {}, '/settled').post({ news: closeValueOf(newsIn(page)[0]) })
    expect(member.cookies.has('seen')).toBe(true)
    const after = await member.get('/')
    expect(newsIn(after)).toEqual([])
    expect(after.body).not.toContain(countOf(1))
  })
})

const unreadable = '1,000,000 won'
const user = {
  userId: 'demo',
  nick: '데모',
  level: 1,
  bankname: '국민은행',
  bankOwner: '김데모',
  banknum: '123456789012',
}
const rowOf = (id: number, balance: unknown) => ({
  id,
  type: 'bank',
  balance,
  after: unreadable,
  regdate: new Date(Date.now() - id * 60_000).toISOString(),
  status: 'already',
})

function makeUnreadable(): void {
  const money = { balance: unreadable, in_balance: 5_000, rolling: unreadable }
  upstream.answer('user-health-check', { status: 'success', user: { ...user, ...money }, noteCount: 0, helpCount: 0 })
  upstream.answer('get-in-game-balance', { status: 'success', gameMoney: unreadable, balance: unreadable })
  upstream.answer('get-jackpot', { amount: unreadable })
  const list = { total: 2, sum: unreadable, balances: [rowOf(1, unreadable), rowOf(2, 50_000)] }
  for (const name of ['get-deposit-list', 'get-withdraw-list']) upstream.answer(name, list)
  upstream.answer('get-bets-list', {
    total: 2,
    bets: [
      { id: 1, balanceBet: unreadable, balanceWin: 0, betTime: rowOf(1, 0).regdate },
      { id: 2, balanceBet: 1_000, balanceWin: 7_000, betTime: rowOf(1, 0).regdate },
    ],
  })
  upstream.answer('get-comp-list', { total: 1, points: [{ id: 1, points: unreadable, regdate: rowOf(1, 0).regdate }] })
  for (const name of ['get-deposit-payment', 'get-withdrawal-payment'])
    upstream.answer(name, { payments: [{ idx: 3, name: '간편 결제', min: 'x', max: 'x', fee: 'x' }] })
}

function totalsOf({ page }: PageResponse): Record<string, string> {
  const terms = [...page.querySelectorAll('section[aria-labelledby=sums] dt')]
  return Object.fromEntries(terms.map((term) => [normalizedText(term), normalizedText(term.nextElementSibling)]))
}

const sentence = words['money.unreadable']

/** Every page shows 0 with an explanation, and no action relies on the amount. */
describe('money that can’t be read', () => {
  beforeEach(makeUnreadable)

  it.each<[string, RegExp]>([
    ['/', /입금[\d-]+ \d\d:\d\d0원/],
    ['/withdraw', inOrder(`${words['withdraw.available']}0원`)],
    ['/comp', inOrder(`${words['comp.available']}0콤프`)],
    ['/user?tab=history', inOrder('입금', '0', words['receipt.after'], '0')],
    ['/game?company=casino-1&code=casino-1', inOrder(`${words['launch.money']}5,000원`)],
  ])('is 0 on %s (%s), with an explanation', async (path, shown) => {
    const response = await member.get(path)
    expect(response.status).toBe(200)
    for (const script of response.page.querySelectorAll('script')) script.remove()
    const text = normalizedText(response.page.body)
    expect(normalizedText(response.page.querySelector('main'))).toMatch(shown)
    expect(normalizedText(response.page.querySelector('main'))).toContain(sentence)
    expect(text.match(/NaN|null/)).toBeNull()
    expect(text).not.toContain(unreadable)
  })

  it('is 0 in bar, panel and jackpot, with an explanation, and isn’t in their totals', async () => {
    const { page } = await member.get('/user')
    expect(normalizedText(page.querySelector('header ~ section'))).toMatch(
      inOrder(
        `${words['strip.money']}5,000원${textOf('panel.inGame', { cash: '0', amount: '5,000' })} `,
        `${words['withdraw.transferToWallet']}${words['strip.comp']} 0`,
        sentence,
      ),
    )
    const panel = normalizedText(page.querySelector('aside'))
    expect(panel).toMatch(inOrder(`${words['strip.money']}5,000원`, sentence, `${words['panel.comp']}0`))
    // Home may still have the previous jackpot.
    const home = async () => (await visitor(site.base).get('/')).text
    await expect.poll(home).toMatch(inOrder('잭팟', '0원', sentence))
  })

  it('isn’t in any total, and leaves values derived from it unknown', async () => {
    expect(totalsOf(await member.get('/user?tab=history'))).toEqual({
      [words['user.history.sum.deposits']]: '50,000원',
      [words['user.history.sum.withdrawals']]: '50,000원',
      [words['user.history.sum.net']]: '–',
    })
    expect(Object.values(totalsOf(await member.get('/user?tab=bets')))).toEqual(['1,000원', '7,000원', '–'])
    const file = await member.get('/user/history.csv?tab=money')
    expect(file.body).toMatch(/,0,0,[^\n]*\r\n/)
    expect(file.body.trimEnd().endsWith(`"${sentence}"`) || file.body.trimEnd().endsWith(sentence)).toBe(true)
  })

  it('is null in the API, where missing values are left out', async () => {
    const { balance, gameMoney, rolling } = (await member.call('get-in-game-balance', {})).json() as Record<
      string,
      unknown
    >
    expect([balance, gameMoney, rolling]).toEqual([null, null, undefined])
  })

  it('leaves the decision on a withdrawal to the upstream, and is never filled in as the whole balance', async () => {
    const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    const all = await form.post({ intent: 'all' })
    expect([all.status, fieldOf(all, 'balance').value]).toEqual([502, '10,000'])
    expect(all.text).toContain(words['amount.allOf.unreadable'])
    expect((await form.post()).status).toBe(303)
    expect(upstream.callsOf('apply-user-withdraw').at(-1)?.body).toMatchObject({ balance: 10_000 })
    const comp = await member.formOn('/comp', { points: '500' })
    const allComp = await comp.post({ intent: 'all' })
    expect([allComp.status, fieldOf(allComp, 'points').value]).toEqual([502, '500'])
    expect((await comp.post()).status).toBe(303)
  })

  it('is reported in a log line with call and field and in a metric, without value or member', async () => {
    await member.get('/withdraw')
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.includes('upstream sent unreadable money'))
    const line = lines.map((text) => JSON.parse(text)).find(({ segment }) => segment === 'get-in-game-balance')
    expect(line).toMatchObject({ fields: expect.arrayContaining(['balance', 'gameMoney']) })
    expect(lines.join('')).not.toMatch(/1,000,000|demo/)
    const metrics = await visitor(site.base).get('/metrics')
    expect(metrics.body).toMatch(/^madang_upstream_unreadable_money_total\{segment="user-health-check"\} [1-9]/m)
  })
})
