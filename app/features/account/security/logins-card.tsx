import { LoadFailure } from '~/components/empty-page'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { Badge } from '~/ui/badge/badge'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { stack, wrapRow } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { faintText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { passwordFormHref } from '~/values/addresses'
import { dot } from '~/values/parts'
import * as disclosure from '../account.css'
import * as profile from '../profile/profile.css'
import type { SecurityView } from '../profile/profile.server'
import { profileTabHref } from '../profile/tabs'

type Login = Extract<SecurityView['logins'], { kind: 'listed' }>['live'][number]

export function LoginsCard({ logins }: { logins: SecurityView['logins'] }) {
  const { t } = useI18n()
  if (logins.kind === 'failed')
    return (
      <Card title={t('security.logins')}>
        <LoadFailure text={t('security.logins.failed')} reference={logins.reference} />
      </Card>
    )
  const { live, ended } = logins
  const listOf = (label: string, rows: readonly Login[]) => (
    <List label={label}>
      {rows.map((login) => (
        <LoginRow key={login.id} login={login} />
      ))}
    </List>
  )
  return (
    <Card title={t('security.logins')}>
      <div className={stack}>
        <p className={profile.text}>
          {t('security.logins.lead')}{' '}
          <TextLink to={passwordFormHref('login')}>{t('user.password.submit.login')}</TextLink>
        </p>
        <PostForm action={profileTabHref('security')}>
          <input type="hidden" name="intent" value="end-login" />
          {listOf(t('security.logins'), live)}
        </PostForm>
        {live.some(({ current }) => !current) && (
          <PostForm action={profileTabHref('security')}>
            <Button name="intent" value="end-others" variant="line" size="small">
              {t('security.end.others')}
            </Button>
          </PostForm>
        )}
        {ended.length > 0 && (
          <details>
            <summary className={disclosure.summary}>
              <span>{t('security.logins.past', { count: ended.length })}</span>
              <span className={disclosure.changeButton}>{t('security.logins.show')}</span>
            </summary>
            {listOf(t('security.logins.past', { count: ended.length }), ended)}
          </details>
        )}
      </div>
    </Card>
  )
}

function LoginRow({ login: { id, at, endedAt, lastAt, browser, network, current } }: { login: Login }) {
  const { dateTime, t } = useI18n()
  // The upstream returns the English text that the site sent in the X-Browser header.
  const name = browser ? browser.replace(' on ', dot) : t('security.browser.unknown')
  const times = [
    t('security.login.began', { time: dateTime(at) }),
    ...(lastAt ? [t('security.login.used', { time: dateTime(lastAt) })] : []),
    ...(endedAt === null ? [] : [t('security.login.ended', { time: dateTime(endedAt) })]),
  ]
  return (
    <ListRow
      title={
        <>
          {name} {network && <span className={faintText}>{network}</span>}
        </>
      }
      below={
        <span className={wrapRow}>
          {times.map((time) => (
            <span key={time}>{time}</span>
          ))}
        </span>
      }
      end={
        endedAt !== null ? undefined : current ? (
          <Badge>{t('security.login.this')}</Badge>
        ) : (
          <Button name="id" value={String(id)} variant="line" size="small" aria-label={t('security.end.one', { name })}>
            {t('nav.logout')}
          </Button>
        )
      }
    />
  )
}
