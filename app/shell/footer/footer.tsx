import { type ComponentProps, type FormEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useCurrentPath, useRouteHandle } from '~/navigation/current-page'
import { type Theme, useHasPage, useHasSupport, usePageSettings, useSetTheme } from '~/session/page-settings'
import { useExclusion, useSession } from '~/session/session-context'
import type { FooterData } from '~/session/shell-data'
import { useIsSiteClosed } from '~/session/site-response'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { arrowLink } from '~/ui/text.css'
import { Tile, TileGrid } from '~/ui/tile/tile'
import { aboutLimitsHref, limitsSectionHref, supportHref } from '~/values/addresses'
import { dot } from '~/values/parts'
import { from960Only } from '../bars/member-strip.css'
import { historyTile } from '../menu'
import { PreferenceButtons } from '../preferences/language-switcher'
import { useStorePreference } from '../preferences/store'
import { ContactLinks } from './contact-links'
import * as css from './footer.css'

const inquiryTile = { to: href('/help'), icon: 'message-circle-question-mark', text: 'footer.help.inquiry' } as const
const depositTile = { to: href('/deposit'), icon: 'circle-plus', text: 'footer.help.deposit' } as const
const memberTiles = [
  { to: href('/withdraw'), icon: 'circle-arrow-up', text: 'footer.help.withdraw' },
  { to: href('/note'), icon: 'mail', text: 'strip.note' },
  inquiryTile,
] as const

/** These pages have no scripts, so each link loads a new document. */
const legalLinks = [
  { to: href('/terms'), text: 'footer.terms' },
  { to: href('/privacy'), text: 'footer.privacy' },
  { to: href('/accessibility'), text: 'footer.accessibility' },
  { to: aboutLimitsHref, text: 'footer.limits.about' },
  { to: supportHref, text: 'footer.support' },
] as const

/**
 * Shows help links, provider names, the minimum age, the license and switches. The provider names come after their
 * <details> element instead of inside it, so that the switches can be beside its summary.
 */
export function Footer({ data }: { data: FooterData | null }) {
  const { t } = useI18n()
  const isExcluded = useExclusion() !== null
  const hasPage = useHasPage()
  const hasSupport = useHasSupport()
  const { member } = useSession()
  const tiles = [isExcluded ? historyTile : depositTile, ...memberTiles].filter(({ to }) => hasPage(to))
  const HelpTiles = hasSupport ? 'section' : 'div'
  const isClosed = useIsSiteClosed()
  return (
    <footer className={css.footer}>
      <div className={css.parts}>
        {!isClosed && !member && hasSupport && (
          <Link to={inquiryTile.to} className={arrowLink}>
            {t(inquiryTile.text)}
          </Link>
        )}
        {!isClosed && member && tiles.length > 0 && (
          <HelpTiles className={css.help} aria-label={hasSupport ? t('footer.help') : undefined}>
            {hasSupport && <h2 className={visuallyHidden}>{t('footer.help')}</h2>}
            <TileGrid variant="row">
              {tiles.map(({ to, icon, text }) => (
                <Tile key={to} variant="row" to={to} icon={icon} text={t(text)} />
              ))}
            </TileGrid>
          </HelpTiles>
        )}
        {data && !isExcluded && Object.values(data.providerNames).some((names) => names.length > 0) && (
          <>
            <details className={css.fold}>
              <summary className={css.foldSummary}>{t('lobby.providers')}</summary>
            </details>
            <div className={css.lists}>
              <ProviderNames {...data.providerNames} />
            </div>
          </>
        )}
        <div className={css.age}>
          <Legal minimumAge={data?.minimumAge} licence={data?.licence} links={isClosed ? [] : legalLinks} />
        </div>
        <Switches liteNote={data?.lite} />
      </div>
    </footer>
  )
}

function ProviderNames(providerNames: FooterData['providerNames']) {
  const { t } = useI18n()
  return (['casino', 'slot', 'sport'] as const)
    .filter((kind) => providerNames[kind].length > 0)
    .map((kind) => (
      <section key={kind} className={css.part} aria-labelledby={`${kind}-names`}>
        <h2 className={css.title} id={`${kind}-names`}>
          {t(`nav.${kind}`)}
        </h2>
        <p className={css.names}>{providerNames[kind].join('\u00a0· ')}</p>
      </section>
    ))
}

type LegalProps = Partial<Pick<FooterData, 'minimumAge' | 'licence'>> & { links: typeof legalLinks | [] }

