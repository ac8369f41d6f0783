/** The release that drops the names from 1.0.0. Until then, both the old and the new names work. */
const oldNamesEnd = '2.0.0'

export const oldSettings = {
  BACKOFFICE_TOKEN: 'DESK_TOKEN',
  BACKOFFICE_SECOND_PERSON_FROM: 'DESK_SECOND_PERSON_FROM',
  BACKOFFICE_SECOND_PERSON_FOR: 'DESK_SECOND_PERSON_FOR',
  BACKOFFICE_SECOND_FACTOR: 'DESK_SECOND_FACTOR',
  BACKOFFICE_WEB: 'DESK_WEB',
  BACKOFFICE_ORIGIN: 'DESK_ORIGIN',
} as const

export const oldNameOf = (setting: string) => (oldSettings as Readonly<Record<string, string>>)[setting]

/** A key in RETENTION_DAYS. */
export const oldRetentionKey = { now: 'backofficeTexts', before: 'deskTexts' } as const

export const oldFiles: Readonly<Record<string, string>> = { 'backoffice-token': 'desk-token' }

export const oldScripts = { backoffice: 'desk' } as const

export const oldHeaders = {
  'X-Callback-Time': 'X-House-Time',
  'X-Callback-Signature': 'X-House-Signature',
  'X-Backoffice-Session': 'X-Desk-Session',
  'X-Backoffice-Code': 'X-Desk-Code',
  'X-Backoffice-Renew': 'X-Desk-Renew',
} as const

/** Metrics, and reasons in `madang_refused_total`, that are also reported under their old names. */
export const oldMetrics = { madang_backoffice_log_lines: 'madang_desk_log_lines' } as const
export const oldReasons = { 'backoffice-login': 'desk-login' } as const

/** Old URL prefixes, nested ones first. Back-office screens redirect; the rest is served under the old URL. */
export const oldFolders = [
  { now: '/callbacks', before: '/house/callback' },
  { now: '/backoffice/api', before: '/house/desk' },
  { now: '/sandbox', before: '/house' },
  { now: '/backoffice', before: '/desk' },
] as const

export const headerOf = (headers: Headers, name: keyof typeof oldHeaders): string | null =>
  headers.get(name) ?? headers.get(oldHeaders[name])

export const toNewAddress = (address: string): string => moved(address, 'before', 'now')

export const toOldAddress = (address: string): string => moved(address, 'now', 'before')

function moved(address: string, from: 'now' | 'before', to: 'now' | 'before'): string {
  const folder = oldFolders.find((names) => new RegExp(`^${names[from]}(?![^/?#])`).test(address))
  return folder ? folder[to] + address.slice(folder[from].length) : address
}

export const oldOrNewPattern = (now: (typeof oldFolders)[number]['now']): string =>
  `(?:${oldFolders.flatMap((names) => (names.now === now ? [names.now, names.before] : [])).join('|')})`

export const replacedBy = (before: string, now: string): string =>
  `${before}: renamed to ${now}; use the new name, the old one works until ${oldNamesEnd}`
