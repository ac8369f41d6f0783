import { parseHTML } from 'linkedom'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Alert } from '~/ui/alert/alert'
import { AmountField } from '~/ui/amount-field/amount-field'
import { Button } from '~/ui/button/button'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, TextAreaField } from '~/ui/field/field'
import { PasswordField } from '~/ui/field/password-field'
import { Figure } from '~/ui/figure/figure'
import { type PagerStep, pagerWindow } from '~/ui/pager/pager-window'

function renderServer(page: ReactNode): Document {
  const markup = renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>)
  return parseHTML(`<!doctype html><html><body>${markup}</body></html>`).document
}

/** Finds an attribute in any case, because React capitalizes some names and this parser is case-sensitive. */
function attribute(element: Element | null, name: string): string | null {
  return [...(element?.attributes ?? [])].find((candidate) => candidate.name.toLowerCase() === name)?.value ?? null
}

function byId(document: Document, id: string | null | undefined): Element {
  const found = id ? document.getElementById(id) : null
  if (!found) throw new Error(`nothing has the id ${id}`)
  return found
}

function descriptionOf(document: Document, id: string): string | null {
  return byId(document, byId(document, id).getAttribute('aria-describedby')).textContent
}

const props = { name: 'nick', label: '닉네임', hint: '두 글자부터' }

describe('a field', () => {
  it.each([
    ['text', <Field key="t" {...props} />],
    ['password', <PasswordField key="p" {...props} show="보기" hide="가리기" />],
    ['several lines', <TextAreaField key="a" {...props} />],
    ['amount', <AmountField key="m" {...props} unit="원" clearLabel="지우기" />],
  ])('of type %s is named by its label and described by its hint', (_kind, field) => {
    const document = renderServer(field)
    expect(document.querySelector('label')?.getAttribute('for')).toBe('nick')
    expect(byId(document, 'nick').getAttribute('name')).toBe('nick')
    expect(descriptionOf(document, 'nick')).toBe('두 글자부터')
    expect(byId(document, 'nick').hasAttribute('aria-invalid')).toBe(false)
  })

  it('shows its error instead of its hint', () => {
    const document = renderServer(<Field {...props} error="두 글자부터 쓸 수 있습니다" good="쓸 수 있습니다" />)
    expect(byId(document, 'nick').getAttribute('aria-invalid')).toBe('true')
    expect(descriptionOf(document, 'nick')).toBe('두 글자부터 쓸 수 있습니다')
    expect(document.getElementById('nick-hint')).toBeNull()
  })
})

describe('an amount', () => {
  const chips = [{ add: 10_000, text: '+1만', label: '10,000원 더하기' }]
  const form = (
    <AmountField
      name="balance"
      label="입금 금액"
      unit="원"
      note="오늘 430,000원까지 더 입금할 수 있습니다."
      error="10,000원 단위로"
      suggestions={{ label: '가능한 금액', amounts: [{ amount: 20_000, text: '20,000원' }] }}
      chips={chips}
      clearLabel="지우기"
      available={{ label: '출금 가능 금액', amount: '1,041,000', allText: '전액' }}
    />
  )

  it('is described by its error and then by its suggested corrections', () => {
    const document = renderServer(form)
    const ids = byId(document, 'balance').getAttribute('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => byId(document, id).textContent)).toEqual(['10,000원 단위로', '가능한 금액20,000원'])
    expect(document.body.textContent, 'an error replaces the note').not.toContain('430,000원')
  })

  it('can be added to, cleared and filled in with buttons without JavaScript', () => {
    const document = renderServer(form)
    const chip = document.querySelector('button[name=add]')
    expect(chip?.getAttribute('value')).toBe('10000')
    expect(chip?.getAttribute('aria-label')).toBe('10,000원 더하기')
    const intents = [...document.querySelectorAll('button[name=intent]')].map((button) => button.getAttribute('value'))
    expect(intents).toEqual(['all', 'clear'])
    expect(document.querySelector('button[name=set]')?.getAttribute('value')).toBe('20000')
    for (const button of document.querySelectorAll('button')) expect(attribute(button, 'formnovalidate')).toBe('')
  })
})

describe('an error summary', () => {
  const nick = { id: 'nick', text: '닉네임: 두 글자부터' }
  const phone = { id: 'phone', text: '휴대전화: 숫자만' }

  it('of several fields is an alert that has the focus and links to them', () => {
    const document = renderServer(<ErrorSummary title="확인해 주세요" errors={[nick, phone]} />)
    const alert = document.querySelector('[role=alert]')
    expect(alert?.getAttribute('tabindex')).toBe('-1')
    expect(attribute(alert, 'autofocus')).toBe('')
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['#nick', '#phone'])
  })

  it('of one field doesn’t take the focus from that field', () => {
    const document = renderServer(
      <>
        <ErrorSummary title="확인해 주세요" errors={[nick, { ...nick, text: '닉네임: 글자만' }]} />
        <Field {...props} error="두 글자부터" />
      </>,
    )
    const focused = [...document.querySelectorAll('[autofocus], [autoFocus]')]
    expect(focused.map(({ id }) => id)).toEqual(['nick'])
  })

  it('can link to a group’s first choice by the group’s name', () => {
    const document = renderServer(
      <ChoiceCards
        name="idx"
        label="방법"
        choices={['', '7'].map((value) => ({ value, name: value }))}
        error="골라 주세요"
      />,
    )
    expect(byId(document, 'idx').getAttribute('type')).toBe('radio')
    expect(byId(document, 'idx-error').textContent).toBe('골라 주세요')
  })
})

