import { type CommandResult, commands } from '~/embedded/desk/commands'
import { refusalText } from '../form/refusal'
import { type List, listScreen } from '../list.server'
import { A, Badge, Tabs } from '../parts'
import type { DeskRequest, Page } from '../screen'
import type { DeskTexts } from '../texts'
import { Details, memberHref, type Row } from '../values'
import { type LogOutcome, outcomeOf, sentenceOf } from './sentence'

type Line = CommandResult<'acts'>['rows'][number]

const badges: Readonly<Record<LogOutcome, string>> = {
  done: '',
  'dry-run': '',
  'first-approval': 'warn',
  refused: 'bad',
}

/** How lines of the log are shown: a sentence, and what was asked for and came of it, folded. */
export function logCells(texts: DeskTexts): List['cells'] {
  const { t } = texts
  return {
    sentence: (row: Row) => {
      const line = row as Line
      const outcome = outcomeOf(line)
      const why = outcome === 'refused' ? `: ${refusalText(texts, line.result as { status: string })}` : ''
      return (
        <>
          {sentenceOf(texts, line)}{' '}
          {outcome !== 'done' && <Badge tone={badges[outcome]} text={`${t(`log.${outcome}`)}${why}`} />}
        </>
      )
    },
    members: ({ members }: Row) =>
      (members as Line['members']).map((id) => <A key={id} to={memberHref(id)} text={id} />),
    raw: (row: Row) => {
      const { id, act, payload, result } = row as Line
      return (
        <details>
          <summary>{t('log.raw')}</summary>
          <p className="soft">
            {t('log.line', { id })} <code>{act}</code>
          </p>
          <Details texts={texts} values={payload as object} />
          <h3>{t('field.result')}</h3>
          <Details texts={texts} values={result as object} />
        </details>
      )
    },
  }
}

/** The columns of the log, as its lines are shown by `logCells`. */
export const logColumns = ['sentence', 'at', 'members', 'raw']

/** What the desk did: changes alone, unless the address asks for all. */
export function logScreen(desk: DeskRequest): Promise<Page> {
  const { texts, url } = desk
  const { t } = texts
  const isAll = url.searchParams.has('all')
  return listScreen(desk, t('nav.log'), [
    {
      command: 'acts',
      payload: isAll ? {} : { changes: true },
      omitted: ['changes', 'upTo'],
      choices: { act: Object.keys(commands) },
      title: t(isAll ? 'log.all' : 'log.changes'),
      columns: logColumns,
      cells: logCells(texts),
      beside: (
        <Tabs
          title={t('log.which')}
          tabs={[
            ['/desk/log', t('log.changes'), !isAll],
            ['/desk/log?all', t('log.all'), isAll],
          ]}
        />
      ),
    },
  ])
}
