import { CopyButton } from '~/components/bank-account'
import { PageHead } from '~/components/page-head'
import { RequiredPasswordField } from '~/components/password-fields'
import { SendButton } from '~/components/submit-button'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { usePageKey } from '~/navigation/current-page'
import { PostForm } from '~/session/post-form'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink, ButtonRow } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import * as css from '../account.css'
import * as profile from '../profile/profile.css'
import { profileTabHref } from '../profile/tabs'
import { CodeField } from './code-field'
import type { FactorView } from './second-factor.server'

const factorIntents = ['factor-start', 'factor-off', 'factor-codes'] as const

interface FactorCardProps {
  isOn: boolean | undefined
  shown: { intent: string | undefined; form: FormView | undefined }
}

export function FactorCard({ isOn, shown }: FactorCardProps) {
  const { t } = useI18n()
  const pageKey = usePageKey()
  const onOff = <Badge kind={isOn ? 'good' : 'plain'}>{t(isOn ? 'security.on' : 'security.off')}</Badge>
  const intents = factorIntents.filter((intent) => isOn === undefined || isOn !== (intent === 'factor-start'))
  return (
    <Card title={t('security.factor')} end={isOn !== undefined && onOff}>
      <div className={profile.textAndFold}>
        <p className={profile.text}>{t('security.factor.lead')}</p>
        <div>
          {intents.map((intent) => (
            <details
              key={`${intent} ${pageKey}`}
              name="factor"
              className={profile.disclosure}
              id={`${intent}-form`}
              open={shown.intent === intent}
            >
              <summary className={css.summary}>
                <span className={intent === 'factor-start' ? visuallyHidden : undefined}>
                  {t(`security.${intent}`)}
                </span>
                <span className={intent === 'factor-start' ? css.startButton : css.changeButton}>
                  {t(intent === 'factor-start' ? 'security.setUp.submit' : `security.${intent}.submit`)}
                </span>
              </summary>
              <FactorForm intent={intent} form={shown.intent === intent ? shown.form : undefined} />
            </details>
          ))}
        </div>
      </div>
    </Card>
  )
}

function FactorForm({ intent, form }: { intent: (typeof factorIntents)[number]; form: FormView | undefined }) {
  const { t } = useI18n()
  return (
    <PostForm action={profileTabHref('security')} className={profile.form} noValidate>
      <input type="hidden" name="intent" value={intent} />
      <OwnPasswordField id={`${intent}-pw`} error={form?.error('pw')} />
      {intent !== 'factor-start' && <CodeField name="otp" id={`${intent}-otp`} error={form?.error('otp')} />}
      <SendButton intent={intent} variant={intent === 'factor-start' ? 'primary' : 'quiet'} wide>
        {t(`security.${intent}.submit`)}
      </SendButton>
    </PostForm>
  )
}

export function OwnPasswordField({ id, error }: { id: string; error: string | undefined }) {
  const { t } = useI18n()
  return (
    <RequiredPasswordField
      name="pw"
      id={id}
      label={t('user.password.login')}
      error={error}
      autoComplete="current-password"
    />
  )
}

/** The page for setting up 2FA, and for the recovery codes, which are shown only once. */
export function FactorPage({ view, form, result }: { view: FactorView; form: FormView; result: object }) {
  const { t } = useI18n()
  const title = t(view.kind === 'codes' ? 'security.codes.title' : 'security.factor-start')
  return (
    <div className={pageSections}>
      <div className={stack}>
        <PageHead title={title} lead={t(view.kind === 'codes' ? 'security.codes.lead' : 'security.setUp.lead')} />
        <ErrorSummary {...form.summary} result={result} />
      </div>
      {view.kind === 'codes' ? <RecoveryCodes codes={view.codes} /> : <SetUp view={view} form={form} />}
    </div>
  )
}

function SetUp({ view, form }: { view: Extract<FactorView, { kind: 'set-up' }>; form: FormView }) {
  const { t } = useI18n()
  const { size, path } = view.picture
  return (
    <div className={profile.cards}>
      <Card title={t('security.setUp.app')}>
        <div className={stack}>
          <p className={profile.text}>{t('security.setUp.scan')}</p>
          <div>
            <a href={view.uri}>{t('security.setUp.open')}</a>
          </div>
          <svg
            className={css.picture}
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label={t('security.setUp.picture')}
          >
            {/* Always dark on white, because cameras can't read other colours. */}
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
          <p className={profile.text}>
            {t('security.setUp.secret')} <code className={css.code}>{view.secret}</code>
          </p>
          <CopyButton text={view.secret} />
        </div>
      </Card>
      <Card title={t('security.setUp.code')}>
        <PostForm action={profileTabHref('security')} className={profile.form} noValidate>
          <input type="hidden" name="intent" value="factor-on" />
          <input type="hidden" name="setup" value={view.sealed} autoComplete="off" />
          <CodeField name="otp" id="factor-on-otp" error={form.error('otp')} kind="app" />
          <ButtonRow>
            <ButtonLink to={profileTabHref('security')} size="big">
              {t('security.setUp.cancel')}
            </ButtonLink>
            <SendButton intent="factor-on" size="big">
              {t('security.setUp.submit')}
            </SendButton>
          </ButtonRow>
        </PostForm>
      </Card>
    </div>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useI18n()
  return (
    <Card title={t('security.codes')}>
      <div className={stack}>
        <List label={t('security.codes')}>
          {codes.map((code) => (
            <ListRow key={code} title={<code className={css.code}>{code}</code>} />
          ))}
        </List>
        <Alert kind="warning" silent>
          {t('security.codes.once')}
        </Alert>
        <ButtonLink to={profileTabHref('security')} variant="primary">
          {t('security.codes.kept')}
        </ButtonLink>
      </div>
    </Card>
  )
}
