import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useDocumentSettings } from '~/session/document-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Figure } from '~/ui/figure/figure'
import { aboutLimitsHref } from '~/values/addresses'
import * as css from './hero.css'
import type { toShownJackpot } from './home-data.server'

const longFigure = 10_000_000_000

export function Hero({ jackpot, isMember }: { jackpot: ReturnType<typeof toShownJackpot>; isMember: boolean }) {
  const { number, t } = useI18n()
  const { brand } = useDocumentSettings()
  const isUnitLong = !isMember && t('money.unit').length > 1
  const shortFigureClass = isUnitLong ? css.figureWithWord : css.figure
  const figureClass = jackpot && (jackpot.amount ?? 0) < longFigure ? shortFigureClass : css.longFigure
  return (
    <section className={css.section} data-theme="dark" aria-labelledby="hero">
      <picture className={css.scene}>
        <source media="(min-width: 37.5em)" srcSet={brand?.hero?.wide ?? heroArtSrc('wide')} />
        <img
          className={css.scenePicture}
          src={brand?.hero?.narrow ?? heroArtSrc('narrow')}
          alt=""
          width={358}
          height={190}
          fetchPriority="high"
        />
      </picture>
      <div className={css.text}>
        <div>
          {jackpot ? (
            <>
              <h1 id="hero" className={css.label}>
                {t('home.jackpot.label', { brand: t('brand.name') })}
              </h1>
              <p className={figureClass}>
                <Figure size="hero" amount={number(jackpot.amount)} unit={t('money.unit')} />
              </p>
              {jackpot.note && <p className={css.note}>{jackpot.note}</p>}
            </>
          ) : (
            <h1 id="hero" className={css.title}>
              {t('home.welcome', { brand: t('brand.name') })}
            </h1>
          )}
          <p className={css.note}>
            {/* That page has no script: a plain link loads it. */}
            <a className={css.limits} href={aboutLimitsHref}>
              {t('footer.limits.about')}
            </a>
          </p>
        </div>
        {!isMember && (
          <div className={css.actions}>
            <ButtonLink to={href('/register')} variant="primary">
              {t('login.register')}
            </ButtonLink>
            <ButtonLink to={href('/login')}>{t('nav.login')}</ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}
