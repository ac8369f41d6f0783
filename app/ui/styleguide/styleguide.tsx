import type { ReactNode } from 'react'
import { faviconPath } from '~/values/public-files'
import { Alert } from '../alert/alert'
import { AmountField } from '../amount-field/amount-field'
import { Badge, CountBubble, UnreadMark } from '../badge/badge'
import { Button, ButtonLink, ButtonRow, IconButton } from '../button/button'
import { Card } from '../card/card'
import { Checkbox } from '../checkbox/checkbox'
import { ChipFilter } from '../chip-filter/chip-filter'
import { ChoiceCards } from '../choice-card/choice-card'
import { DescriptionList } from '../description-list/description-list'
import { useDialogs } from '../dialog/dialogs'
import { Empty } from '../empty/empty'
import { ErrorSummary } from '../error-summary/error-summary'
import { Field } from '../field/field'
import { PasswordField, PasswordStrength } from '../field/password-field'
import { SearchField } from '../field/search-field'
import { SelectField } from '../field/select-field'
import { TextAreaField } from '../field/text-area-field'
import { Figure, LabelledFigure } from '../figure/figure'
import { GameCard, GameGrid, HeartButton } from '../game-card/game-card'
import { Icon } from '../icon/icon'
import { pageSections, stack, wrapRow } from '../layout/layout.css'
import { List, ListRow } from '../list/list'
import { Meter } from '../meter/meter'
import { PageTitle, SectionHeading } from '../page-title/page-title'
import { Pager } from '../pager/pager'
import { ProviderCard, ProviderGrid, ProviderRail } from '../provider-card/provider-card'
import { Spinner } from '../spinner/spinner'
import { Table } from '../table/table'
import { Tabs } from '../tabs/tabs'
import { BackLink, MoreLink, TextLink } from '../text-link/text-link'
import { Tile, TileGrid } from '../tile/tile'
import { useToast } from '../toast/toast'
import { samples } from './samples'
import * as css from './styleguide.css'

type Words = (typeof samples)[keyof typeof samples]
type States = Record<string, ReactNode>

const here = '.'
const alertKinds = ['success', 'error', 'warning', 'info'] as const
const buttonVariants = ['primary', 'quiet', 'line', 'ghost', 'danger'] as const
const badgeKinds = ['good', 'warn', 'bad', 'info', 'accent', 'plain'] as const
const amountField = { name: 'amount', unit: '원', intent: 'deposit', defaultValue: '150,000' }

const grouped = (won: number) => won.toLocaleString('en')

