import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/page-settings'
import { Card } from '~/ui/card/card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { notPrinted } from '~/ui/print.css'
import { faintText } from '~/ui/text.css'
import { MoreLink, TextLink } from '~/ui/text-link/text-link'
import { bankName } from '~/values/banks'
import { OnOff } from '../security/second-factor'
import * as css from './profile.css'
import type { loadProfile } from './profile.server'
import { profileTabHref } from './tabs'

type DoneProfile = Extract<Awaited<ReturnType<typeof loadProfile>>, { kind: 'done' }>

/** The member's details, bank account and security in brief. */
export function ProfileCards({ profile, hasLogins }: { profile: DoneProfile; hasLogins: boolean }) {
  const { dateTime, lang, t } = useI18n()
  const hasSupport = useHasSupport()
  const { lastLoginAt, level, secondFactor } = profile
  const dated = (value: string | undefined, at: string) => (
    <>
      <span translate="no">{value ?? '-'}</span>
      {at !== '' && <p className={faintText}>{t('user.profile.changed', { time: dateTime(at) })}</p>}
    </>
  )
  return (
    <>
      <Card title={t('user.profile')}>
        <DescriptionList
          items={[
            { term: t('login.id'), value: <span translate="no">{profile.userId}</span>, strong: true },
            { term: t('register.nick.label'), value: profile.nick || '-' },
            {
              term: t('user.level'),
              value: level && (
                <>
                  {level.name}
                  <p className={faintText}>{level.benefit}</p>
                </>
              ),
            },
            { term: t('register.phone.label'), value: dated(profile.phone, profile.phoneChangedAt) },
          ].filter(({ value }) => value !== undefined)}
        />
      </Card>
      <Card title={t('withdraw.account.title')}>
        <DescriptionList
          items={[
            { term: t('register.bankname.label'), value: profile.bank ? bankName(profile.bank, lang) : '-' },
            { term: t('register.banknumber.label'), value: dated(profile.account, profile.bankChangedAt) },
            { term: t('register.bankowner.label'), value: profile.owner ?? '-' },
          ]}
        />
        {hasSupport && (
          <p className={`${css.text} ${notPrinted}`}>
            <TextLink to={href('/help')}>{t('user.profile.change')}</TextLink>
          </p>
        )}
      </Card>
      {hasLogins && (
        <Card
          title={t('security.title')}
          end={<MoreLink to={profileTabHref('security')}>{t('security.logins')}</MoreLink>}
        >
          {secondFactor !== undefined && (
            <DescriptionList items={[{ term: t('security.factor'), value: <OnOff isOn={secondFactor} /> }]} />
          )}
          {lastLoginAt && <p>{t('login.last.text', { time: dateTime(lastLoginAt) })}</p>}
          <p className={css.text}>{t('security.logins.lead')}</p>
        </Card>
      )}
    </>
  )
}
