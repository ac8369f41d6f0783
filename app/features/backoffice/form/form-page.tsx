import { type CommandName, commands, mayBeForTwo } from '~/embedded/backoffice/commands'
import { fieldsOf, payloadFrom } from '~/embedded/backoffice/commands/form-fields'
import type { Refusal } from '../door.server'
import { Hidden, Note, Press, Ticked, tickBoxes, titledPage } from '../parts'
import { addQuery, type BackofficeRequest, backofficeAddressOf, type Page } from '../screen'
import { Details, fieldName, type Row, Rows, transactionCells } from '../values'
import { answerFields, CodeField, Fields } from './form'
import { requestIdOf } from './kept.server'
import { shownOf } from './outcomes'
import { RefusalNote, ruleText } from './refusal'

/** A form of a command as it was sent or opened. */
export type CommandForm = {
  operator: string
  command: CommandName
  sent: URLSearchParams
  title: string
  back: string
  requestId: string
  /** What a press asks of the command, whatever row it is of. */
  payload: object
  /** The rows that were ticked, of one page at most, and the payload of each; one of no name where none is ticked. */
  keys: readonly string[]
  payloads: readonly object[]
}

/** Reads the form of a command from what was sent, or from an address. */
export function formOf(
  { word, operator }: BackofficeRequest,
  command: CommandName,
  sent: URLSearchParams,
): CommandForm {
  const { each = '' } = commands[command]
  const ids = [...new Set(sent.getAll(each))].slice(0, 50)
  const first = sent.get('first')
  const payload = { ...payloadFrom(fieldsOf(command), sent), ...(first && mayBeForTwo(command) && { first }) }
  // What it is of, a deposit or withdrawal, a notice or a pop-up, is a part of its name.
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

/** Fields that say what a command is about: where it was opened with them, its form says them and does not ask. */
const subjects = ['member', 'kind', 'id', 'session', 'provider', 'used', 'place', 'idx', 'approval']

/** The form of a command. @param refusal why what was sent was not done. */
export async function formPage(backoffice: BackofficeRequest, form: CommandForm, refusal?: Refusal): Promise<Page> {
  const { url, query, t, word } = backoffice
  const { command, sent, title, back, payloads, keys } = form
  const { each } = commands[command]
  const fields = fieldsOf(command)
  const { wrong = [] } = refusal ?? {}
  const before = await beforeOf(backoffice, command, payloads)
  const [about] = before
  const isOne = payloads.length === 1
  const { member, bank } = transactionCells(backoffice)
  const asFixed = sent.has('requestId')
    ? (sent.get('fixed') ?? '').split(' ')
    : subjects.filter((name) => sent.get(name))
  const fixed = fields.filter(({ name }) => asFixed.includes(name) && !wrong.some(({ field }) => field === name))
  const asked = command === 'answer' && about ? answerFields(about) : fields
  const names = fields.flatMap(({ name, inner }) => [name, ...inner.map((field) => field.name)])
  const elsewhere = wrong.filter(({ field }) => !names.includes(field))
  const unseen = [...sent].filter(
    ([name]) =>
      (name === 'back' || name === 'first' || fixed.some((field) => field.name === name)) && (isOne || name !== each),
  )
  return titledPage(
    title,
    { from: back, status: refusal ? 422 : 200, box: isOne ? 'narrow' : 'wide' },
    word(`about.${command}`, '') && <p className="soft">{word(`about.${command}`)}</p>,
    query.otherwise && <Note tone="warn" isAlert text={t('rehearsal.otherwise')} />,
    refusal && !['invalid', 'code_again'].includes(refusal.status) && (
      <RefusalNote texts={backoffice} refusal={refusal} />
    ),
    elsewhere.map(({ field, message }) => {
      const text = [fieldName(backoffice, field), ruleText(backoffice, message)].filter(Boolean).join(': ')
      return <Note key={field} tone="bad" isAlert text={text} />
    }),
    isOne && fixed.length > 0 && (
      <Details
        texts={backoffice}
        values={about ?? Object.fromEntries(fixed.map(({ name }) => [name, sent.get(name)]))}
      />
    ),
    <form method="post" action={url.pathname}>
      <Hidden fields={[['requestId', form.requestId], ['fixed', asFixed.join(' ')], ...unseen]} />
      <Fields texts={backoffice} fields={asked.filter((field) => !fixed.includes(field))} sent={sent} wrong={wrong} />
      <CodeField backoffice={backoffice} command={command} isAsked={refusal?.status === 'code_again'} />
      {!isOne && (
        <Rows
          texts={backoffice}
          columns={['member', 'won', 'bank', 'number']}
          rows={before.map((row, index) => ({ number: keys[index], ...row, key: keys[index] }))}
          cells={{ member, bank }}
          pick={pickOf(backoffice, form)}
        />
      )}
      <div className={isOne ? 'row acts' : 'row acts sticky'}>
        <Press
          className="primary"
          text={t(commands[command].kind === 'download' ? 'form.download' : 'form.rehearse')}
        />
        <a href={wayBack(form)}>{t('form.leave')}</a>
        {!isOne && <Ticked {...backoffice} />}
      </div>
    </form>,
  )
}

/** Where a form leads back to that changed nothing: to a list with the same rows ticked. */
export const wayBack = ({ back, keys }: CommandForm) => (keys[0] === '' ? back : addQuery(back, 'tick', keys))

/** The boxes of rows that are ticked, each of which can be left out. */
export const pickOf = (backoffice: BackofficeRequest, { command }: CommandForm) =>
  tickBoxes(backoffice, {
    name: commands[command].each ?? '',
    boxOf: ({ key, refusal }) => (refusal ? undefined : String(key)),
    isTicked: () => true,
    all: backoffice.url.pathname + backoffice.url.search,
  })

/** What is there before a press for each row: of a deposit, a withdrawal or an inquiry all of it. */
export async function beforeOf({ door }: BackofficeRequest, command: CommandName, payloads: readonly object[]) {
  const { shows } = commands[command]
  const before: (Row | undefined)[] = []
  for (const payload of payloads) {
    const { id } = payload as Row
    const found = shows && id ? await door.call(shows, shows === 'movement' ? { number: id } : { id }) : undefined
    // While it waits, the balance after it is that of now.
    const { after: _, ...about } = found?.kind === 'done' ? shownOf({}, found.result) : {}
    before.push(found?.kind === 'done' ? about : undefined)
  }
  return before
}
