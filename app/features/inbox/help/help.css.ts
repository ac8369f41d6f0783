import { button } from '~/ui/button/button.css'
import { card, head } from '~/ui/card/card.css'
import { foldHead, unmarked } from '~/ui/fold.css'
import { form as column } from '~/ui/form/form.css'
import { insideScreen, screen, typography } from '~/ui/layered'
import { faintText, plainText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { accent, space, surface } = tokens

export const answer = screen([
  card,
  { '@media': { [media.from960]: { background: surface.ground, padding: space.part } } },
])
export const answerHead = head
export const answerTitle = screen({ ...typography.titleCard, color: accent.text })
export const answerDate = screen([faintText, { whiteSpace: 'nowrap' }])

export const waiting = plainText
export const faqQuestion = screen([foldHead, { justifyContent: 'space-between' }])
export const faqAnswer = screen([plainText, { paddingBlockEnd: space.base }])

export const followUp = screen([unmarked, button({ variant: 'line' })])
insideScreen(`[open]:has(> ${followUp})`, { flexBasis: '100%' })
insideScreen(`[open] > ${followUp}`, { marginBlockEnd: space.base })

export const inquiryForm = screen([
  column,
  { alignContent: 'start', '@media': { [media.from768]: { maxInlineSize: 'none' } } },
])
insideScreen(`${inquiryForm} textarea`, { '@media': { [media.from768]: { minBlockSize: '16rem' } } })