/** The states of one component, by the name of the component. @param id precedes the ids of its fields. */
const components: Record<string, (words: Words, id: string) => States> = {
  'Button, ButtonLink, ButtonRow, IconButton': ({ button }) => ({
    ...Object.fromEntries(
      buttonVariants.map((name) => [
        name,
        <Button key={name} variant={name}>
          {button}
        </Button>,
      ]),
    ),
    big: (
      <Button size="big" wide icon="circle-plus">
        {button}
      </Button>
    ),
    small: <Button size="small">{button}</Button>,
    busy: (
      <Button variant="primary" busy busyText="···">
        {button}
      </Button>
    ),
    disabled: <Button disabled>{button}</Button>,
    link: <ButtonLink to={here}>{button}</ButtonLink>,
    row: (
      <ButtonRow>
        <Button>{button}</Button>
        <Button variant="primary">{button}</Button>
      </ButtonRow>
    ),
    icon: <IconButton icon="x" label={button} />,
  }),
  Field: ({ label, sentence, name, button }, id) => ({
    hint: <Field name="hint" id={`${id}-hint`} label={label} hint={sentence} />,
    error: <Field name="error" id={`${id}-error`} label={label} error={sentence} defaultValue={name} />,
    good: <Field name="good" id={`${id}-good`} label={label} good={sentence} defaultValue={name} />,
    'read-only': <Field name="fixed" id={`${id}-fixed`} label={label} defaultValue={name} readOnly />,
    disabled: <Field name="off" id={`${id}-off`} label={label} defaultValue={name} disabled />,
    'with a button': <Field name="beside" id={`${id}-beside`} label={label} beside={<Button>{button}</Button>} />,
  }),
  'PasswordField, SelectField, TextAreaField, SearchField, Checkbox': ({ label, sentence, name }, id) => ({
    password: (
      <PasswordField
        name="pw"
        id={`${id}-pw`}
        label={label}
        hint={sentence}
        show="show"
        hide="hide"
        strengthBars={<PasswordStrength level={3} />}
      />
    ),
    select: (
      <SelectField name="select" id={`${id}-select`} label={label} placeholder={name} options={[]} error={sentence} />
    ),
    text: (
      <TextAreaField name="text" id={`${id}-text`} label={label} hint={sentence} formatCount={(at) => `${at} / 100`} />
    ),
    search: <SearchField name="q" id={`${id}-q`} label={name} submitLabel={label} />,
    checkbox: <Checkbox name="box" id={`${id}-box`} label={sentence} error={sentence} />,
    ticked: <Checkbox name="ticked" id={`${id}-ticked`} label={sentence} defaultChecked />,
  }),
  'AmountField, ChoiceCards, ErrorSummary': ({ label, sentence, name, button }, id) => ({
    amount: <AmountField {...amountField} id={`${id}-amount`} label={label} hint={sentence} />,
    'wrong amount': (
      <AmountField
        {...amountField}
        id={`${id}-wrong`}
        label={label}
        error={sentence}
        suggestions={{
          label: button,
          amounts: [150_000, 160_000].map((amount) => ({ amount, text: grouped(amount) })),
        }}
      />
    ),
    'amount with buttons': (
      <AmountField
        {...amountField}
        id={`${id}-buttons`}
        label={label}
        good={sentence}
        chips={[10_000, 100_000, 1_000_000].map((add) => ({
          add,
          text: `+${grouped(add)}`,
          label: `+${grouped(add)}`,
        }))}
        chipsHint={name}
        clearLabel={button}
        allLabel={button}
      />
    ),
    choice: (
      <ChoiceCards
        name={`${id}-choice`}
        id={`${id}-choice`}
        label={label}
        defaultValue="a"
        choices={[
          { value: 'a', name, end: '1 %', below: sentence },
          { value: 'b', name: label, disabled: true },
        ]}
      />
    ),
    'wrong choice, in a row': (
      <ChoiceCards
        name={`${id}-row`}
        id={`${id}-row`}
        label={label}
        inRow
        error={sentence}
        choices={[
          { value: 'a', name: button },
          { value: 'b', name: button },
        ]}
      />
    ),
    // Folded, because it takes the focus where it is shown.
    errors: (
      <details>
        <summary>{label}</summary>
        <ErrorSummary title={label} errors={[{ id: `${id}-amount`, text: sentence }]} />
      </details>
    ),
  }),
  Alert: ({ label, sentence }) =>
    Object.fromEntries(
      alertKinds.map((kind) => [
        kind,
        <Alert key={kind} kind={kind} title={label} silent>
          {sentence}
        </Alert>,
      ]),
    ),
  'Badge, CountBubble, UnreadMark, Spinner, Icon': ({ button }) => ({
    ...Object.fromEntries(
      badgeKinds.map((kind) => [
        kind,
        <Badge key={kind} kind={kind}>
          {button}
        </Badge>,
      ]),
    ),
    counts: (
      <span className={wrapRow}>
        <CountBubble count={7} /> <CountBubble count={1_234} /> <UnreadMark /> <Spinner /> <Icon name="wallet" />
      </span>
    ),
  }),
  'Card, DescriptionList, Meter, Figure, LabelledFigure, Empty': ({ label, sentence, name, button }) => ({
    card: (
      <Card title={label} end={<TextLink to={here}>{button}</TextLink>}>
        {sentence}
      </Card>
    ),
    facts: <DescriptionList items={[{ term: label, value: name }]} sum={{ term: button, value: '150,000원' }} />,
    meter: <Meter label={label} figures={name} value={30} max={100} />,
    'empty meter': <Meter label={label} figures={name} value={0} max={100} />,
    'used up meter': <Meter label={label} figures={name} value={100} max={100} />,
    'meter of nothing': <Meter label={label} figures={name} value={0} max={0} />,
    figure: <Figure amount="1,284,500" unit="원" />,
    'loading figure': <Figure amount="1,284,500" unit="원" loadingLabel={label} />,
    'missing figure': <Figure amount={null} unit="원" />,
    'labelled figure': <LabelledFigure label={label} amount="1,284,500" unit="₩" size="list" />,
    empty: <Empty title={label} text={sentence} action={<ButtonLink to={here}>{button}</ButtonLink>} />,
  }),
  'List, Tabs, ChipFilter, Pager, links': ({ label, sentence, name, button }) => ({
    list: (
      <List>
        <ListRow to={here} title={name} below={sentence} unread chevron />
        <ListRow title={name} end={<Badge>{button}</Badge>} />
      </List>
    ),
    tabs: (
      <Tabs
        label={label}
        items={[button, label].map((text, at) => ({ to: `${here}?${at}`, text, current: at === 0 }))}
      />
    ),
    chips: (
      <ChipFilter
        label={name}
        items={[button, label].map((text, at) => ({ to: `${here}?${at}`, text, current: at === 0 }))}
      />
    ),
    pager: (
      <Pager
        label={sentence}
        page={2}
        pages={3}
        pageHref={(page) => `${here}?page=${page}`}
        previousLabel={button}
        nextLabel={label}
        pageLabel={String}
      />
    ),
    links: (
      <p>
        <BackLink to={here}>{button}</BackLink> <MoreLink to={here}>{button}</MoreLink>
      </p>
    ),
  }),
  Table: ({ label, name, button }) => ({
    table: (
      <Table
        caption={label}
        columns={[
          { key: 'name', head: label, kind: 'strong', place: 'start' },
          { key: 'amount', head: button, kind: 'number', place: 'end' },
        ]}
        rows={[{ id: 'a', cells: { name, amount: '+150,000' } }]}
      />
    ),
  }),
  'GameCard, HeartButton, ProviderCard, ProviderRail, Tile': ({ name, button, label }, id) => ({
    game: (
      <GameGrid labelledBy={id}>
        <GameCard to={here} src={faviconPath} name={name} provider={button} openLabel={label} />
        <GameCard to={here} src={faviconPath} name={name} action={<HeartButton label={label} aria-pressed={false} />} />
        <GameCard to={here} src={faviconPath} name={name} action={<HeartButton label={label} aria-pressed />} />
      </GameGrid>
    ),
    provider: (
      <ProviderGrid>
        <ProviderCard to={here} src={faviconPath} name={name} subtitle={button} />
        <ProviderCard to={here} src={faviconPath} name={name} closedLabel={button} />
      </ProviderGrid>
    ),
    rail: (
      <ProviderRail
        items={[
          { to: here, name: button },
          { to: `${here}?a`, src: faviconPath, name },
          { to: `${here}?b`, src: faviconPath, name: button },
        ]}
      />
    ),
    tile: (
      <TileGrid>
        <Tile to={here} icon="wallet" text={button} />
      </TileGrid>
    ),
    'tile in a row': (
      <TileGrid variant="row">
        <Tile to={here} variant="row" icon="wallet" text={button} />
      </TileGrid>
    ),
  }),
}

