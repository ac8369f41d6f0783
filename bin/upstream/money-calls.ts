import type { CallName } from '~/upstream/contract'
import type { CallReference } from './calls'

export const lowBalance = 'the wallet does not hold enough; the form says so'
const waiting = 'another request of the member waits; the form says so'
const overLimit = 'over the member’s own deposit limit; `left` is shown at the amount'

const transactionList = (kind: string, page: string, receipts = '') => ({
  about: `Lists the member’s ${kind}.`,
  site: `Shows the last ten on ${page}, the history on /user, and what a “can’t tell” became.`,
  cost: `no history of ${kind}${receipts}, and “can’t tell” cannot look the transaction up`,
})

/** The reference of the calls that move money or list it. */
export const moneyCallReferences = {
  'apply-user-deposit': {
    about: 'Records that the member will pay in by bank transfer; the operator credits it.',
    site: 'Shows a receipt on home. A lost response shows “can’t tell” and looks the transaction up in get-deposit-list.',
    cost: 'members cannot deposit by bank transfer',
    refusals: { wait: waiting, deposit_limit: overLimit },
  },
  'cancel-deposit': {
    about: 'Cancels a bank deposit that waits, for the member who requested it.',
    site: 'Offered for rows of get-deposit-list with `cancellable`; the page says that the request is cancelled.',
    cost: 'members who changed their mind write to support, or leave a request that nobody pays',
    refusals: { settled: 'credited or cancelled meanwhile; the page says so and shows the list' },
  },
  'apply-user-withdraw': {
    about: 'Takes the amount from the wallet for a payout to the member’s account.',
    site: 'Shows a receipt on home. A lost response shows “can’t tell” and looks the transaction up in get-withdraw-list.',
    cost: 'members cannot withdraw',
    refusals: {
      wait: 'one more waits than you allow, or the pause is not over; `ms` is shown as mm:ss, from an hour on as hours and minutes',
      balance: lowBalance,
      pass: 'wrong exchange password; shown at the field, and counted: ten an hour for one member',
    },
  },
  'roll-to-balance': {
    about: 'Turns comp points into wallet money, 1 won each.',
    site: 'Shows the page again with a message.',
    cost: 'members cannot exchange comp',
    refusals: { low_point: 'fewer points than asked; shown at the field' },
  },
  'get-deposit-payment': {
    about: 'Lists the payment services for deposits.',
    site: 'Offers them beside the bank transfer; minimum, maximum and fee are said and checked.',
    cost: 'only bank transfer is offered',
  },
  'apply-deposit-payment': {
    about: 'Begins a deposit through a payment service.',
    site:
      'Sends the member to the service’s page. A member who cancels there is best sent to /deposit?left=<id>: the amount is ' +
      'filled in, and the cancellation is no news.',
    cost: 'deposits through payment services fail',
    refusals: { wait: waiting, deposit_limit: overLimit },
  },
  'get-withdrawal-payment': {
    about: 'Lists the payment services for withdrawals.',
    site: 'Offers them beside the bank transfer.',
    cost: 'only bank transfer is offered',
  },
  'withdrawal-launcher': {
    about: 'Opens the page of a payment service, which asks for amount and password itself.',
    site: 'Sends the member to the service’s page.',
    cost: 'withdrawals through payment services fail',
    refusals: { wait: waiting, balance: lowBalance },
  },
  'get-deposit-list': transactionList('deposits', '/deposit', ', no receipt after the first, no tracker'),
  'get-withdraw-list': transactionList('withdrawals', '/withdraw'),
  'get-bets-list': {
    about: 'Lists the member’s bets.',
    site: 'Shows the history of bets on /user and the recent ones on home.',
    cost: 'no history of bets',
  },
  'mark-settled-seen': {
    about: 'Marks settled deposits and withdrawals as seen by the member, so that `settled` has them no more.',
    site: 'Made when the member closes the card about them or opens their receipt.',
    cost: 'they are closed in one browser alone; where it is missing there is no number at the wallet',
  },
  'get-comp-list': {
    about: 'Lists the entries of the member’s comp points.',
    site: 'Shows the history of comp on /user.',
    cost: 'no history of comp',
  },
  'money-to-point': {
    about: 'Turns wallet money into comp points.',
    site: 'The API alone offers it.',
    cost: 'programs cannot turn money into points',
    refusals: { balance: lowBalance },
  },
  'transfer-in': {
    about: 'Moves wallet money into games.',
    site: 'The API alone offers it.',
    cost: 'programs cannot move money into games',
  },
  'transfer-out': {
    about: 'Brings the money inside games back to the wallet.',
    site: 'The “bring back” button of /withdraw, and “stop” of the reality check.',
    cost: 'members bring money back inside the game alone',
  },
} satisfies { [S in CallName]?: CallReference<S> }
