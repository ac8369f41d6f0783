import { z } from 'zod'
import { call, emptyPayload, listQuery, status } from './call'
import { answerDate, answerId, answerName, answerText, answerWhole, entry, game, playCode } from './values'

/** Calls of games, their lists and the money inside them. */
export const gameCalls = {
  'get-in-game-balance': call({
    path: '/public/slot/get_in_game_balance',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({
      status,
      gameMoney: answerWhole,
      balance: answerWhole,
      rolling: answerWhole,
      userId: answerText,
    }),
    effect: 'read',
  }),
  'get-casino-setting': call({
    path: '/public/slot/get_casino_setting',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, casiono: z.array(entry) }),
    aliases: { casino: 'casiono' },
    effect: 'read',
  }),
  'get-sport-setting': call({
    path: '/public/slot/get_sport_setting',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, sport: z.array(entry) }),
    effect: 'read',
  }),
  'get-slot-setting': call({
    path: '/public/slot/get_slot_setting',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, slot: z.array(entry) }),
    effect: 'read',
  }),
  'get-slot-by-company': call({
    path: '/public/slot/get_slot_by_company',
    who: 'member',
    payload: z.strictObject({ code: playCode }),
    answer: z.object({ status, games: z.array(game) }),
    effect: 'read',
  }),
  'open-game': call({
    path: '/public/slot/user_open_slotv4',
    who: 'member',
    payload: z.strictObject({ code: playCode, company: playCode }),
    answer: z.object({ status, gameUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    servedCountriesOnly: true,
    refusals: ['time', 'balance'],
  }),
  'get-bets-list': call({
    path: '/user/get_slot_bets_list',
    who: 'member',
    payload: listQuery,
    answer: z.object({
      status,
      total: answerWhole,
      bets: z.array(
        z.object({
          id: answerId,
          thirdParty: answerName,
          game: answerName,
          balanceBet: answerWhole,
          balanceWin: answerWhole,
          betTime: answerDate,
        }),
      ),
    }),
    effect: 'read',
    extended: true,
  }),
  'get-jackpot': call({
    path: '/public/slot/get_jackpot',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, amount: answerWhole, asOf: answerDate }),
    effect: 'read',
    extended: true,
  }),
  'transfer-in': call({
    path: '/balance/user_transfer_in',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, gameMoney: answerWhole, balance: answerWhole }),
    effect: 'write',
    rateLimit: 'money',
    servedCountriesOnly: true,
    extended: true,
  }),
  'transfer-out': call({
    path: '/balance/user_withdraw',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, gameMoney: answerWhole, balance: answerWhole }),
    effect: 'write',
    rateLimit: 'money',
    extended: true,
  }),
}