/** The components of app/ui in the states to look at, with long words of each language. Theme: the site's switch. */
export default function Styleguide() {
  return (
    <div className={pageSections}>
      <PageTitle
        title="Components"
        step="Development"
        lead="In the states to look at, with long words of each language."
      />
      <Overlays />
      {Object.entries(samples).map(([lang, words]) => (
        <section key={lang} lang={lang} className={stack} aria-label={lang}>
          {Object.entries(components).map(([component, statesFor], index) => (
            <div key={component} className={stack}>
              <SectionHeading id={`${lang}-${index}`} title={`${component} · ${lang}`} />
              <div className={css.states}>
                {Object.entries(statesFor(words, `${lang}-${index}`)).map(([state, example]) => (
                  <div key={state} className={css.state}>
                    <p>{state}</p>
                    {example}
                  </div>
                ))}
              </div>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

/** What opens over the page: each dialog and each toast. */
function Overlays() {
  const { ask, showMessage, showLoading } = useDialogs()
  const toast = useToast()
  const { button, label: title, sentence: text } = samples.en
  const open: Record<string, () => unknown> = {
    question: () => ask({ title, text, buttons: { yes: button, no: button } }),
    'destructive question': () => ask({ title, text, destructive: true, buttons: { yes: button, no: button } }),
    'question of equal weight': () => ask({ title, text, sameWeight: true, buttons: { yes: button, no: button } }),
    loading: () => showLoading({ title, text }),
    ...Object.fromEntries(alertKinds.map((kind) => [kind, () => showMessage({ kind, title, text, button })])),
    'toast with a link': () => toast({ kind: 'info', text, action: { to: here, text: button } }),
    ...Object.fromEntries(alertKinds.map((kind) => [`${kind} toast`, () => toast({ kind, text })])),
  }
  return (
    <div className={wrapRow}>
      {Object.entries(open).map(([name, show]) => (
        <Button key={name} type="button" onClick={show}>
          {name}
        </Button>
      ))}
    </div>
  )
}
