import type { FormEvent, ReactNode } from 'react'
import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { bcp47, localeNames, offeredLocales } from '~/i18n/locale'
import { useCurrentPath, useRouteHandle } from '~/navigation/current-page'
import { keepFormInTab } from '~/session/form-kept-in-tab'
import { useSession } from '~/session/session-context'
import { visuallyHidden } from '~/ui/base.css'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon/icon'
import { hrefWithQuery } from '~/values/addresses'
import { Dropdown } from '../bars/dropdown'
import * as css from '../bars/top.css'
import { withForm, withoutForm } from '../shell.css'
import { useStorePreference } from './store'

export function LanguageSwitcher() {
  const { locale, t } = useI18n()
  return (
    <Dropdown
      summary={
        <>
          <Icon name="globe" />
          <span className={visuallyHidden}>{t('language.change')}</span>
          <span className={locale === 'th' ? css.summaryLabelFrom1200 : css.summaryLabel}>{localeNames[locale]}</span>
        </>
      }
    >
      <LanguageForm className={css.dropdownPanel} buttonClassName={css.dropdownItem} showsCheck />
    </Dropdown>
  )
}

type LanguageFormProps = { className: string; buttonClassName: string; showsCheck?: boolean }

export function LanguageForm({ className, buttonClassName, showsCheck }: LanguageFormProps) {
  const { locale, t } = useI18n()
  const here = useCurrentPath()
  const storePreference = useStorePreference()
  const { member } = useSession()
  const { restoresForm } = useRouteHandle()
  const isHydrated = useHydrated()

  /** Replaces this document with one in the chosen language, so that Back still leads to the previous page. */
  async function switchLanguage(event: FormEvent<HTMLFormElement>) {
    const along = restoresForm === undefined ? null : document.getElementById(restoresForm)
    const stored = await storePreference(event, along instanceof HTMLFormElement ? along : undefined)
    if (!stored) return
    keepFormInTab(member?.userId)
    window.location.replace(stored.redirected ? stored.url : here)
  }

  /** @param along attributes that also submit the page's form, so that the site restores its input */
  const choices = (along?: { form: string; formAction: string }) => (
    // The group has the label, because a labelled form would be a landmark, and this form occurs twice on the page.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout rules for its children.
    <div role="group" className={className} aria-label={t('language.label')}>
      {offeredLocales.map((offer) => (
        <button
          key={offer}
          {...along}
          type="submit"
          name="lng"
          value={offer}
          lang={bcp47[offer]}
          className={buttonClassName}
          aria-current={offer === locale ? 'true' : undefined}
        >
          {localeNames[offer]}
          {showsCheck && offer === locale && <Icon name="check" size={16} />}
        </button>
      ))}
    </div>
  )
  return (
    <form method="post" action={href('/language')} onSubmit={switchLanguage}>
      <input type="hidden" name="next" value={here} />
      {/* Pressing Enter clicks the form's first submit button. This one is disabled, so nothing happens. */}
      {restoresForm !== undefined && !isHydrated && <button type="submit" form={restoresForm} disabled hidden />}
      <PreferenceButtons action={href('/language')}>{choices}</PreferenceButtons>
    </form>
  )
}

type PreferenceButtonsProps = { action: string; children: (along?: { form: string; formAction: string }) => ReactNode }

/**
 * Renders the buttons for a preference that takes effect with a new document. Without JavaScript, they also submit the
 * page's form, so that the site can restore its input. @param children gets the attributes for this as `along`
 */
export function PreferenceButtons({ action, children }: PreferenceButtonsProps) {
  const here = useCurrentPath()
  const { restoresForm } = useRouteHandle()
  const isHydrated = useHydrated()
  if (restoresForm === undefined || isHydrated) return children()
  return (
    <>
      <div className={withForm}>
        {children({ form: restoresForm, formAction: hrefWithQuery(action, { next: here }) })}
      </div>
      <div className={withoutForm}>{children()}</div>
    </>
  )
}
