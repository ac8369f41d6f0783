import { Link, useLocation } from 'react-router'
import { type MessageKey, useWords } from '~/i18n/words'
import { DrawerButton } from '~/ui/drawer/drawer'
import { Icon, type IconName } from '~/ui/icon/icon'
import * as css from './bottom-bar.css'
import { memberDrawer } from './drawer-names'
import { currentMark, menu, type Place } from './places'
import { useSession } from './session-state'

const [deposit] = menu.money
const register: Place = { path: '/register', label: 'nav.register', icon: 'user-round-plus' }
const login: Place = { path: '/login', label: 'nav.login', icon: 'log-in' }

/** Five cells: casino, slots and sports, then deposit and wallet for a member, register and login for a visitor. */
export function BottomBar() {
  const { t } = useWords()
  const { member } = useSession()
  const places = member ? [...menu.play, deposit] : [...menu.play, register, login]
  return (
    <nav className={css.bar} aria-label={t('bottom.label')}>
      <ul className={css.cells}>
        {places.map((place) => (
          <li key={place.path}>
            <Cell place={place} />
          </li>
        ))}
        {member && (
          <li>
            <DrawerButton drawer={memberDrawer} className={css.cell}>
              <Inside icon="wallet" label="bottom.wallet" />
            </DrawerButton>
          </li>
        )}
      </ul>
    </nav>
  )
}

function Cell({ place }: { place: Place }) {
  const { pathname } = useLocation()
  return (
    <Link to={place.path} className={css.cell} aria-current={currentMark(place, pathname)}>
      <Inside icon={place.icon} label={place.label} />
    </Link>
  )
}

function Inside({ icon, label }: { icon: IconName; label: MessageKey }) {
  const { t } = useWords()
  return (
    <>
      <Icon name={icon} />
      {t(label)}
    </>
  )
}
