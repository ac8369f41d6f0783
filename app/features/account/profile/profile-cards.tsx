import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/page-settings'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { List, ListRow } from '~/ui/list/list'
import { faintText } from '~/ui/text.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { securitySectionHref, writeInquiryHref } from '~/values/addresses'
import { bankName } from '~/values/banks'
import { factorFormHref, OnOff } from '../security/second-factor'
import type { loadProfile } from './profile.server'

type DoneProfile = Extract<Awaited<ReturnType<typeof loadProfile>>, { kind: 'done' }>

/** The member's details, bank account and security in brief. */
export function ProfileCards({ profile, hasLogins }: { profile: DoneProfile; hasLogins: boolean }) {
  const { dateTime, lang, t } = useI18n()
  const hasSupport = useHasSupport()
  const { lastLoginAt, level, secondFactor } = profile
  const ask = hasSupport && <MoreLink to={writeInquiryHref}>{t('user.profile.ask')}</MoreLink>
  const open = (to: string, text: MessageKey, about: MessageKey) => (
    <ButtonLink to={to} variant="line" size="small" aria-label={`${t(text)}, ${t(about)}`}>
      {t(text)}
    </ButtonLink>
  )
  const dated = (value: string | undefined, at: string) => (
    <>
      <span translate="no">{value ?? '-'}</span>
      {at !== '' && <p className={faintText}>{t('user.profile.changed', { time: dateTime(at) })}</p>}
    </>
  )
  return (
    <>
      <Card title={t('user.profile')} end={ask}>
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
      </Card>
      {hasLogins && (
        <Card title={t('security.title')}>
          <List>
            {secondFactor !== undefined && (
              <ListRow
                title={t('security.factor')}
                below={!secondFactor && t('security.off')}
                end={secondFactor ? <OnOff isOn /> : open(factorFormHref, 'security.setUp.submit', 'security.factor')}
              />
            )}
            <ListRow
              title={t('security.logins')}
              below={lastLoginAt && t('login.last.text', { time: dateTime(lastLoginAt) })}
              end={open(securitySectionHref, 'security.logins.show', 'security.logins')}
            />
          </List>
        </Card>
      )}
    </>
  )
}