function Legal({ minimumAge, licence, links }: LegalProps) {
  const { t } = useI18n()
  // If the member's own limits can be read, the link leads to them. Otherwise, it leads to the page about limits.
  const hasOwnLimits = useSession().playLimits !== null
  const { playMoney, brand: { company } = {} } = usePageSettings()
  return (
    <>
      {minimumAge !== undefined && (
        <span className={css.ageMark} aria-hidden="true">
          {`${minimumAge}+`}
        </span>
      )}
      <div className={css.legalText}>
        {minimumAge !== undefined && <p className={css.sentence}>{t('footer.age', { age: minimumAge })}</p>}
        {(licence ?? company) && (
          <p className={css.sentence}>
            {licence && `${t('footer.licence', { licence })}${dot}`}
            {company ?? t('brand.name')}
          </p>
        )}
        {playMoney && <span className={hasOwnLimits ? from960Only : css.sentence}>{t('footer.play')} </span>}
        {links.length > 0 && (
          <ul className={css.links} aria-label={t('footer.links')}>
            {links.map(({ to, text }) => {
              const isOwn = hasOwnLimits && text === 'footer.limits.about'
              return (
                <li key={to} className={css.sentence}>
                  <Link to={isOwn ? limitsSectionHref : to} reloadDocument={!isOwn} className={css.link}>
                    {t(isOwn ? 'safer.limits.act' : text)}
                  </Link>
                </li>
              )
            })}
          </ul>
        )}
        <ContactLinks />
      </div>
    </>
  )
}

function Switches({ liteNote }: { liteNote: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const { t } = useI18n()
  const { lite, theme } = usePageSettings()
  const setTheme = useSetTheme()
  const storePreference = useStorePreference()
  const { restoresForm } = useRouteHandle()

  /** Changes the theme without a document load, so that input isn't lost. The server stores the choice. */
  async function switchTheme(event: FormEvent<HTMLFormElement>) {
    const pressed = (event.nativeEvent as SubmitEvent).submitter
    const to = themes.find((theme) => pressed instanceof HTMLButtonElement && pressed.value === theme)
    if (!(await storePreference(event)) || to === undefined) return
    flushSync(() => setTheme(to))
    for (const button of box.current?.querySelectorAll('button') ?? []) {
      // If the clicked button was hidden, moves the focus to the visible one.
      if (document.activeElement !== document.body) return
      button.focus()
    }
  }

  /** Submits the open form along with the preference. A lite page has no script, so the server restores the input. */
  function takeFormAlong({ currentTarget }: FormEvent<HTMLFormElement>) {
    const typed = restoresForm === undefined ? null : document.getElementById(restoresForm)
    if (!(typed instanceof HTMLFormElement)) return
    const append = ({ formData }: FormDataEvent) => {
      for (const [name, value] of new FormData(typed)) if (!formData.has(name)) formData.append(name, value)
    }
    currentTarget.addEventListener('formdata', append, { once: true })
  }

  return (
    <div ref={box} className={css.switches}>
      {liteNote && <p className={css.liteNote}>{liteNote}</p>}
      <SwitchForm
        action={href('/theme')}
        className={theme === 'system' ? css.themes : css.theme}
        onSubmit={switchTheme}
      >
        {themes
          .filter((to) => to !== theme)
          .map((to) => (
            <Button key={to} {...themeSwitches[to]} size="small" name="theme" value={to}>
              {t(themeTexts[to])}
            </Button>
          ))}
      </SwitchForm>
      <SwitchForm action={href('/lite')} className={css.theme} onSubmit={takeFormAlong}>
        <PreferenceButtons action={href('/lite')}>
          {(along) => (
            <Button {...along} variant="line" size="small" icon="feather" name="lite" value={lite ? 'off' : 'on'}>
              {t(lite ? 'lite.off' : 'lite.on')}
            </Button>
          )}
        </PreferenceButtons>
      </SwitchForm>
    </div>
  )
}

const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[]

const themeSwitches = {
  light: { icon: 'sun', variant: 'line' },
  dark: { icon: 'moon', variant: 'line' },
  system: { variant: 'ghost' },
} as const
const themeTexts = { light: 'theme.toLight', dark: 'theme.toDark', system: 'theme.toSystem' } as const

function SwitchForm({ children, ...attributes }: ComponentProps<'form'>) {
  const here = useCurrentPath()
  return (
    <form {...attributes} method="post">
      <input type="hidden" name="next" value={here} />
      {children}
    </form>
  )
}
