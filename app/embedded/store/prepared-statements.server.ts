import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { currentClient } from './transaction.server'

const { serialize } = protocol

const maxStatements = 200

type PreparedStatement = { name: string; parameterTypes: readonly number[] }

export class PreparedStatements {
  /** Prepared statements, keyed by SQL text, least recently used first. */
  readonly #statements = new Map<string, PreparedStatement>()
  #count = 0

  constructor(private readonly db: PGlite) {}

  async query<Row>(text: string, values: readonly unknown[], inTransaction: boolean): Promise<Row[]> {
    const beganMs = performance.now()
    const { name, parameterTypes } = await this.#prepare(text)
    const parameters = values.map((value, index) => {
      if (value === null || value === undefined) return null
      return this.db.serializers[parameterTypes[index] ?? 0]?.(value) ?? String(value)
    })
    const messages = await this.db.execProtocolStream(
      Buffer.concat([
        serialize.bind({ statement: name, values: parameters }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ]),
      { syncToFs: !inTransaction },
    )
    currentClient().spend?.(performance.now() - beganMs)
    return parse.parseResults(messages, this.db.parsers)[0]?.rows as Row[]
  }

  async clear(sql: Pick<PGlite, 'exec'>): Promise<void> {
    if (this.#statements.size > 0) await sql.exec('deallocate all')
    this.#statements.clear()
  }

  async #prepare(text: string): Promise<PreparedStatement> {
    const known = this.#statements.get(text)
    if (known) this.#statements.delete(text)
    const statement = known ?? (await this.#parse(text))
    this.#statements.set(text, statement)
    return statement
  }

  async #parse(text: string): Promise<PreparedStatement> {
    const [oldest] = this.#statements
    if (oldest && this.#statements.size >= maxStatements) {
      this.#statements.delete(oldest[0])
      await this.#run(serialize.close({ type: 'S', name: oldest[1].name }))
    }
    this.#count += 1
    const name = `s${this.#count}`
    const messages = await this.#run(serialize.parse({ text, name }), serialize.describe({ type: 'S', name }))
    return { name, parameterTypes: parse.parseDescribeStatementResults(messages) }
  }

  async #run(...messages: Uint8Array[]) {
    return this.db.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })
  }
}
