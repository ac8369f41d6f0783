import { z } from 'zod'
import { sealerFor } from './sealer.server'

/** Seals values of one purpose and shape until a time, after which nobody opens them. Times are milliseconds since 1970. */
export function createTimedSealer<Schema extends z.ZodType>(purpose: string, value: Schema) {
  const sealed = z.object({ value: z.unknown(), endsAtMs: z.int() })
  return {
    seal: (content: z.input<Schema>, endsAtMs: number): Promise<string> =>
      sealerFor(purpose).seal({ value: content, endsAtMs }),
    /** The value; undefined of a text that was not sealed for this purpose, or whose time is over. */
    async open(text: string | null | undefined, now: number): Promise<z.output<Schema> | undefined> {
      const { data } = sealed.safeParse(text ? await sealerFor(purpose).open(text) : undefined)
      return data && data.endsAtMs > now ? value.safeParse(data.value).data : undefined
    },
  }
}
