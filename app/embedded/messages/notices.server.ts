import type { EmbeddedContext, Handlers } from '../context.server'
import { readerLocale } from '../member-language'
import { messageInLanguage } from '../seed/messages'
import { byteLengthSql, limitList, textOf } from './lists'

type NoticeRow = { idx: bigint; title: string; contents: string; made_at: Date }

export const handlers = {
  'get-user-notices': async (ctx) => {
    const rows = await findActiveNotices(ctx, 'list')
    return {
      notices: rows.map((row) => ({ idx: Number(row.idx), ...textOf(row), regDate: row.made_at.toISOString() })),
    }
  },

  'get-notice-popup': async (ctx) => {
    const rows = await findActiveNotices(ctx, 'popup')
    return { note: rows.map((row) => ({ idx: Number(row.idx), ...textOf(row) })) }
  },
} satisfies Partial<Handlers>

async function findActiveNotices(ctx: EmbeddedContext, place: 'list' | 'popup'): Promise<NoticeRow[]> {
  const rows = await ctx.store.query<NoticeRow>(
    limitList(
      `select idx, title, contents, made_at from notices where place = $1 and made_at <= $2
        and (ends_at is null or ends_at > $2) order by made_at desc, idx desc`,
      byteLengthSql('title', 'contents'),
    ),
    [place, ctx.now()],
  )
  return rows.map((row) => messageInLanguage(row, readerLocale(ctx.language), ctx.options.siteName))
}
