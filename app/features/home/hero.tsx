import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { usePageSettings } from '~/session/page-settings'
import { heroArtSrc } from '~/ui/artwork/picture-urls'
import { ButtonLink } from '~/ui/button/button'
import { Figure } from '~/ui/figure/figure'
import { wrapRow } from '~/ui/layout/layout.css'
import { linkEnd } from '~/ui/text.css'
import { aboutLimitsHref } from '~/values/addresses'
import * as css from './hero.css'
import type { toShownJackpot } from './home-data.server'

const longFigure = 10_000_000_000

/** The home page's picture and text. The heading's id is `hero`. @param isTall puts the text below on phones */
export function HeroBand({ isTall = false, children }: { isTall?: boolean; children: ReactNode }) {
  const { brand } = usePageSettings()
  const wide = brand?.hero?.wide ?? heroArtSrc('wide')
  return (
    <section className={isTall ? `${css.section} ${css.tall}` : css.section} data-theme="dark" aria-labelledby="hero">
      <picture className={css.scene}>
        <source media="(min-width: 37.5em)" srcSet={wide} />
        <img
          className={css.scenePicture}
          src={brand?.hero?.narrow ?? heroArtSrc('narrow')}
          alt=""
          width={358}
          height={190}
          fetchPriority="high"
        />
      </picture>
      <div className={css.text}>{children}</div>
    </section>
  )
}

type HeroProps = { jackpot: ReturnType<typeof toShownJackpot>; isMember: boolean; more?: ReactNode }

export function Hero({ jackpot, isMember, more }: HeroProps) {
  const { number, t } = useI18n()
  const { playMoney } = usePageSettings()
  const shortFigureClass = !isMember && t('money.unit').length > 1 ? css.figureWithWord : css.figure
  const figureClass = jackpot && (jackpot.amount ?? 0) < longFigure ? shortFigureClass : css.longFigure
  return (
    <HeroBand>
      <div>
        {!isMember && <p className={jackpot ? css.about : css.label}>{t('home.about')}</p>}
        <div className={wrapRow}>
          <h1 id="hero" className={jackpot ? css.label : css.title}>
            {t(jackpot ? 'home.jackpot.label' : 'home.welcome', { brand: t('brand.name') })}
            {jackpot && playMoney && !isMember && ` (${t('footer.play.mark')})`}
          </h1>
          {jackpot && more}
        </div>
        {jackpot && (
          <p className={figureClass}>
            <Figure size="hero" amount={number(jackpot.amount)} unit={t('money.unit')} />
          </p>
        )}
        {jackpot?.note && <p className={css.note}>{jackpot.note}</p>}
      </div>
      {!isMember && (
        <div className={css.actions}>
          <ButtonLink to={href('/register')} variant="primary">
            {t('login.register')}
          </ButtonLink>
          <ButtonLink to={href('/login')} variant="line">
            {t('nav.login')}
          </ButtonLink>
          {/* The page about limits has no scripts, so a plain link loads it as a new document. */}
          <a className={`${css.limits} ${linkEnd}`} href={aboutLimitsHref}>
            {t('footer.limits.about')}
          </a>
        </div>
      )}
    </HeroBand>
  )
}
