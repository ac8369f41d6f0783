import { type FormEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { type MessageKey, useWords } from '~/i18n/words'
import { Button, type ButtonLook } from '~/ui/button/button'
import { classNames } from '~/ui/class-names'
import type { IconName } from '~/ui/icon/icon'
import { textLink } from '~/ui/text-link/text-link.css'
import { Tile, TileGrid } from '~/ui/tile/tile'
import { useConnection } from './connection'
import type { ShellData } from './data'
import { type Theme, useFacts, useSetTheme } from './facts'
import * as css from './footer.css'
import * as frame from './frame.css'
import { useHere } from './here'

const helpTiles = [
  { to: '/deposit', icon: 'circle-plus', text: 'footer.help.deposit' },
  { to: '/withdraw', icon: 'circle-arrow-up', text: 'footer.help.withdraw' },
  { to: '/note', icon: 'mail', text: 'footer.help.note' },
  { to: '/help', icon: 'message-circle-question-mark', text: 'footer.help.inquiry' },
] as const

/** Pages without script: each comes as a document of its own. */
const legalLinks = [
  { to: '/terms', text: 'footer.terms' },
  { to: '/privacy', text: 'footer.privacy' },
  { to: '/safer-play#limits', text: 'footer.limits' },
  { to: '/safer-play#support', text: 'footer.support' },
] as const

/** Help, who plays here, age, licence and the two switches. An error page that knows nothing has the last part alone. */
export function Footer({ data }: { data: ShellData | null }) {
  const { t } = useWords()
  return (
    <footer className={css.footer}>
      <div className={classNames(frame.inner, css.parts)}>
        <section className={css.part} aria-label={t('footer.help')}>
          <h2 className={css.title}>{t('footer.help')}</h2>
          <TileGrid look="row">
            {helpTiles.map(({ to, icon, text }) => (
              <Tile key={to} look="row" to={to} icon={icon} text={t(text)} />
            ))}
          </TileGrid>
        </section>
        {data && Object.values(data.footer).some((names) => names.length > 0) && (
          <div className={css.lists}>
            <Names title={t('footer.casino')} names={data.footer.casino} />
            <Names title={t('footer.slot')} names={data.footer.slot} />
            <Names title={t('footer.sport')} names={data.footer.sport} />
          </div>
        )}
        <div className={css.legal}>
          <Legal brand={data?.brand} />
          <Switches />
        </div>
      </div>
    </footer>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const id = useId()
  if (names.length === 0) return null
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {title}
      </h2>
      <ul className={css.names}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

function Legal({ brand }: { brand: ShellData['brand'] | undefined }) {
  const { t } = useWords()
  const { playMoney } = useFacts()
  return (
    <div className={css.age}>
      {brand && (
        <span className={css.ring} aria-hidden="true">
          {brand.minimumAge}+
        </span>
      )}
      <div className={css.words}>
        {brand && <p>{t('footer.age', { age: brand.minimumAge })}</p>}
        {brand?.licence && (
          <p>
            {t('footer.licence', { licence: brand.licence })} · {t('brand.name')}
          </p>
        )}
        {playMoney && <p>{t('footer.play')}</p>}
        <ul className={css.links} aria-label={t('footer.links')}>
          {legalLinks.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} reloadDocument className={classNames(textLink, css.link)}>
                {t(text)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Switches() {
  const box = useRef<HTMLDivElement>(null)
  const { theme } = useFacts()
  const setTheme = useSetTheme()
  const { sayLost } = useConnection()

  /** Where scripts run the theme changes under what was typed into the page; the server keeps it as from the plain form. */
  async function switchTheme(event: FormEvent<HTMLFormElement>, to: Theme) {
    event.preventDefault()
    const form = event.currentTarget
    const body = new URLSearchParams({ theme: to, next: '/' })
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (!answer) return sayLost('connection.press')
    // Whatever else was answered, the browser shows it.
    if (answer.type !== 'opaqueredirect') return form.submit()
    flushSync(() => setTheme(to))
    for (const button of box.current?.querySelectorAll('button') ?? []) {
      // The switch that was pressed may be gone, and one for the other kind of device can't be focused.
      if (document.activeElement !== document.body) return
      button.focus()
    }
  }

  return (
    <div ref={box} className={css.switches}>
      <ThemeSwitches onSubmit={switchTheme} />
      <LiteSwitch />
      {theme !== 'system' && <ThemeSwitch to="system" onSubmit={switchTheme} />}
    </div>
  )
}

type SwitchTheme = (event: FormEvent<HTMLFormElement>, theme: Theme) => void

function ThemeSwitches({ onSubmit }: { onSubmit: SwitchTheme }) {
  const { theme } = useFacts()
  return (
    <>
      {theme !== 'light' && (
        <div className={theme === 'system' ? css.whenDark : undefined}>
          <ThemeSwitch to="light" onSubmit={onSubmit} />
        </div>
      )}
      {theme !== 'dark' && (
        <div className={theme === 'system' ? css.whenLight : undefined}>
          <ThemeSwitch to="dark" onSubmit={onSubmit} />
        </div>
      )}
    </>
  )
}

const themeLooks = {
  light: { icon: 'sun', text: 'theme.toLight' },
  dark: { icon: 'moon', text: 'theme.toDark' },
  /** Gives the choice of the theme back to the system. */
  system: { look: 'ghost', text: 'theme.toSystem' },
} as const

/** Named by what it will do. */
function ThemeSwitch({ to, onSubmit }: { to: Theme; onSubmit: SwitchTheme }) {
  return (
    <Switch action="/theme" name="theme" value={to} {...themeLooks[to]} onSubmit={(event) => onSubmit(event, to)} />
  )
}

function LiteSwitch() {
  const { lite } = useFacts()
  return (
    <Switch
      action="/lite"
      name="lite"
      value={lite ? 'off' : 'on'}
      icon="feather"
      text={lite ? 'lite.off' : 'lite.on'}
    />
  )
}

function Switch({
  action,
  name,
  value,
  icon,
  look = 'line',
  text,
  onSubmit,
}: {
  action: string
  name: string
  value: string
  icon?: IconName
  look?: ButtonLook
  text: MessageKey
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
}) {
  const { t } = useWords()
  const here = useHere()
  return (
    <form method="post" action={action} onSubmit={onSubmit}>
      <input type="hidden" name={name} value={value} />
      <input type="hidden" name="next" value={here} />
      <Button look={look} size="small" icon={icon}>
        {t(text)}
      </Button>
    </form>
  )
}
