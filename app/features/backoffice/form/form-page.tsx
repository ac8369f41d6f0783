import { type FormField, fieldsOf, payloadFrom } from '~/embedded/backoffice/commands/form-fields'
import { type CommandName, commands, mayNeedSecondPerson } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { stack } from '~/ui/layout/layout.css'
import { hours } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import type { Refusal } from '../command-client.server'
import { marksIn } from '../marks'
import { Hidden, soft, Ticked, tickBoxes, titledPage } from '../parts'
import { addQuery, type BackofficeRequest, backofficeAddressOf, mayRun, type Page, read } from '../screen'
import { Rows } from '../table'
import { Details, fieldName, type Row, transactionCells } from '../values'
import { answerFields, CodeField, Fields } from './form'
import { shownOf } from './outcomes'
import { RefusalNote, ruleText } from './refusal'
import { requestIdOf } from './stored-forms.server'

export type CommandForm = {
  operator: string
  command: CommandName
  sent: URLSearchParams
  title: string
  back: string
  requestId: string
  payload: object
  keys: readonly string[]
  payloads: readonly object[]
}

export function formOf(
  { word, operator }: BackofficeRequest,
  command: CommandName,
  sent: URLSearchParams,
): CommandForm {
  const { each = '' } = commands[command]
  const ids = [...new Set(sent.getAll(each))].slice(0, 50)
  const first = sent.get('first')
  const payload = { ...payloadFrom(fieldsOf(command), sent), ...(first && mayNeedSecondPerson(command) && { first }) }
  // The kind (deposit, withdrawal, notice, pop-up) is part of the command's name.
  const name = `command.${command}.${sent.get('place') ?? sent.get('kind') ?? sent.get('used') ?? ''}`
  const title = word(name, word(`command.${command}`, command))
  return {
    ...{ operator: operator.name, command, sent },
    title: ids.length > 1 ? title : word(`${name}.one`, title),
    back: backofficeAddressOf(sent.get('back')),
    requestId: requestIdOf(sent),
    payload: { ...payload, [each]: undefined },
    keys: ids.length > 0 ? ids : [''],
    payloads: ids.length > 1 ? ids.map((id) => ({ ...payload, [each]: id })) : [payload],
  }
}

/** Fields that identify a command's subject. If the form's URL has one, the form shows it as text, not as an input. */
const subjects = ['member', 'kind', 'id', 'session', 'provider', 'used', 'place', 'idx', 'approval']

export async function formPage(backoffice: BackofficeRequest, form: CommandForm, refusal?: Refusal): Promise<Page> {
  const { client, url, query, t, word } = backoffice
  const { command, sent, title, back, payloads, keys } = form
  const { each = '', isDirect, kind } = commands[command]
  const fields = fieldsOf(command)
  const { wrong = [] } = refusal ?? {}
  const before = await loadValuesBefore(backoffice, command, payloads)
  const [{ won, ...rest } = {} as Row] = before
  const about = before[0] && (command === 'credit' ? { ...rest, requested: won } : before[0])
  const isOne = payloads.length === 1
  const member = sent.get('member')
  const asFixed = sent.has('requestId')
    ? (sent.get('fixed') ?? '').split(' ')
    : subjects.filter((name) => sent.get(name))
  const fixed = fields.filter(({ name }) => asFixed.includes(name) && !wrong.some(({ field }) => field === name))
  const notAsked = command === 'save-template' ? ['id'] : sent.get('used') === 'y' ? ['closedUntil', 'contents'] : []
  const toFill = fields.filter(({ name }) => !notAsked.includes(name))
  const asked =
    command === 'answer' && about ? answerFields(about) : await withOffers(backoffice, command, toFill, about)
  const sentOf = Object.fromEntries(fixed.map(({ name }) => [name, sent.get(name)]))
  const isFound = isOne && member !== null && asFixed.includes('member')
  const found = isFound ? await client.call('member', { member, masked: true }) : undefined
  const { nick, cash, phone, bank } = (found?.kind === 'done' ? found.result.member : {}) as Row
  const names = fields.flatMap(({ name, inner }) => [name, ...inner.map((field) => field.name)])
  const elsewhere = wrong.filter(({ field }) => !names.includes(field))
  const unseen = [...sent].filter(
    ([name]) =>
      (name === 'back' || name === 'first' || fixed.some((field) => field.name === name)) && (isOne || name !== each),
  )
  return titledPage(
    backoffice,
    title,
    { from: back, status: refusal ? 422 : 200, box: isOne ? 'narrow' : 'wide' },
    soft(word(`about.${command}`, '')),
    query.otherwise && <Alert kind="warning">{t('rehearsal.otherwise')}</Alert>,
    refusal && !['invalid', 'code_again'].includes(refusal.status) && (
      <RefusalNote texts={backoffice} refusal={refusal} />
    ),
    elsewhere.map(({ field, message }) => {
      const text = [fieldName(backoffice, field), ruleText(backoffice, message)].filter(Boolean).join(': ')
      return (
        <Alert key={field} kind="error">
          {text}
        </Alert>
      )
    }),
    isOne && fixed.length > 0 && (
      <Details
        texts={backoffice}
        values={about ?? { ...sentOf, nick, cash, phone, bank }}
        isCopied={sent.get('kind') === 'withdrawal'}
      />
    ),
    <form className={stack} method="post" action={url.pathname}>
      <Hidden fields={[['requestId', form.requestId], ['fixed', asFixed.join(' ')], ...unseen]} />
      <Fields
        texts={backoffice}
        fields={asked.filter(({ name }) => !fixed.some((field) => field.name === name))}
        sent={sent}
        wrong={wrong}
      />
      <CodeField backoffice={backoffice} command={command} isAsked={refusal?.status === 'code_again'} />
      {!isOne && (
        <Rows
          texts={backoffice}
          columns={each === 'member' ? ['member'] : ['member', 'won', 'bank', 'number']}
          rows={before.map((row, index) => ({
            [each === 'member' ? each : 'number']: keys[index],
            ...row,
            key: keys[index],
          }))}
          cells={transactionCells(backoffice)}
          below={marksIn(backoffice)}
          hasMarks
          pick={pickOf(backoffice, form)}
        />
      )}
      <div className={isOne ? 'row' : 'row sticky'}>
        <Button variant="primary">
          {isDirect ? title : t(kind === 'download' ? 'form.download' : 'form.rehearse')}
        </Button>
        <a href={backHref(form)}>{t('form.leave')}</a>
        {!isOne && <Ticked texts={backoffice} isOfMembers={each === 'member'} />}
      </div>
    </form>,
  )
}

