import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shortUpstreamTimeoutMs } from '../../support/settings'
import { commonSite, sharedForeignSite, sharedMember } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { fieldOf, newMember, normalizedText, type PageResponse } from '../../support/visitor'
import { answersOf, inOrder, textOf, words } from '../../support/words'

function rows(response: PageResponse, name: string): string[] {
  return [...response.page.querySelectorAll(`main ul[aria-label="${name}"] > li`)].map(normalizedText)
}

function links(response: PageResponse, name: string): (string | undefined)[] {
  const items = [...response.page.querySelectorAll(`main ul[aria-label="${name}"] > li`)]
  return items.map((item) => item.querySelector('a')?.getAttribute('href') ?? undefined)
}

function stripText(response: PageResponse, path: '/note' | '/help'): string | null | undefined {
  return response.page.querySelector(`a[href="${path}"][aria-label*=", "]`)?.getAttribute('aria-label')
}

describe('with the embedded upstream', () => {
  const site = commonSite()

  it('common questions are answered beside the list and the form, with links to the relevant pages', async () => {
    const visitor = await newMember(site.base)
    for (const path of ['/help', '/help?write=1']) {
      const { page } = await visitor.get(path)
      const answers = [...page.querySelectorAll('main details[name=faq]')]
      expect(answers.map((answer) => answer.querySelector('a')?.getAttribute('href')).slice(0, 2), path).toEqual([
        '/deposit',
        '/withdraw',
      ])
      expect(answers[0]?.querySelector('summary')?.textContent, path).toBe(words['help.faq.deposit'])
    }
  })

  it('an inquiry is sent, shown as pending, answered and counted, independently of an account request', async () => {
    const member = await newMember(site.base)
    expect((await member.get('/help')).text).toContain(words['help.empty.title'])
    const form = await member.formOn('/help?write', { title: ' 슬롯이 궁금합니다 ', contents: '첫 줄\r\n\r\n셋째 줄' })
    const sent = await form.post({ intent: 'write' })
    expect([sent.status, sent.location]).toEqual([303, '/help'])
    const list = await member.get('/help')
    expect(list.page.querySelector('main [role=status]')?.textContent).toContain(words['help.sent'])
    expect(rows(list, words['help.list'])).toHaveLength(1)
    await member.post('/deposit', { intent: 'ask-account' })

    await expect
      .poll(async () => {
        const page = await member.get('/help')
        return [
          rows(page, words['help.list']).filter((row) => row.includes(words['status.answered'])).length,
          stripText(page, '/help'),
        ]
      })
      .toEqual([2, answersOf(2)])
    const answered = await member.get('/help')
    const own = links(answered, words['help.list'])[1] ?? ''
    const opened = await member.get(own)
    expect([...opened.page.querySelectorAll('main article p[dir=auto]')].slice(0, 2).map(normalizedText)).toEqual([
      '첫 줄',
      '셋째 줄',
    ])
    expect(opened.text).toContain('안녕하세요, 마당 고객센터입니다.')
    expect(opened.text).toContain(words['help.followUp'])
    const reply = member.formIn(opened, own, { contents: '하나 더 여쭙니다' }, '/help')
    const refused = await reply.post({ contents: '' })
    expect([refused.status, fieldOf(refused, 'contents').says]).toEqual([422, words['help.contents.empty']])
    const further = await member.formIn(refused, '/help', { contents: '하나 더 여쭙니다' }).post()
    expect([further.status, further.location]).toEqual([303, own])
    const listed = rows(await member.get('/help'), words['help.list'])
    // The unread answer to the other inquiry comes first.
    expect([listed.length, listed[1]]).toEqual([2, expect.stringContaining('슬롯이 궁금합니다')])
    expect(stripText(opened, '/help')).toBe(answersOf(1))

    // Waits for the answer, because an answer during the deletion would require another confirmation.
    await expect
      .poll(
        async () =>
          rows(await member.get('/help'), words['help.list']).filter((row) => row.includes(words['status.answered']))
            .length,
      )
      .toBe(2)
    expect((await member.get(own)).text).toMatch(
      inOrder('셋째 줄', words['help.answer'], '하나 더 여쭙니다', words['help.answer']),
    )
    const question = await member.get('/help?ask=delete-all')
    expect(question.text).toContain(textOf('help.deleteAll.text', { count: '2' }))
    const done = await member.formIn(question, '/help?ask=delete-all').post({ intent: 'delete-all' })
    expect([done.status, done.location]).toEqual([303, '/help'])
    const empty = await member.get('/help')
    expect(empty.text).toContain(words['help.deleteAll.done'])
    expect(empty.text).toContain(words['help.empty.title'])
  })
})

