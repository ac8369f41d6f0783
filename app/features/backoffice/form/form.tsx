import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { type FormField, fieldsOf, isTicked } from '~/embedded/backoffice/commands/form-fields'
import { placeholders } from '~/embedded/backoffice/commands/messages'
import { type CommandName, type CommandResult, commandGroups, commands } from '~/embedded/backoffice/commands/table'
import { config } from '~/platform/settings/config.server'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Field, TextAreaField } from '~/ui/field/field'
import { input } from '~/ui/field/field.css'
import { FieldFrame, FieldNote, getFieldControl } from '~/ui/field/field-frame'
import { formatSeoulMinute } from '~/values/seoul'
import type { Refusal } from '../command-client.server'
import { Commands, Hidden, note, soft } from '../parts'
import { type BackofficeRequest, mayRun, type Row, read } from '../screen'
import { type BackofficeTexts, backofficeTexts, textsOf } from '../texts'
import { fieldName, textOf, wordOf } from '../values'

type Wrong = NonNullable<Refusal['wrong']>[number]
type Notes = { mark?: string; hint?: string; error?: string }
type ControlProps = Notes & { texts: BackofficeTexts; field: FormField; value?: string | null | undefined } & {
  none?: string | undefined
}
type Sent = { texts: BackofficeTexts; fields: readonly FormField[]; sent: URLSearchParams; wrong?: Refusal['wrong'] }

export function Control({ texts, field, value, mark = '', hint, error, none = '–' }: ControlProps) {
  const { name, kind, required, choices, counts, fallback } = field
  const given = value ?? undefined
  const own = name.split('.').at(-1) ?? ''
  const label = texts.word(`${kind === 'list' ? 'group' : 'label'}.${name}`, fieldName(texts, name)) + mark
  if (kind === 'check') return <Checkbox {...{ name, label }} defaultChecked={isTicked(given ?? fallback)} />
  const shared = { name, label, hint, error, required, ...(error && { autoFocus: true }) }
  if (kind === 'list' && choices.length > 0) {
    const items = (given ?? '').split(/[\s,]+/).filter(Boolean)
    const others = items.filter((item) => !choices.includes(item)).join(' ')
    return (
      <fieldset>
        <legend>{label}</legend>
        <div className="row">
          {choices.map((choice) => (
            <Checkbox
              key={choice}
              {...{ name, id: `${name}-${choice}`, value: choice, label: texts.word(`${own}.${choice}`, choice) }}
              defaultChecked={items.includes(choice)}
            />
          ))}
        </div>
        <Field
          {...{ name, hint, error }}
          label={texts.word(`choices.${own}`)}
          defaultValue={others}
          autoComplete="off"
        />
      </fieldset>
    )
  }
  if (kind === 'long' || kind === 'list')
    return <TextAreaField {...shared} defaultValue={given} rows={own === 'contents' ? 8 : 2} />
  if (kind !== 'choice') {
    const inputMode = own === 'number' || kind === 'number' ? 'numeric' : undefined
    const type = kind === 'moment' ? 'datetime-local' : kind === 'day' ? 'date' : 'text'
    const placeholder = texts.word(`placeholder.${name}`, '') || undefined
    return <Field {...{ ...shared, inputMode, type, placeholder }} defaultValue={given} autoComplete="off" />
  }
  const control = getFieldControl({ name, hint, error })
  if (texts.word(`explained.${name}.${choices[0]}`, ''))
    return (
      <fieldset className="explained" aria-describedby={control.attributes['aria-describedby']}>
        <legend>{label}</legend>
        {choices.map((choice) => (
          <label key={choice} className="check">
            <input {...{ type: 'radio', name, value: choice, required }} defaultChecked={choice === given} />
            <span>
              <b>{texts.word(`${own}.${choice}`)}</b>
              {soft(texts.word(`explained.${name}.${choice}`))}
            </span>
          </label>
        ))}
        <FieldNote control={control} />
      </fieldset>
    )
  const optionOf = (choice: string) => (
    <option key={choice} value={choice}>
      {own === 'act' ? wordOf(texts, own, choice) : texts.word(`${own}.${choice}`, choice)}
      {counts && ` (${texts.number(counts[choice] ?? 0)})`}
    </option>
  )
  const groups = Object.entries(commandGroups).map(([group, rows]) => (
    <optgroup key={group} label={texts.word(`commands.${group}`)}>
      {choices.filter((choice) => choice in rows).map(optionOf)}
    </optgroup>
  ))
  return (
    <FieldFrame label={label} control={control}>
      <select
        {...{ ...control.attributes, required, autoFocus: Boolean(error), className: `${input()} select` }}
        defaultValue={given ?? fallback ?? ''}
      >
        {fallback === undefined && <option value="">{required ? texts.t('choose') : none}</option>}
        {own === 'act' ? groups : choices.map(optionOf)}
      </select>
    </FieldFrame>
  )
}

