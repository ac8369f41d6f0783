import type { CallName, RefusalOf } from '~/upstream/contract'
import { lowBalance, moneyCallReferences } from './money-calls'

/** What the reference says of one call, beside what the contract's row and its fields say. */
export type CallReference<S extends CallName = CallName> = { about: string; site: string; cost: string } & ([
  RefusalOf<S>,
] extends [never]
  ? { refusals?: undefined }
  : { refusals: Readonly<Record<RefusalOf<S>, string>> })

const providerList = (lobby: string) => ({
  about: `Lists the ${lobby} providers.`,
  site: `Shows the ${lobby} lobby, the footer’s names and the count on home; stored for 30 s.`,
  cost: `the ${lobby} lobby is empty`,
})
const nameCheck = (field: string) => ({
  about: `Says whether a ${field} is free.`,
  site: 'Shows free or taken beside the field.',
  cost: `the form finds a taken ${field} only when it is sent`,
  refusals: { alread_have_user: 'taken' },
})
const deletion = (rows: string) => ({
  about: `Deletes all ${rows} of the member.`,
  site: 'Made after a question; the page then shows the empty list.',
  cost: `members cannot delete their ${rows}; where it is missing there is no button`,
})

/** The reference of every call. The compiler holds it to the contract: no call and no refusal is missing or too many. */
export const callReferences: { readonly [S in CallName]: CallReference<S> } = {
  ...moneyCallReferences,
  'user-do-login': {
    about: 'Signs a member in.',
    site: 'Stores the token in the sealed session cookie. HTTP 401 and other statuses than these two are a wrong login.',
    cost: 'nobody can log in',
    refusals: { second_factor: 'right password, and a code is needed: /login/code asks for it, for confirm-login' },
  },
  'get-login-list': {
    about:
      'Lists the member’s log-ins: open ones, then the last 20 ended. user-do-login and confirm-login carry X-Browser, ' +
      'its name, and X-Device, its random value: store a hash, and send a note about one not seen in 90 days.',
    site: 'Shows them on /user?tab=security; after a login the next page says when the one before was.',
    cost: 'members do not see where they are logged in',
  },
  'set-second-factor': {
    about:
      'Sets up a second factor (`start`, then `on` with a code within ten minutes), turns it off or renews recovery codes. ' +
      'A code works once. After ten wrong ones of a member in an hour: `wait` with `ms`; recovery codes still work.',
    site: 'Shows secret and recovery codes once, on /user?tab=security.',
    cost: 'members have only their password',
    refusals: {
      pass: 'the login password is wrong; shown at the field',
      otp_wrong: 'the code is wrong; shown at the field',
      ticket_old: 'the set-up is over, or there is no factor; the page starts over',
      wait: 'too many wrong codes; `ms` is shown in minutes',
    },
  },
  'get-member-data': {
    about:
      'Gives all data of the member as a JSON object that begins with `"status":"success"`, in 64 MiB and 60 s at most, ' +
      'once an hour. A refusal is a JSON object of 64 KiB or less.',
    site: 'Passes it on unparsed as a download, once its beginning says that it is no refusal.',
    cost: 'members ask the operator for their data',
    refusals: {
      pass: 'the login password is wrong; shown at the field',
      wait: 'given within the last hour; `ms` is shown in minutes',
    },
  },
  'confirm-login': {
    about: 'The second step of a log-in: takes the ticket of user-do-login and a code, both once.',
    site: 'Made by /login/code. The ticket is in no page: it rides in a sealed cookie.',
    cost: 'members with a second factor cannot log in',
    refusals: {
      otp_wrong: 'the code is wrong; shown at the field',
      ticket_old: 'the ticket is older than 5 minutes, used or void; the login says so',
      wait: 'too many wrong codes; `ms` is shown in minutes',
    },
  },
  'end-login': {
    about: 'Ends a log-in of the member by its id, or with `others` all but the one that asks.',
    site: 'Shows /user?tab=security with a message.',
    cost: 'members end single log-ins by a new password alone',
  },
  'user-health-check': {
    about: 'Gives the member’s record and counts, for each member page and every 30 s while it is open.',
    site:
      'Shows money and counts in the strip; a higher count prompts the member. Shows `settled` on home, /deposit and ' +
      '/withdraw, with their number at the wallet; with `accountAsked` /deposit lists the inquiries for the account. ' +
      'HTTP 401 ends the session.',
    cost: 'no member page opens',
  },
  'user-register': {
    about: 'Registers a member.',
    site: 'Signs the new member in by user-do-login; where that fails, shows the login with the id filled.',
    cost: 'nobody can register',
    refusals: {
      alread_have_user: 'id, nickname, phone or account is taken; said at the id',
      cant_find_code: 'no such referral code; said at the code',
    },
  },
  'check-user-id': nameCheck('login id'),
  'check-user-nick': nameCheck('nickname'),
  'get-reg-domain': {
    about: 'Names the member whose referral code belongs to the visited address, sent as the Origin header.',
    site: 'Fills the referral code in.',
    cost: 'visitors type their referral code',
  },
  'user-write-help': {
    about: 'Stores a help request of the member.',
    site: 'Shows the list with a message.',
    cost: 'members cannot write to support; where it is missing support has no form',
    refusals: { limit: 'the member has as many requests as they may; the form asks to delete some' },
  },
  'read-help-message': {
    about: 'Marks the answer to a help request as seen.',
    site: 'Made when the member opens an answered request that is not marked as read.',
    cost: 'the count of unread answers does not go down',
  },
  'get-help-list': {
    about: 'Lists the member’s help requests with their answers, newest first.',
    site: 'Shows the list, its unread marks and the opened request.',
    cost: 'no support; where it is missing, a brand’s contacts replace its page, links, counts and account requests',
  },
  'del-all-help': deletion('help requests'),
  'del-help': {
    about: 'Deletes one help request of the member, with its answer. One that is not there is a success.',
    site: 'Made after a question; the page then shows the list.',
    cost: 'members delete all their requests or none; where it is missing there is no button',
  },
  'get-user-notices': {
    about: 'Lists the operator’s notices, newest first.',
    site: 'Shows them on /notice and the newest on home.',
    cost: 'no notices; where it is missing, their page and links are hidden',
  },
  'get-event-list': {
    about: 'Lists the operator’s events, newest first.',
    site: 'Shows them on /notice?tab=events.',
    cost: 'no events; where it is missing, the notices have no second tab',
  },
  'get-notice-popup': {
    about: 'Lists the notices that pop up on home, for visitors too.',
    site: 'Shows those that the visitor has not hidden for 8 hours; kept for 5 s by language.',
    cost: 'no pop-up is shown',
  },
  'get-user-note': {
    about: 'Lists the notes sent to the member, newest first.',
    site: 'Shows the list, its unread marks and the opened note.',
    cost: 'no notes; where it is missing, their page, links and counts are hidden',
  },
  'read-note-message': {
    about: 'Marks a note as read.',
    site: 'Made when the member opens an unread note, never when a browser prefetches it.',
    cost: 'the count of unread notes does not go down',
  },
  'user-del-note': deletion('notes'),
  'del-note': {
    about: 'Deletes one note of the member. One that is not there is a success.',
    site: 'Made after a question; the page then shows the list.',
    cost: 'members delete all their notes or none; where it is missing there is no button',
  },
  'user-ask-account': {
    about: 'Asks for the bank account to pay deposits to.',
    site: 'Says that the answer will come; it comes as a help request of kind `account`.',
    cost: 'members cannot ask for the account; where it is missing, a brand’s contacts are on /deposit',
    refusals: {
      already: 'a request is open already; the page says so',
      alread: 'the same, in the spelling of some upstreams',
    },
  },
  'get-in-game-balance': {
    about: 'Gives the money inside games and in the wallet.',
    site: 'Shows both on /withdraw and /game.',
    cost: '/withdraw and /game show – in place of the money inside games',
  },
  'get-casino-setting': providerList('casino'),
  'get-sport-setting': providerList('sport'),
  'get-slot-setting': providerList('slot'),
  'get-slot-by-company': {
    about: 'Lists the games of one slot provider.',
    site: 'Shows and searches the games; kept for 30 s by provider.',
    cost: 'the provider’s games cannot be found',
  },
  'get-favourites': {
    about: 'Lists the games that the member has marked, and those that they opened last.',
    site: 'Shows them on home and in the lobbies, with what this browser has that the upstream has not.',
    cost: 'favourites and last games are those of one browser',
  },
  'set-favourite': {
    about: 'Marks a game for the member, or takes the mark away. Again it changes nothing; of many the oldest may go.',
    site: 'Made by the heart of a card. What a browser had before is handed over, ten games with a page.',
    cost: 'as of get-favourites',
  },
  'open-game': {
    about: 'Opens a game for the member. It carries X-Browser and X-Device, as a login does.',
    site: 'Sends the member’s new window there. Other addresses than https, or outside LAUNCH_ORIGINS, count as a failure.',
    cost: 'no game opens',
    refusals: {
      time: 'too soon after the last game; the page says so',
      balance: lowBalance,
      maintenance: 'the game or its provider is under maintenance; the page says so',
    },
  },
  'get-member': {
    about: 'Gives the member’s record for the profile.',
    site: 'Shows the profile on /user.',
    cost: 'the profile is filled from user-health-check',
  },
  'get-jackpot': {
    about: 'Gives the jackpot’s amount, for visitors too.',
    site: 'Shows the figure on home, at most 5 s old.',
    cost: 'home shows the banner without a figure',
  },
  'get-lobby-rails': {
    about: 'Lists rows of slot games in the operator’s own order, such as new games, for visitors too.',
    site: 'Shows them on home and /slot before the rows that the site makes itself, at most 5 minutes old.',
    cost: 'home and /slot show only the rows that the site makes itself, and those to visitors only after members came',
  },
  'change-password': {
    about: 'Changes the login or the exchange password.',
    site: 'Shows /user with a message. After a new login password it signs the member in again.',
    cost: 'members cannot change their passwords',
    refusals: { pass: 'the present password is wrong; shown at the field' },
  },
  'ask-password-reset': {
    about: 'Requests a code for a new password. Always a success, after the same time, also without such a member.',
    site: 'Shows /reset with a message. Asked once in a while with an id that begins with `_`, to see whether the call is there.',
    cost: 'the login has no “forgot the password”; it names ways to reach the operator',
  },
  'reset-password': {
    about:
      'Sets a password with the operator’s code, ends the member’s sessions, and answers withdrawals with `wait` for 24 ' +
      'hours. Any other status, the same for a wrong, used and ended code: nothing was changed.',
    site: 'Shows the login with a message; a refusal is shown at the form and counted as a failed login.',
    cost: 'the operator sets forgotten passwords',
  },
  'do-logout': {
    about: 'Ends the token that it is called with.',
    site: 'Made at logout; the session cookie is dropped in any case.',
    cost: 'tokens stay valid upstream until they expire; “log out everywhere” ends the sessions of this site only',
  },
  'get-play-limits': {
    about: 'Gives the member’s play limits; `loss` and `time` with their use where the upstream checks each bet.',
    site: 'Shows them on /user, in the panel and on /deposit; closes deposits and games during a break or self-exclusion.',
    cost: 'the site keeps the limits itself, with REDIS_URL; without it members have none',
  },
  'set-play-limits': {
    about: 'Changes limits, or starts a break or self-exclusion. A raise waits 24 hours and is sent again to confirm.',
    site: 'Shows what holds now and what waits.',
    cost: 'as of get-play-limits',
  },
  'accept-documents': {
    about: 'Records which versions of the documents the member accepted; the upstream keeps the time.',
    site: 'Sent after the login that ends a registration, and when a new version is accepted.',
    cost: 'acceptance is kept in the member’s browser alone',
  },
}
