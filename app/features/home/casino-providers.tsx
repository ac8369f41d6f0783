import { href } from 'react-router'
import type { ProviderCardData } from '~/features/lobby/lists/cards.server'
import { ProviderList } from '~/features/lobby/lists/lists'
import { useI18n } from '~/i18n/i18n'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import * as css from './home.css'

export function CasinoProviders({ providers }: { providers: readonly ProviderCardData[] }) {
  const { t } = useI18n()
  return (
    <section className={css.casinoProviders} aria-labelledby="tables">
      <SectionHeading
        id="tables"
        title={t('lobby.casino.title')}
        end={
          <MoreLink to={href('/casino')} about={t('home.all.casino')}>
            {t('common.all')}
          </MoreLink>
        }
      />
      <ProviderList eager={false} label={t('lobby.casino.title')} providers={providers} />
    </section>
  )
}
