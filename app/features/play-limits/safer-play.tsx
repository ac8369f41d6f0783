import { HelpLines } from '~/components/help-lines'
import { OperatorText } from '~/components/markup'
import { DocumentPage } from '~/features/documents/document-page'
import { loadDocument } from '~/features/documents/parse-document.server'
import { useI18n } from '~/i18n/i18n'
import { config } from '~/platform/settings/config.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { SupportLink, useCanReachOperator } from '~/shell/footer/contact-links'
import { ButtonLink } from '~/ui/button/button'
import { prose, stack, wrapRow } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { historySectionHref, limitsSectionHref } from '~/values/addresses'
import type { MarkupElement } from '~/values/markup'
import type { Route } from './+types/safer-play'
import { helpLinesFor, playLimitsKeeper } from './play-limits.server'

/** The page needs no JavaScript. It isn't cached, because it lists the helplines in the visitor's country. */
export const handle = {
  script: false,
  demotesDepositButton: true,
  indexed: { description: 'about.safer' },
} satisfies RouteHandle

export function loader({ request, context }: Route.LoaderArgs) {
  const { locale } = context.get(requestInfoContext)
  return {
    document: loadDocument('safer-play', locale),
    helpLines: helpLinesFor(request, locale),
    limitsKeeper: playLimitsKeeper(),
    // Other upstreams may have only deposit limits.
    ways: ways.filter((way) => way !== 'play' || config.upstream.url === undefined),
  }
}

export default function SaferPlay({ loaderData }: Route.ComponentProps) {
  const { document, helpLines } = loaderData
  const { t } = useI18n()
  const limits = { id: 'limits', title: t('safer.limits.title') }
  const history = { id: 'history', title: t('safer.history.title') }
  const support = { id: 'support', title: t('safer.help.title') }
  return (
    <DocumentPage document={document} fallbackTitle={t('safer.title')} childSections={[limits, history, support]}>
      <section className={stack} aria-labelledby="limits">
        <SectionHeading {...limits} />
        <Limits {...loaderData} />
      </section>
      <section className={stack} aria-labelledby="history">
        <SectionHeading {...history} />
        <p className={prose}>{t('safer.history.text')}</p>
        <div className={wrapRow}>
          <ButtonLink to={`${historySectionHref}&range=12m`}>{t('safer.history.act')}</ButtonLink>
        </div>
      </section>
      <section className={stack} aria-labelledby="support">
        <SectionHeading {...support} />
        <p className={prose}>{t('safer.help.text')}</p>
        <HelpLines lines={helpLines} />
      </section>
    </DocumentPage>
  )
}

const ways = ['deposit', 'play', 'reality', 'break', 'exclusion'] as const

function Limits({ limitsKeeper: keeper, ways }: Route.ComponentProps['loaderData']) {
  const { sentences, t } = useI18n()
  const canReach = useCanReachOperator()
  if (keeper === 'nobody') {
    const asking = canReach && sentences(t('safer.limits.none.ask'), t('safer.limits.withdraw'))
    return (
      <>
        <p className={prose}>{sentences(t('safer.limits.none'), asking)}</p>
        {canReach && (
          <div className={wrapRow}>
            <SupportLink>{t('help.write.title')}</SupportLink>
          </div>
        )}
      </>
    )
  }
  const isKnown = keeper !== 'unknown'
  const unknown = [t('safer.limits.unknown'), canReach && t('safer.limits.unknown.ask'), t('safer.limits.withdraw')]
  const paragraph = (text: string): MarkupElement => ({ tag: 'p', children: [text] })
  return (
    <>
      <OperatorText
        level={2}
        nodes={[
          ...(isKnown ? [] : [paragraph(sentences(...unknown))]),
          { tag: 'ul', children: ways.map((way) => ({ tag: 'li', children: [t(`safer.limits.${way}`)] })) },
          ...(isKnown ? [paragraph(t('safer.limits.text'))] : []),
          ...(keeper === 'site' ? [paragraph(t('safer.limits.site'))] : []),
        ]}
      />
      <div className={wrapRow}>
        <ButtonLink to={limitsSectionHref}>{t('safer.limits.act')}</ButtonLink>
        {!isKnown && <SupportLink>{t('help.write.title')}</SupportLink>}
      </div>
    </>
  )
}
