const maxListRows = 200
/** The maximum size of one list in bytes. Older rows beyond it are omitted. */
const maxListBytes = 1024 * 1024

export function limitList(select: string, bytes: string): string {
  return `select * from (select *, sum(${bytes}) over (rows unbounded preceding) as bytes_so_far
            from (${select} limit ${maxListRows}) as listed) as counted
           where bytes_so_far <= ${maxListBytes}`
}

export function byteLengthSql(...columns: string[]): string {
  return columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
}

export const textOf = ({ title, contents }: { title: string; contents: string }) => ({ title, contents })

/** Parses a row id. Returns 0n for invalid text, because no row has that id. */
export const parseRowId = (id: string | number): bigint => (/^\d{1,15}$/.test(String(id)) ? BigInt(id) : 0n)

export const unreadCountColumns = `(select count(*) from notes where member_id = $1 and read_at is null) as notes,
  (select count(*) from help_requests where member_id = $1 and answered_at is not null and read_at is null) as answers`

export type UnreadCountColumns = Record<'notes' | 'answers', bigint>