/** The fields with suggested values: message templates, known tags, and the next hours. */
async function withOffers(
  backoffice: BackofficeRequest,
  command: CommandName,
  fields: readonly FormField[],
  about: Row | undefined,
): Promise<FormField[]> {
  const [names, inAnHour] = [fields.map(({ name }) => name), backoffice.now + hours(1)]
  const isOthers = commands[command].isDirect && about?.claimedBy && about.claimedBy !== backoffice.operator.name
  const needed = command === 'site-maintenance' ? 'closedUntil' : isOthers && 'reason'
  const hasTags = names.includes('tags') || names.includes('tagged')
  const tags = hasTags ? (await read(backoffice, 'tags')).rows.map(({ tag }) => tag) : []
  const hasTexts = names.includes('tell') && mayRun(backoffice, 'templates')
  const { rows: texts } = hasTexts ? await read(backoffice, 'templates', { kind: 'cancel' }) : { rows: [] }
  const isSent = command === 'send-account'
  const accounts = isSent ? (await read(backoffice, 'pay-accounts')).rows : []
  const offers: Partial<Record<string, readonly string[]>> = {
    ...{ tags, tagged: tags, tell: texts.map(({ contents }) => contents), ...(command === 'note' && { to: ['all'] }) },
    ...(isSent && { account: accounts.map(({ bank, number, holder }) => `${bank} ${number} ${holder}`) }),
    closedUntil: [0, 1, 3].map((more) => formatSeoulMinute(new Date(inAnHour + hours(more)).toISOString())),
  }
  return fields.map((field) => ({
    ...field,
    ...(field.name === 'account' && isSent && { kind: 'choice' as const }),
    choices: offers[field.name] ?? field.choices,
    required: field.required || field.name === needed,
  }))
}

export const backHref = ({ back, keys }: CommandForm) => (keys[0] === '' ? back : addQuery(back, 'tick', keys))

export const pickOf = (backoffice: BackofficeRequest, { command }: CommandForm) =>
  tickBoxes(backoffice, {
    name: commands[command].each ?? '',
    boxOf: ({ key, refusal }) => (refusal ? undefined : String(key)),
    isTicked: () => true,
    all: backoffice.url.pathname + backoffice.url.search,
  })

/** Each row's values before the change; undefined if nothing is known about it. */
export async function loadValuesBefore(
  { client }: BackofficeRequest,
  command: CommandName,
  payloads: readonly object[],
): Promise<(Row | undefined)[]> {
  const { shows } = commands[command]
  const [{ kind, id } = {} as Row] = payloads as readonly Row[]
  if (!shows || !id) return payloads.map(() => undefined)
  if (payloads.length > 1) {
    const ids = payloads.map((payload) => (payload as Row).id)
    const found = await client.call('movements', { kind, state: 'all', ids })
    const rows = found.kind === 'done' ? found.result.rows : []
    return ids.map((id) => rows.find((row) => row.id === id)).map((row) => row && shownOf({}, { movement: row }))
  }
  const found = await client.call(shows, shows === 'movement' ? { number: id } : { id })
  if (found.kind !== 'done') return [undefined]
  // While a transaction is pending, `after` is only the current balance, so it is not shown.
  const { after: _, ...about } = shownOf({}, found.result)
  return [about]
}
