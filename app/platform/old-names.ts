/**
 * The names of 1.0.0 that others rely on, each beside its name since. They work through 1.x; this file and what reads it
 * goes with the release below.
 */
export const oldNamesEnd = '2.0.0'

/** Settings by their new name; the old names of secrets are read with `_FILE` too. */
export const oldSettings = {
  BACKOFFICE_TOKEN: 'DESK_TOKEN',
  BACKOFFICE_SECOND_PERSON_FROM: 'DESK_SECOND_PERSON_FROM',
  BACKOFFICE_SECOND_PERSON_FOR: 'DESK_SECOND_PERSON_FOR',
  BACKOFFICE_SECOND_FACTOR: 'DESK_SECOND_FACTOR',
  BACKOFFICE_WEB: 'DESK_WEB',
  BACKOFFICE_ORIGIN: 'DESK_ORIGIN',
} as const

/** The old name of a setting, if it had one. */
export const oldNameOf = (setting: string): string | undefined =>
  (oldSettings as Readonly<Record<string, string>>)[setting]

/** Files in DATA_DIR by their new name: an existing file is used under its old name. */
export const oldFiles: Readonly<Record<string, string>> = { 'backoffice-token': 'desk-token' }

/** Scripts of package.json by their new name. */
export const oldScripts = { backoffice: 'desk' } as const

/** Headers of requests by their new name. */
export const oldHeaders = {
  'X-Callback-Time': 'X-House-Time',
  'X-Callback-Signature': 'X-House-Signature',
  'X-Backoffice-Session': 'X-Desk-Session',
  'X-Backoffice-Code': 'X-Desk-Code',
  'X-Backoffice-Renew': 'X-Desk-Renew',
} as const

/** Folders of addresses, those within another one first. All but the back office's screens, which redirect, answer in place. */
export const oldFolders = [
  { now: '/callbacks', before: '/house/callback' },
  { now: '/backoffice/api', before: '/house/desk' },
  { now: '/sandbox', before: '/house' },
  { now: '/backoffice', before: '/desk' },
] as const

/** The value of a header, under its new name or else its old one. */
export const headerOf = (headers: Headers, name: keyof typeof oldHeaders): string | null =>
  headers.get(name) ?? headers.get(oldHeaders[name])

/** The address in place of one of 1.0.0, with its query; any other address as it is. */
export const newAddressOf = (address: string): string => moved(address, 'before', 'now')

/** The address by which 1.0.0 knows a screen: stored addresses stay readable to it. */
export const oldAddressOf = (address: string): string => moved(address, 'now', 'before')

function moved(address: string, from: 'now' | 'before', to: 'now' | 'before'): string {
  const folder = oldFolders.find((names) => new RegExp(`^${names[from]}(?![^/?#])`).test(address))
  return folder ? folder[to] + address.slice(folder[from].length) : address
}

/** A pattern of a folder under both its names. */
export const eitherName = (now: (typeof oldFolders)[number]['now']): string =>
  `(?:${oldFolders.flatMap((names) => (names.now === now ? [names.now, names.before] : [])).join('|')})`

/** The line that names what has replaced an old name. */
export const replacedBy = (before: string, now: string): string =>
  `${before} is now ${now}: the old name works until ${oldNamesEnd}`