it.each([
  ['success', 'status'],
  ['info', 'status'],
  ['warning', 'alert'],
  ['error', 'alert'],
] as const)('a notice of kind %s is a %s', (kind, role) => {
  const notice = renderServer(<Alert kind={kind}>말</Alert>).querySelector(`[role=${role}]`)
  expect(notice?.textContent?.trim()).toBe('말')
})

describe('a pager', () => {
  function seen(page: number, pages: number, width: 'wide' | 'narrow'): string {
    const shown = (step: PagerStep) => step.only === undefined || step.only === width
    return pagerWindow(page, pages)
      .filter(shown)
      .map((step) => (step.kind === 'gap' ? '…' : step.page === page ? `[${step.page}]` : step.page))
      .join(' ')
  }

  it.each([
    [1, 38, '[1] 2 3 … 38', '[1] 2 3 … 38'],
    [3, 38, '1 2 [3] 4 … 38', '1 2 [3] … 38'],
    [4, 38, '1 2 3 [4] 5 … 38', '1 … [4] … 38'],
    [10, 38, '1 … 9 [10] 11 … 38', '1 … [10] … 38'],
    [38, 38, '1 … 36 37 [38]', '1 … 36 37 [38]'],
    [2, 4, '1 [2] 3 4', '1 [2] 3 4'],
    [4, 7, '1 2 3 [4] 5 6 7', '1 … [4] … 7'],
  ])('on page %i of %i shows the ends and the neighbours, but fewer on a phone', (page, pages, wide, narrow) => {
    expect(seen(page, pages, 'wide')).toBe(wide)
    expect(seen(page, pages, 'narrow')).toBe(narrow)
  })

  it('always shows the current page, and never more than four numbers on a phone', () => {
    for (let pages = 1; pages <= 40; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        expect(seen(page, pages, 'narrow')).toContain(`[${page}]`)
        expect(seen(page, pages, 'narrow').match(/\d+/g)?.length).toBeLessThanOrEqual(4)
        expect(seen(page, pages, 'wide')).toContain(`[${page}]`)
      }
    }
  })
})

describe('small components', () => {
  it('an amount announces that it is loading, and is a dash if it is missing', () => {
    const waiting = renderServer(<Figure amount="1,284,500" unit="원" loadingLabel="읽는 중" />)
    const spans = [...waiting.querySelectorAll('span span:not([aria-hidden] *)')]
    const heard = spans.filter((span) => span.getAttribute('aria-hidden') === null)
    expect(heard.map((span) => span.textContent)).toEqual(['읽는 중'])
    expect(renderServer(<Figure amount={null} unit="원" />).body.textContent).toBe('–')
  })

  it('a busy button ignores a second click and keeps the focus', () => {
    const button = renderServer(
      <Button busy busyText="보내는 중">
        입금 신청
      </Button>,
    ).querySelector('button')
    expect(button?.getAttribute('aria-disabled')).toBe('true')
    expect(button?.hasAttribute('disabled')).toBe(false)
    expect(button?.querySelector(':scope > span > [aria-hidden]')?.textContent).toBe('입금 신청')
  })
})
