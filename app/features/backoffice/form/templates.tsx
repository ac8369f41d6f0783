import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { ChipFilter } from '~/ui/link-row/link-row'
import { Commands } from '../parts'
import { addQuery, type BackofficeRequest, mayRun, type Row, read } from '../screen'
import type { BackofficeTexts } from '../texts'
import { textOf } from '../values'

type Template = CommandResult<'templates'>['rows'][number]

export const readTemplates = async (backoffice: BackofficeRequest, kind: Template['kind']): Promise<Template[]> =>
  mayRun(backoffice, 'templates') ? (await read(backoffice, 'templates', { kind })).rows : []

type Phrase = Pick<Template, 'id' | 'title' | 'contents'>

/** Reasons to cancel with that are offered while none is saved. */
export const readyPhrases = ({ word }: BackofficeTexts, kind: string | null): Phrase[] =>
  [0, 1, 2].map((index) => {
    const contents = word(`phrase.${kind}.${index}`)
    return { id: `ready-${index}`, title: contents, contents }
  })

type TemplatesProps = { backoffice: BackofficeRequest; kind: Template['kind']; templates: readonly Phrase[] } & {
  /** The address of the form, to which a template is added. */
  to: string
}

/** The saved texts by name, each a link that fills its text in, and a link that makes one. */
export function Templates({ backoffice, kind, templates, to }: TemplatesProps) {
  const { query, t, word } = backoffice
  const items = templates.map(({ id, title }) => ({
    ...{ to: addQuery(to, 'template', [id]), text: title, current: id === query.template },
  }))
  return (
    <div className="row">
      <b>{word('command.templates')}</b>
      {items.length > 0 && <ChipFilter label={word('command.templates')} items={items} />}
      <Commands backoffice={backoffice} isOfRow leads={[['save-template', { kind }, t('template.make')]]} />
    </div>
  )
}

/** Fills in `{{member}}`, `{{number}}` and `{{amount}}`. What is not known becomes a visible placeholder. */
export function fillTemplate(texts: BackofficeTexts, { contents }: Phrase, { member, number, won }: Row): string {
  const values: Record<string, unknown> = { member, number, amount: won && textOf(texts, 'won', won) }
  return contents.replace(/\{\{(member|number|amount)\}\}/g, (_, name: string) =>
    String(values[name] ?? texts.t('template.missing', { field: texts.word(`template.${name}`) })),
  )
}
