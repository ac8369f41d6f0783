import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import type { Route } from './+types/home'
import * as css from './home.css'

/** A member's latest notices on home, with a link to all of them. */
export function LatestNotices({ notices }: { notices: NonNullable<Route.ComponentProps['loaderData']['notices']> }) {
  const { t } = useI18n()
  return (
    <section className={css.notices} aria-labelledby="notices">
      <SectionHeading
        id="notices"
        title={t('nav.notice')}
        end={
          <MoreLink to={href('/notice')} about={t('home.all.notices')}>
            {t('common.more')}
          </MoreLink>
        }
      />
      <List>
        {notices.map(({ idx, title, date }, index) => (
          <ListRow
            key={idx ?? `nameless ${index}`}
            to={idx === undefined ? href('/notice') : `${href('/notice')}?${new URLSearchParams({ id: idx })}`}
            title={title || t('notice.untitled')}
            end={date}
          />
        ))}
      </List>
    </section>
  )
}