export function Fields({ texts, fields, sent, wrong = [], isPart = false }: Sent & { isPart?: boolean }): ReactNode {
  const { word } = texts
  return fields.map((field) => {
    const { name, kind, inner, required, fallback, isEither } = field
    // An optional group may be empty, but not partially filled in.
    const together = isPart || kind === 'group' ? word(`whole.${name.split('.')[0]}`, '') : ''
    const gap = sent.get(name) ? '' : together
    const rules = wrong.filter((about) => about.field === name)
    const error = rules.map(({ message }) => gap || ruleText(texts, message, name)).join(' ')
    const hint = kind === 'day' ? '' : word(`hint.${name}`, '')
    const isOptional = !(required || fallback || isEither || (isPart && together))
    const mark = isOptional ? ` (${texts.t('optional')})` : ''
    // Unticked boxes are not submitted, so a missing box counts as unticked.
    const none = kind === 'check' && sent.has('requestId') ? '' : null
    const given = kind === 'list' ? sent.getAll(name).join(' ') : sent.get(name)
    const value = sent.has(name) ? given : none
    if (kind !== 'group') return <Control key={name} {...{ texts, field, error, hint, value, mark }} />
    return (
      <fieldset key={name}>
        <legend>
          {word(`group.${name}`, fieldName(texts, name))}
          {together && mark}
        </legend>
        <Fields {...{ texts, sent, wrong }} fields={inner} isPart />
      </fieldset>
    )
  })
}

type Account = Pick<CommandResult<'pay-accounts'>['rows'][number], 'bank' | 'number' | 'holder'>

export const accountText = ({ bank, number, holder }: Account) => [bank, number, holder].join(' ')

type AccountProps = Pick<Sent, 'sent' | 'wrong'> & { backoffice: BackofficeRequest; saved: readonly Account[] }

export function AccountFields({ backoffice, saved, sent, wrong }: AccountProps) {
  const { t, word } = backoffice
  const texts = textsOf(backoffice, 'send-account')
  const names = saved.map(accountText)
  const [bank = '', number = '', holder = ''] = ['bank', 'number', 'holder'].map(
    (part) => sent.get(`account.${part}`) ?? '',
  )
  const given = accountText({ bank, number, holder }).trim()
  const isTyped = given !== '' && !names.includes(given)
  const account = given === '' && names.length === 1 ? String(names[0]) : given
  const [choice, own] = (['send-account', 'answer'] as const).map((command) =>
    fieldsOf(command).filter(({ name }) => name === 'account'),
  ) as [FormField[], FormField[]]
  const fields = choice.map((field) => ({ ...field, kind: 'choice' as const, choices: names, isEither: true }))
  return (
    <>
      {names.length > 0 && <Fields {...{ texts, wrong, fields }} sent={new URLSearchParams({ account })} />}
      {names.length === 0 && (
        <p className="row">
          {t('none.pay-accounts')} {!mayRun(backoffice, 'add-pay-account') && t('wrong.account.owner')}
          <Commands backoffice={backoffice} leads={[['add-pay-account']]} isOfRow />
        </p>
      )}
      {config.money === 'play' && (
        <details open={isTyped || undefined}>
          <summary>{word('account.other')}</summary>
          <Fields {...{ texts: backoffice, wrong }} fields={own} sent={isTyped ? sent : new URLSearchParams()} />
        </details>
      )}
    </>
  )
}

type DirectProps = { command: CommandName; fields: Readonly<Record<string, string>>; children: ReactNode }

export const DirectForm = ({ command, fields, children }: DirectProps) => (
  <form className="row direct" method="post" action={`/backoffice/command/${command}`} noValidate>
    <Hidden fields={Object.entries({ requestId: randomUUID(), ...fields })} />
    {children}
  </form>
)

export function staffCodeField(backoffice: BackofficeRequest, command: CommandName, isAsked: boolean) {
  const { operator, isCodeWrong, t } = backoffice
  if (!commands[command].isDangerous || operator.secondFactor !== 'set' || (operator.isFresh && !isAsked)) return null
  const note = isCodeWrong ? { error: t('factor.wrong') } : { hint: t('factor.again') }
  return <Field name={codeField} label={t('login.code')} {...note} {...codeInput} required />
}

export const codeField = 'secondFactor'
export const codeInput = { autoComplete: 'one-time-code', autoCapitalize: 'none' } as const

export function refusalText(texts: BackofficeTexts, { status, file, ...about }: Refusal): string {
  const { t, word, time } = texts
  const until = formatSeoulMinute(String(about.until ?? about.endsAt))
  const needs = [about.needs].flat().map((role) => word(`role.${String(role)}`))
  const first = { id: String(about.id), by: String(about.by), at: time(String(about.at)) }
  const values = { until, needs: needs.join(', '), role: word(`role.${String(about.role)}`), ...first }
  const key = [`refused.${status}`, file === true ? 'file' : about.ended].filter(Boolean).join('.')
  return word(key, '') ? t(key as 'refused.held', values) : t('refused.other', { status })
}