describe('with a foreign upstream', () => {
  const { site, upstream } = sharedForeignSite({ UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}` })
  const member = sharedMember(site)
  beforeEach(() => {
    upstream.calls.length = 0
  })
  afterEach(() => {
    upstream.clearFaults()
  })

  const note = (id: unknown, title: string, text: string, isRead: unknown = false) => ({
    _id: id,
    title,
    text,
    regDate: '2026-01-02T03:04:05Z',
    isRead,
  })
  const help = (id: unknown, status: string | undefined, more: object = {}) => ({
    _id: id,
    title: `${id}번 문의`,
    contents: '묻습니다',
    regDate: '2026-01-02T03:04:05Z',
    status,
    ...more,
  })
  const marked = () => upstream.callsOf('read-note-message').map(({ body }) => body)

  it('IDs are sent back unchanged, numbers as numbers and strings as strings', async () => {
    upstream.answer('get-user-note', {
      notes: [note(7, '수', ''), note('n8', '글', ''), note('a b/한&글', '이상한 번호', '')],
    })
    const list = await member.get('/note')
    for (const link of links(list, words['note.title'])) expect((await member.get(link ?? '')).status).toBe(200)
    expect(marked()).toEqual([{ id: 7 }, { id: 'n8' }, { id: 'a b/한&글' }])
  })

  it('only an unread note is marked as read, before the page counts, and never on a prefetch', async () => {
    upstream.answer('get-user-note', { note: [note(1, '새것', ''), note(2, '읽은 것', '', true)] })
    await member.get('/note?id=2')
    await member.get('/note?id=1', { 'Sec-Purpose': 'prefetch' })
    const { page } = await member.get('/note')
    expect(marked()).toEqual([])
    const markLink = page.querySelector('main noscript a')
    expect([markLink?.textContent, markLink?.getAttribute('href')]).toEqual([words['messages.markRead'], '/note?id=1'])

    upstream.calls.length = 0
    await member.get('/note?id=1')
    const order = upstream.calls.map(({ callName }) => callName)
    expect(marked()).toEqual([{ id: 1 }])
    expect(order.indexOf('read-note-message')).toBeLessThan(order.indexOf('user-health-check'))
    expect(upstream.callsOf('get-user-note')).toHaveLength(1)
    expect(upstream.callsOf('user-health-check')).toHaveLength(1)
  })

  it('a note that can’t be marked as read is shown and stays unread', async () => {
    upstream.answer('get-user-note', { note: [note(1, '새것', '읽을거리')] })
    for (const fault of ['reset', 'html', { status: 500 }] as const) {
      upstream.fail('read-note-message', fault, 1)
      const opened = await member.get('/note?id=1')
      expect([opened.status, opened.text.includes('읽을거리')]).toEqual([200, true])
    }
  })

  it('a message is plain text: markup is shown as text, and only https URLs are links', async () => {
    const text = [
      '<script>window.hacked=1</script><img src=x onerror=alert(1)> &lt;b&gt;',
      '보세요 https://example.com/a?b=1&c=2, 그리고 javascript:alert(1) 과 http://plain.example',
      'مرحبا بكم 👨‍👩‍👧‍👦\u0007',
    ].join('\r\n\r\n')
    upstream.answer('get-user-note', { note: [note(1, '<b>제목</b>', text, true)] })
    const { page, body } = await member.get('/note?id=1')

    expect(normalizedText(page.querySelector('h1'))).toBe('<b>제목</b>')
    expect(page.querySelectorAll('main script, main b, main img:not(a img)')).toHaveLength(0)
    expect(body).not.toContain('<script>window.hacked')
    const paragraphs = [...page.querySelectorAll('main p[dir=auto]')].map(normalizedText)
    expect(paragraphs[0]).toBe('<script>window.hacked=1</script><img src=x onerror=alert(1)> &lt;b&gt;')
    expect(paragraphs[2]).toContain('مرحبا بكم 👨‍👩‍👧‍👦')
    const followed = [...page.querySelectorAll('main p[dir=auto] a')]
    expect(followed.map((a) => a.getAttribute('href'))).toEqual(['https://example.com/a?b=1&c=2'])
    expect(followed[0]?.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(followed[0]?.getAttribute('target')).toBe('_blank')
  })

  it('kinds and follow-ups require threads at the upstream; a form for a deleted thread keeps its text', async () => {
    const [first, reply] = [help('h1', 'already', { subject: 'game' }), help('h2', 'wait', { thread: 'h1' })]
    upstream.answer('get-help-list', { helps: [reply, first] })
    const fieldsWithout = member.formIn(await member.get('/help?write&subject=game'), '/help').fields
    expect(Object.keys(fieldsWithout)).not.toContain('subject')
    upstream.answer('get-help-list', { threads: true, helps: [reply, first] })
    const fresh = await member.formOn(
      '/help?write&subject=game',
      { title: '제목입니다', contents: '쓴 글입니다' },
      '/help',
    )
    await fresh.post()
    const list = await member.get('/help')
    expect([links(list, words['help.list']), rows(list, words['help.list'])]).toEqual([
      ['/help?id=h1'],
      [expect.stringMatching(inOrder('h1번 문의', words['help.subject.game'], words['status.wait']))],
    ])
    upstream.answer('user-write-help', { status: 'not_found' })
    const form = await member.formOn('/help?id=h1', { contents: '하나 더' }, '/help')
    const gone = await form.post()
    expect([gone.status, gone.text.includes(words['help.gone']), fieldOf(gone, 'contents').value.trim()]).toEqual([
      409,
      true,
      '하나 더',
    ])
    upstream.answer('user-write-help', { status: 'success' })
    await member.formIn(gone, '/help', { title: '새 제목' }).post()
    expect(upstream.callsOf('user-write-help').map(({ body }) => body)).toEqual([
      { title: '제목입니다', contents: '쓴 글입니다', subject: 'game' },
      { title: 'h1번 문의', contents: '하나 더', replyTo: 'h1' },
      { title: '새 제목', contents: '하나 더' },
    ])
  })

  it('an inquiry past the storage limit redisplays its form, with the next step', async () => {
    upstream.answer('user-write-help', { status: 'limit' })
    const typed = { title: '하나 더', contents: '들어갈 자리가 있나요' }
    const form = await member.formOn('/help?write', typed, '/help')
    const response = await form.post()
    expect(response.status).toBe(409)
    expect(response.text).toContain(words['help.full'])
    expect([fieldOf(response, 'title').value, fieldOf(response, 'contents').value.trim()]).toEqual(Object.values(typed))
    upstream.clearFaults()
    expect((await form.post()).status).toBe(303)
  })

  it.each(['/note', '/notice', '/help'])('an empty %s shows a message and a link to the next step', async (path) => {
    upstream.answer('get-user-note', { note: [] })
    upstream.answer('get-user-notices', { notices: [] })
    upstream.answer('get-help-list', { helps: [] })
    const response = await member.get(path)
    expect(response.status).toBe(200)
    expect(response.page.querySelector('main h2')).not.toBeNull()
    expect(response.page.querySelector('main img[alt=""]')).not.toBeNull()
    expect(response.page.querySelector('main h2 ~ div a')).not.toBeNull()
  })

  it('inquiry errors are shown next to their fields, with the text as typed', async () => {
    const form = await member.formOn('/help?write', { title: '제'.repeat(101), contents: '  ' })
    const response = await form.post({ intent: 'write' })
    expect(response.status).toBe(422)
    expect(fieldOf(response, 'title')).toEqual({
      value: '제'.repeat(101),
      says: words['help.title.long'],
    })
    expect(fieldOf(response, 'contents').says).toBe(words['help.contents.empty'])
    const summary = response.page.querySelector('main [role=alert]')
    expect([...(summary?.querySelectorAll('a') ?? [])].map((a) => a.getAttribute('href'))).toEqual([
      '#title',
      '#contents',
    ])
    expect(upstream.callsOf('user-write-help')).toEqual([])
  })

  it.each([
    [{ status: 200, body: '{"status":"fail"}' }, 409, words['help.failed']],
    [{ status: 429, headers: { 'Retry-After': '17' } }, 429, textOf('problem.limited.wait', { count: '17' })],
    ['reset-after', 503, words['help.unknown']],
  ] as const)('a failure of an inquiry with %j keeps what was typed', async (fault, status, text) => {
    upstream.fail('user-write-help', fault)
    const response = await member.post('/help', { intent: 'write', title: '제목입니다', contents: '쓴 글입니다' })
    expect([response.status, response.text.includes(text)], response.text).toEqual([status, true])
    expect([fieldOf(response, 'title').value, fieldOf(response, 'contents').value]).toEqual([
      '제목입니다',
      '쓴 글입니다',
    ])
    expect(upstream.callsOf('user-write-help')).toHaveLength(1)
    if (status === 429) expect(response.headers.get('retry-after')).toBe('17')
  })

  it.each([
    ['/note', 'user-del-note'],
    ['/help', 'del-all-help'],
  ])(
    'a deletion on %s requires another confirmation if an item was added since the question',
    async (path, callName) => {
      const list = (count: number) => {
        const ids = Array.from({ length: count }, (_, index) => index + 1)
        upstream.answer('get-user-note', { note: ids.map((id) => note(id, '쪽지', '')) })
        upstream.answer('get-help-list', { helps: ids.map((id) => help(id, 'wait')) })
      }
      list(1)
      const question = await member.get(`${path}?ask=delete-all`)
      list(2)
      upstream.calls.length = 0
      const redirect = await member.formIn(question, path).post({ intent: 'delete-all' })
      expect([redirect.status, redirect.location]).toEqual([303, `${path}?ask=delete-all`])
      expect(upstream.callsOf(callName)).toHaveLength(0)
      const again = await member.follow(redirect)
      expect(again.text).toMatch(inOrder(words['help.deleteAll.changed'], '2'))
      expect((await member.formIn(again, path).post({ intent: 'delete-all' })).location).toBe(path)
      list(0)
      expect((await member.formIn(again, path).post({ intent: 'delete-all' })).location, 'deleted before').toBe(path)
      expect(upstream.callsOf(callName)).toHaveLength(2)
    },
  )

  it.each([
    ['/note', 'del-note', 'note'],
    ['/help', 'del-help', 'help'],
  ] as const)('a single item of %s is deleted after a question that names it', async (path, callName, kind) => {
    const fill = (...ids: number[]) => {
      upstream.answer('get-user-note', { note: ids.map((id) => note(id, `${id}번`, '', true)) })
      upstream.answer('get-help-list', { helps: ids.map((id) => help(id, 'wait')) })
    }
    const allDeleted = () => [...upstream.callsOf('user-del-note'), ...upstream.callsOf('del-all-help')]
    fill(1, 2)
    const opened = await member.get(`${path}?id=2`)
    const link = opened.page.querySelector(`main a[href="${path}?id=2&ask=delete"]`)
    expect(normalizedText(link)).toBe(words['help.delete'])
    const question = await member.get(`${path}?id=2&ask=delete`)
    expect(question.text).toMatch(inOrder(words[`${kind}.delete.ask`], '2번'))
    const done = await member.formIn(question, path).post({ intent: 'delete' })
    expect([done.status, done.location]).toEqual([303, path])
    expect(upstream.callsOf(callName).map(({ body }) => body)).toEqual([{ id: 2 }])
    expect((await member.follow(done)).text).toContain(words[`${kind}.delete.done`])
    // The item no longer exists, no item is named, or the list can't be read.
    fill(1)
    for (const id of ['2', '']) expect((await member.post(path, { intent: 'delete', id })).location).toBe(path)
    expect((await member.post(path, { intent: 'delete', id: '1' })).location).toBe(`${path}?id=1&ask=delete`)
    upstream.clearFaults()
    for (const name of ['get-user-note', 'get-help-list']) upstream.fail(name, { status: 500 })
    await member.post(path, { intent: 'delete', id: '1', digest: 'x' })
    expect([upstream.callsOf(callName).length, allDeleted()]).toEqual([1, []])

    upstream.clearFaults()
    fill(2)
    upstream.fail(callName, { status: 404 })
    const missing = await member.formIn(question, path).post({ intent: 'delete' })
    expect([missing.status, missing.text.includes(words['form.unsupported'])]).toEqual([409, true])
    // Only the process that made the call knows that it is missing.
    const shown = (await member.get(`${path}?id=2`)).page.querySelector('main a[href*="ask=delete"][href*="id=2"]')
    if (!isReplicated) expect(shown).toBeNull()
  })

  it('events are a second tab of the notices page, with separate pages and items', async () => {
    const events = Array.from({ length: 21 }, (_, index) => ({
      idx: index + 1,
      title: `행사 ${index + 1}`,
      contents: '안내',
    }))
    upstream.answer('get-event-list', { evens: events })
    const tabsOn = (page: PageResponse) =>
      [...page.page.querySelectorAll(`nav[aria-label="${words['notice.tabs']}"] a`)].map((link) =>
        link.getAttribute('href'),
      )
    expect(tabsOn(await member.get('/notice'))).toEqual(['/notice', '/notice?tab=events'])
    const list = await member.get('/notice?tab=events')
    expect([tabsOn(list).length, links(list, words['event.title']).at(0)]).toEqual([2, '/notice?tab=events&id=1'])
    expect(list.page.querySelector('main a[href="/notice?tab=events&page=2"]')).not.toBeNull()
    const opened = await member.get('/notice?tab=events&id=21')
    expect([opened.status, opened.page.querySelector('h1')?.textContent]).toEqual([200, '행사 21'])
    expect(opened.page.querySelector('main a[href="/notice?tab=events&page=2"]')).not.toBeNull()
    expect((await member.get('/notice?tab=events&id=99')).status).toBe(404)
    upstream.fail('get-event-list', { status: 404 })
    expect((await member.get('/notice?tab=events')).status).toBe(404)
    if (!isReplicated) expect(tabsOn(await member.get('/notice'))).toEqual([])
  })

  it('a deletion of inquiries requires another confirmation after a new answer, but not after reading', async () => {
    const answered = (id: number, isRead?: boolean) =>
      help(id, 'already', { isRead, ref: { contents: '답변입니다', regDate: '2026-01-03T03:04:05Z' } })
    const deleteAfter = async (before: object[], after: object[]) => {
      upstream.answer('get-help-list', { helps: before })
      const question = await member.get('/help?ask=delete-all')
      upstream.answer('get-help-list', { helps: after })
      return (await member.formIn(question, '/help').post({ intent: 'delete-all' })).location
    }
    const [asked, deleted] = ['/help?ask=delete-all', '/help']
    // The upstream may not report which answers were read.
    expect(await deleteAfter([help(2, 'wait'), help(1, 'wait')], [help(2, 'wait'), answered(1)])).toBe(asked)
    expect(await deleteAfter([help(2, 'wait'), answered(1, false)], [answered(2, false), answered(1, true)])).toBe(
      asked,
    )
    expect(await deleteAfter([help(2, 'wait'), answered(1, false)], [help(2, 'wait'), answered(1, true)])).toBe(deleted)
  })

  it.each([
    ['/note', 'user-del-note', 'note'],
    ['/help', 'del-all-help', 'help'],
  ] as const)('a failed deletion on %s is reported above the list', async (path, callName, kind) => {
    upstream.answer('get-user-note', { note: [note(1, '쪽지 하나', '')] })
    upstream.answer('get-help-list', { helps: [help(1, 'wait')] })
    upstream.fail(callName, { status: 200, body: '{"status":"fail"}' })
    const refused = await member.post(path, { intent: 'delete-all' })
    expect([refused.status, normalizedText(refused.page.querySelector('main [role=alert]'))]).toEqual([
      409,
      words[`${kind}.deleteAll.failed`],
    ])
    expect(refused.page.querySelectorAll('main ul[aria-label] > li').length).toBeGreaterThan(0)

    upstream.fail(callName, 'reset-after')
    const lost = await member.post(path, { intent: 'delete-all' })
    expect(lost.status).toBe(503)
    expect(lost.text).toContain(words[`${kind}.deleteAll.unknown`])
    expect(upstream.callsOf(callName)).toHaveLength(2)
  })
})
