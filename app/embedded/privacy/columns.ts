export type TablePrivacy = {
  personal?: readonly string[]
  ledger?: readonly string[]
  technical?: readonly string[]
  member?: {
    rows: string
    exportedRows?: string
    key: string
    /** Only in the back office's export of a member's data, not in the member's own. */
    isBackofficeOnly?: true
    notExported?: readonly string[]
    /**
     * `keep`: the rows are not personal, and the ledger needs them. `redact`: see redactActs. `replaceBy` has an SQL
     * expression for each personal column.
     */
    erasure: 'keep' | 'delete' | 'redact' | { replaceBy: Readonly<Record<string, string>> }
  }
}

const ofMember = 'member_id = $1::bigint'
const ofLaunch = 'launch_id in (select id from game_launches where member_id = $1::bigint)'
const ofAccount = 'account_id in (select id from accounts where member_id = $1::bigint)'

/** Replaces an erased member's id and nick. Ids start with a letter, so nobody can register this one. */
const erasedName = "('_erased_' || $1::bigint)"

export const tables: Readonly<Record<string, TablePrivacy>> = {
  referral_codes: {
    personal: ['user_id'],
    technical: ['code', 'origin', 'made_at', 'removed_at'],
    member: {
      rows: 'user_id = (select user_id from members where id = $1::bigint)',
      key: 'code',
      erasure: { replaceBy: { user_id: erasedName } },
    },
  },
  members: {
    personal: [
      ...['user_id', 'nick', 'nick_key', 'phone', 'bank_name', 'bank_number', 'bank_owner', 'login_hash'],
      ...['exchange_hash', 'birth_year'],
    ],
    technical: [
      ...['id', 'level', 'referral_code', 'joined_at', 'closed_at', 'erased_at'],
      ...['withdrawals_held_until', 'withdrawals_held_for', 'phone_changed_at', 'bank_changed_at', 'exported_at'],
    ],
    member: {
      rows: 'id = $1::bigint',
      key: 'id',
      notExported: ['nick_key', 'login_hash', 'exchange_hash'],
      erasure: {
        replaceBy: {
          user_id: erasedName,
          nick: erasedName,
          nick_key: erasedName,
          phone: "''",
          bank_name: "''",
          bank_number: "''",
          bank_owner: "''",
          login_hash: "''",
          exchange_hash: "''",
          birth_year: 'null',
        },
      },
    },
  },
  tokens: {
    personal: ['address', 'browser'],
    technical: ['hash', 'member_id', 'made_at', 'ends_at', 'revoked_at'],
    member: { rows: ofMember, key: 'hash', notExported: ['hash'], erasure: 'delete' },
  },
  member_browsers: {
    technical: ['member_id', 'hash', 'seen_at'],
    member: { rows: ofMember, key: 'hash', notExported: ['hash'], erasure: 'delete' },
  },
  member_factors: {
    technical: ['member_id', 'secret', 'step', 'pending', 'pending_ends_at', 'wrong_codes', 'wrong_codes_since'],
    member: { rows: ofMember, key: 'member_id', notExported: ['secret', 'pending'], erasure: 'delete' },
  },
  member_recovery_codes: {
    technical: ['member_id', 'hash', 'used_at'],
    member: { rows: ofMember, key: 'hash', notExported: ['hash'], erasure: 'delete' },
  },
  login_tickets: {
    technical: ['hash', 'member_id', 'ends_at'],
    member: { rows: ofMember, key: 'hash', notExported: ['hash'], erasure: 'delete' },
  },
  wrong_passwords: {
    technical: ['member_id', 'kind', 'began_at', 'count'],
    member: { rows: ofMember, key: 'kind', erasure: 'delete' },
  },
  password_resets: {
    personal: ['phone'],
    technical: [
      ...['id', 'member_id', 'asked_at', 'asked_again_at', 'times', 'kind', 'code_hash', 'made_at', 'ends_at', 'tries'],
      'used_at',
    ],
    member: { rows: ofMember, key: 'id', notExported: ['code_hash'], erasure: 'delete' },
  },
  accounts: {
    ledger: ['id', 'kind', 'member_id', 'provider', 'balance'],
    member: { rows: ofMember, key: 'id', erasure: 'keep' },
  },
  transfers: {
    ledger: ['id', 'cause', 'cause_id', 'made_at'],
    member: { rows: `id in (select transfer_id from entries where ${ofAccount})`, key: 'id', erasure: 'keep' },
  },
  entries: {
    ledger: ['id', 'transfer_id', 'account_id', 'won', 'after'],
    member: { rows: ofAccount, key: 'id', erasure: 'keep' },
  },
  codes: {
    ledger: ['member_id', 'code', 'segment', 'answer', 'made_at'],
    technical: ['payload_hash'],
    member: { rows: ofMember, key: 'code', notExported: ['payload_hash'], erasure: 'keep' },
  },
  movements: {
    personal: ['desk_reason'],
    ledger: [
      ...['id', 'kind', 'member_id', 'won', 'fee', 'method', 'payment_idx', 'code', 'state', 'applied_at', 'due_at'],
      ...['settled_at', 'settled_by', 'after', 'reason'],
    ],
    technical: ['seen_at', 'claimed_by', 'claimed_at'],
    member: {
      ...{ rows: ofMember, key: 'id', notExported: ['settled_by', 'claimed_by', 'claimed_at'] },
      erasure: { replaceBy: { desk_reason: 'null' } },
    },
  },
  payment_launches: {
    ledger: ['kind', 'payment_idx', 'movement_id'],
    technical: ['id', 'token_hash', 'member_id', 'language', 'left_at', 'made_at', 'ends_at'],
    member: { rows: ofMember, key: 'id', notExported: ['token_hash'], erasure: 'keep' },
  },
  favourites: {
    technical: ['member_id', 'company', 'code', 'made_at'],
    member: { rows: ofMember, key: "(company || ' ' || code)", erasure: 'delete' },
  },
  provider_closures: { technical: ['provider', 'closed_at', 'until'] },
  game_closures: { technical: ['provider', 'game', 'closed_at', 'until'] },
  site_maintenance: { technical: ['one', 'until', 'text', 'began_at', 'began_by'] },
  pay_accounts: { technical: ['id', 'bank', 'number', 'holder', 'made_at', 'made_by', 'ended_at'] },
  desk_preferences: { technical: ['name', 'sound'] },
  reply_templates: { technical: ['id', 'kind', 'title', 'contents', 'made_at', 'made_by'] },
  alerts: {
    technical: ['id', 'event', 'subject', 'details', 'made_at', 'tries', 'due_at', 'sent_at', 'failure'],
  },
  bets: {
    ledger: [
      ...['id', 'member_id', 'provider', 'game', 'round', 'stake', 'win', 'made_at', 'settled_at', 'returned_at'],
    ],
    member: { rows: ofMember, key: 'id', erasure: 'keep' },
  },
  callbacks: { ledger: ['sender', 'id', 'type', 'answer', 'made_at'], technical: ['payload_hash'] },
  game_launches: {
    ledger: ['provider', 'game'],
    technical: ['id', 'token_hash', 'login_hash', 'member_id', 'language', 'made_at', 'ends_at'],
    member: { rows: ofMember, key: 'id', notExported: ['token_hash', 'login_hash'], erasure: 'keep' },
  },
  game_rounds: {
    ledger: [
      ...['choice', 'outcome', 'stake', 'win', 'jackpot', 'jackpot_won', 'state', 'refusal', 'made_at', 'due_at'],
    ],
    technical: ['id', 'launch_id', 'spin'],
    member: { rows: ofLaunch, key: 'id', erasure: 'keep' },
  },
  match_results: { technical: ['provider', 'match', 'score', 'made_at'] },
  notes: {
    personal: ['title', 'contents'],
    technical: ['id', 'member_id', 'made_at', 'read_at', 'movement_id', 'sent_by_act'],
    member: { rows: ofMember, key: 'id', notExported: ['sent_by_act'], erasure: 'delete' },
  },
  internal_notes: {
    personal: ['contents'],
    technical: ['id', 'member_id', 'made_at', 'made_by'],
    member: { rows: ofMember, key: 'id', notExported: ['made_by'], isBackofficeOnly: true, erasure: 'delete' },
  },
  member_tags: {
    personal: ['tag'],
    technical: ['member_id'],
    member: { rows: ofMember, key: 'tag', isBackofficeOnly: true, erasure: 'delete' },
  },
  kept_views: { technical: ['name', 'address', 'kept_at', 'kept_by'] },
  notices: { technical: ['idx', 'place', 'title', 'contents', 'made_at', 'ends_at'] },
  help_requests: {
    personal: ['title', 'contents', 'answer', 'answer_account', 'subject'],
    technical: [
      ...['id', 'member_id', 'account_request_id', 'language', 'made_at', 'due_at', 'answered_at', 'read_at'],
      ...['answer_account_of', 'thread_id', 'claimed_by', 'claimed_at', 'answered_by'],
    ],
    member: { rows: ofMember, key: 'id', notExported: ['claimed_by', 'claimed_at', 'answered_by'], erasure: 'delete' },
  },
  account_requests: {
    technical: ['id', 'member_id', 'asked_at', 'due_at', 'answered_at'],
    member: { rows: ofMember, key: 'id', erasure: 'delete' },
  },
  desk_act_texts: {
    personal: ['payload', 'result'],
    technical: ['act_id', 'salt'],
    member: {
      rows: 'act_id in (select id from desk_acts where $1::bigint = any(member_ids))',
      exportedRows: 'act_id in (select id from desk_acts where member_ids = array[$1::bigint])',
      key: 'act_id',
      notExported: ['salt'],
      isBackofficeOnly: true,
      erasure: 'delete',
    },
  },
  desk_acts: {
    personal: ['payload', 'result'],
    ledger: ['id', 'made_at', 'who', 'act', 'request_id', 'rehearsed', 'member_ids', 'redacted_at'],
    technical: ['payload_hash', 'texts_digest'],
    member: {
      rows: '$1::bigint = any(member_ids)',
      key: 'id',
      isBackofficeOnly: true,
      notExported: ['who', 'request_id', 'member_ids', 'payload_hash', 'texts_digest'],
      erasure: 'redact',
    },
  },
  desk_log_chain: { technical: ['no', 'act_id', 'hash'] },
  desk_tokens: {
    ledger: ['name', 'role', 'made_at', 'made_by', 'ended_at', 'ended_by', 'factor_reset_at'],
    technical: ['id', 'hash', 'factor', 'factor_step', 'wrong_codes', 'wrong_codes_since'],
  },
  desk_recovery_codes: { technical: ['token_id', 'hash', 'used_at'] },
  desk_sessions: { technical: ['id', 'hash', 'token_hash', 'began_at', 'seen_at', 'verified_at', 'address'] },
  desk_wrong_tries: { technical: ['hour', 'count'] },
  desk_wrong_networks: { technical: ['network', 'since', 'count'] },
  desk_first_approvals: {
    ledger: ['act', 'member_id', 'request', 'won', 'made_at', 'ends_at', 'made_by', 'opened_at', 'opened_by'],
    technical: ['id', 'token_id'],
    member: {
      // An erasure keeps its own first approval, because the second approval checks that row before deleting it.
      ...{ rows: `${ofMember} and act <> 'erase'`, exportedRows: ofMember, key: 'id' },
      ...{ isBackofficeOnly: true, erasure: 'delete' },
      notExported: ['made_by', 'token_id', 'opened_by'],
    },
  },
  excluded_identities: { technical: ['hash', 'ends_at'] },
  play_limits: {
    ledger: [
      ...['member_id', 'day', 'week', 'month', 'pending', 'reality', 'reality_checked_at', 'break_until'],
      ...['excluded_until', 'ends_on_request', 'loss_day', 'loss_week', 'loss_month', 'time_day', 'time_week'],
      ...['time_month', 'reminded_at'],
    ],
    member: { rows: ofMember, key: 'member_id', erasure: 'keep' },
  },
  figure_days: { technical: ['day', 'counted_at'] },
  play_figures: {
    ledger: [
      ...['day', 'provider', 'game', 'member_id', 'bets', 'staked', 'won', 'comp', 'jackpot_share', 'jackpot_won'],
    ],
    member: { rows: ofMember, key: 'day, provider, game', isBackofficeOnly: true, erasure: 'keep' },
  },
  play_days: {
    ledger: ['member_id', 'day', 'staked', 'won', 'played_ms', 'last_at'],
    member: { rows: ofMember, key: 'day', erasure: 'keep' },
  },
  play_limit_changes: {
    ledger: ['id', 'member_id', 'made_at', 'made_by', 'change', 'limits'],
    member: { rows: ofMember, key: 'id', erasure: 'keep' },
  },
  document_acceptances: {
    ledger: ['id', 'member_id', 'document', 'version', 'adult', 'accepted_at'],
    member: { rows: ofMember, key: 'id', erasure: 'keep' },
  },
  epochs: { technical: ['id', 'name', 'began_at'] },
  seeds: { technical: ['name', 'made_at'] },
  kept_secrets: { technical: ['name', 'secret', 'made_at'] },
  migrations: { technical: ['name', 'checksum', 'applied_at', 'compatible_from'] },
}
