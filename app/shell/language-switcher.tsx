import { bcp47, nameOfLocale, offered } from '~/i18n/locale'
import { useWords } from '~/i18n/words'
import { hidden } from '~/ui/base.css'
import { classNames } from '~/ui/class-names'
import { Icon } from '~/ui/icon/icon'
import { Fold } from './fold'
import { useHere } from './here'
import * as css from './top-bar.css'

/** The languages, as a dropdown of the top bar. */
export function LanguageSwitcher() {
  const { locale, t } = useWords()
  return (
    <Fold
      summary={
        <>
          <Icon name="globe" />
          <span className={hidden}>{t('language.change')}</span>
          <span className={classNames(css.summaryWord, locale === 'th' && css.summaryWordLate)}>
            {nameOfLocale[locale]}
            <Icon name="chevron-down" size={16} />
          </span>
        </>
      }
    >
      <LanguageForm className={css.folded} button={css.choice} mark />
    </Fold>
  )
}

/** One button for each offered language. A native form, because each language needs a new document. */
export function LanguageForm({ className, button, mark }: { className: string; button: string; mark?: boolean }) {
  const { locale, t } = useWords()
  const here = useHere()
  return (
    <form method="post" action="/language">
      <input type="hidden" name="next" value={here} />
      {/* A group: a labelled form is a landmark, and this form is on the page twice. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out in a way of its own. */}
      <div role="group" className={className} aria-label={t('language.label')}>
        {offered.map((offer) => (
          <button
            key={offer}
            type="submit"
            name="lng"
            value={offer}
            lang={bcp47[offer]}
            className={button}
            aria-current={offer === locale ? 'true' : undefined}
          >
            {nameOfLocale[offer]}
            {mark && offer === locale && <Icon name="check" size={16} />}
          </button>
        ))}
      </div>
    </form>
  )
}
