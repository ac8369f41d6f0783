import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { List, ListRow } from '~/ui/list/list'
import { historySectionHref, limitsSectionHref } from '~/values/addresses/page-sections'

/** Where members find without asking what most inquiries are about. */
export function WaysOn() {
  const { t } = useI18n()
  return (
    <Card title={t('help.ways')}>
      <List>
        <ListRow to={historySectionHref} title={t('receipt.history')} below={t('help.ways.history')} chevron />
        <ListRow to={href('/user')} title={t('nav.user')} below={t('help.ways.user')} chevron />
        <ListRow to={limitsSectionHref} title={t('panel.tile.limits')} below={t('help.ways.limits')} chevron />
        <ListRow to={href('/notice')} title={t('nav.notice')} below={t('help.ways.notice')} chevron />
      </List>
    </Card>
  )
}
