import { useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/page-settings'
import { Card } from '~/ui/card/card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { faintText } from '~/ui/text.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { writeInquiryHref } from '~/values/addresses'
import { bankName } from '~/values/banks'
import type { loadProfile } from './profile.server'

type DoneProfile = Extract<Awaited<ReturnType<typeof loadProfile>>, { kind: 'done' }>

/** The member's details and bank account. */
export function ProfileCards({ profile }: { profile: DoneProfile }) {
  const { dateTime, lang, t } = useI18n()
  const hasSupport = useHasSupport()
  const { lastLoginAt, level } = profile
  const ask = hasSupport && <MoreLink to={writeInquiryHref}>{t('user.profile.ask')}</MoreLink>
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
        {lastLoginAt && <p className={faintText}>{t('login.last.text', { time: dateTime(lastLoginAt) })}</p>}
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
    </>
  )
}
