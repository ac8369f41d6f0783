import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { BankAccountBox } from '~/features/cashier/form/bank-account-box'
import { i18nFor } from '~/i18n/catalogue.server'
import { I18nProvider } from '~/i18n/i18n'
import { type DocumentSettings, DocumentSettingsProvider } from '~/session/document-settings'
import { Shell } from '~/shell/shell'

const settings = {
  locale: 'ko',
  theme: 'dark',
  lite: false,
  playMoney: false,
  https: true,
  gameWindow: '',
  isMember: true,
  hasPageMessages: true,
} as const

/** The box of an upstream that takes no request for the account. */
function renderBox(facts: Pick<DocumentSettings, 'missingPages'> & Partial<DocumentSettings>): string {
  const element = (
    <Shell data={null} footer={null}>
      <BankAccountBox form="deposit-form" request={{ kind: 'not-offered' }} isInPending={false} />
    </Shell>
  )
  const markup = renderToStaticMarkup(
    <DocumentSettingsProvider value={{ ...settings, ...facts }}>
      <I18nProvider value={i18nFor('ko')}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
      </I18nProvider>
    </DocumentSettingsProvider>,
  )
  return /<section[^>]*id="account".*?<\/section>/s.exec(markup)?.[0] ?? ''
}

describe('the account to pay into, where it can’t be asked for on the page', () => {
  it('is told by support, by the brand’s contact without one, else by the operator', () => {
    expect(renderBox({ missingPages: [] })).toMatch(/아래로 연락하시면.*href="\/help"/s)
    const brand = { contact: { mail: 'help@brand.example' } } as NonNullable<DocumentSettings['brand']>
    expect(renderBox({ missingPages: ['/help'], brand })).toMatch(/아래로 연락하시면.*help@brand\.example/s)
    const alone = renderBox({ missingPages: ['/help'] })
    expect(alone).toContain('고객센터에서 따로 안내')
    expect(alone).not.toMatch(/<(a|button)\b/)
  })
})
