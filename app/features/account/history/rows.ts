import type { ResponseOf } from '~/upstream/contract'

export type BetRow = ResponseOf<'get-bets-list'>['bets'][number]
export type CompRow = ResponseOf<'get-comp-list'>['points'][number]