export function ruleText({ word }: BackofficeTexts, rule: string, field = ''): string {
  const [count = ''] = /^[\d,]+(?= or | characters at most)/.exec(rule) ?? []
  const key = count ? rule.replace(count, '{{count}}') : rule.replace(/^one of .*/, 'one of {{choices}}')
  return word(`${key}.${field}`, word(key, rule)).replace('{{count}}', count)
}

export const wrongText = (texts: BackofficeTexts, { field, message }: Wrong) =>
  [fieldName(texts, field), ruleText(texts, message, field)].filter(Boolean).join(': ')

type RefusalProps = { texts: BackofficeTexts; refusal: Refusal | undefined; elsewhere?: readonly Wrong[] }

/** Shows why something was refused. @param props.elsewhere errors of fields that the form doesn't show */
export function RefusalNote({ texts, refusal, elsewhere = [] }: RefusalProps) {
  if (!refusal) return null
  if (refusal.status === 'invalid') return elsewhere.map((wrong) => note(wrongText(texts, wrong), 'error'))
  const kind = refusal.status === 'second_person' ? 'warning' : 'error'
  return <Alert kind={kind} title={refusalText(texts, refusal)} />
}

type Template = CommandResult<'templates'>['rows'][number]

type Phrase = Pick<Template, 'id' | 'title' | 'contents'>

type Answering = { backoffice: BackofficeRequest; kind: Template['kind']; about: Row }
type Answer = Answering & { ready: string | null; language: string; sent: URLSearchParams }

/** Returns the templates of an answer or a cancellation, and adds the one that the URL names to the text in `sent`. */
export async function readTemplates({ backoffice, kind, about, ready, language, sent }: Answer) {
  const saved = mayRun(backoffice, 'templates') ? (await read(backoffice, 'templates', { kind })).rows : []
  const templates = [...saved, ...readyPhrases(backoffice, backofficeTexts(language, backoffice.now), ready)]
  const chosen = templates.find(({ id }) => id === backoffice.query.template)
  const [field, between] = kind === 'cancel' ? ['tell', ' '] : ['contents', '\n\n']
  const text = chosen && fillIn(backoffice, chosen, about)
  if (text) sent.set(field, [sent.get(field)?.trim(), text].filter(Boolean).join(between))
  return templates
}

const readyPhrases = ({ word }: BackofficeTexts, theirs: BackofficeTexts, ready: string | null): Phrase[] =>
  [0, 1, 2, 3].flatMap((index) => {
    const contents = theirs.word(`phrase.${ready}.${index}`, '')
    return contents ? [{ id: `ready-${index}`, title: word(`phrase.${ready}.${index}.title`), contents }] : []
  })

/** The phrases that every site has. */
export const readyTemplates = (backoffice: BackofficeRequest): Row[] =>
  (['answer', 'deposit', 'withdrawal'] as const).flatMap((ready) => {
    const kind = ready === 'answer' ? ready : 'cancel'
    const phrases = (backoffice.query.kind ?? kind) === kind ? readyPhrases(backoffice, backoffice, ready) : []
    return phrases.map(({ id, title, contents }) => ({
      ...{ key: `${ready}-${id}`, kind, title, contents, madeBy: backoffice.t('template.ready') },
    }))
  })

/** Buttons inside a form that add a template to its text. The first button is what Enter in a field presses. */
export function Templates({ backoffice, kind, templates, about }: Answering & { templates: readonly Phrase[] }) {
  const { t, word } = backoffice
  return (
    <div className="row">
      <button type="submit" hidden>
        {t(kind === 'cancel' ? 'form.rehearse' : 'inquiry.send')}
      </button>
      {templates.length > 0 && <b>{word('command.templates')}</b>}
      {templates.map((phrase) => (
        <Button
          key={phrase.id}
          {...{ size: 'small', name: 'template', value: phrase.id, 'data-text': fillIn(backoffice, phrase, about) }}
        >
          {phrase.title}
        </Button>
      ))}
      <Commands backoffice={backoffice} isOfRow leads={[['save-template', { kind }]]} />
    </div>
  )
}

function fillIn(texts: BackofficeTexts, { contents }: Phrase, { member, nick, number, won }: Row): string {
  const values: Record<string, unknown> = { member, nickname: nick, number, amount: won && textOf(texts, 'won', won) }
  return contents.replace(placeholders, (_, name: string) =>
    String(values[name] ?? texts.t('template.missing', { field: texts.word(`template.${name}`) })),
  )
}
