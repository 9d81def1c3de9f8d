import { once } from 'node:events'

import pg from 'pg'

type Value = string | number | boolean | null
export type Row = Record<string, Value>

const pieceSize = 128 * 1024

/**
 * Rows on their way into one table by COPY, on a connection of their own. Of what the first row names, only the columns that the table has are kept, so that
 * a filling outlives a migration. Triggers stay asleep (`session_replication_role`): what they would keep is for the caller to set right.
 */
export async function openCopy(url: string, table: string) {
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica -c synchronous_commit=off' })
  await client.connect()
  const { rows } = await client.query<{ name: string; is_plain: boolean }>(
    `select column_name as name, data_type not in ('text', 'jsonb', 'bytea') as is_plain
     from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const known = new Map(rows.map(({ name, is_plain }) => [name, is_plain ? String : inText]))
  let columns: (readonly [string, (value: NonNullable<Value>) => string])[] = []
  let query: CopyIn | undefined
  let text = ''
  return {
    /** A promise when it has to be waited for. */
    write: (row: Row): void | Promise<void> => {
      if (!query) {
        columns = Object.keys(row).flatMap((name) => (known.has(name) ? [[name, known.get(name)!] as const] : []))
        query = client.query(new CopyIn(`copy ${table} (${columns.map(([name]) => name).join(', ')}) from stdin`))
      }
      let [line, tab] = ['', '']
      for (const [name, write] of columns) {
        const value = row[name]
        line += tab + (value === null || value === undefined ? '\\N' : write(value))
        tab = '\t'
      }
      text += `${line}\n`
      if (text.length < pieceSize) return undefined
      const piece = text
      text = ''
      return query.send(piece)
    },
    end: async () => {
      await query?.send(text)
      await query?.finish()
      await client.end()
    },
  }
}
export type Copy = Awaited<ReturnType<typeof openCopy>>

const special = /[\\\t\n\r]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const inText = (value: NonNullable<Value>) => String(value).replace(special, (letter) => escapes[letter]!)

/** What the driver's connection has and its types do not tell of. */
type Wire = pg.Connection & { sendCopyFromChunk: (bytes: Buffer) => void; endCopyFrom: () => void }

/** One COPY … FROM STDIN, in the form that the driver needs for a query that reads its own responses. */
class CopyIn implements pg.Submittable {
  private readonly text: string
  private readonly opened = Promise.withResolvers<Wire>()
  private readonly done = Promise.withResolvers<void>()

  constructor(text: string) {
    this.text = text
    this.done.promise.catch(() => {}) // reported to the caller that waits for it
  }

  async send(piece: string) {
    const wire = await this.opened.promise
    if (!piece) return
    wire.sendCopyFromChunk(Buffer.from(piece))
    if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), this.done.promise])
  }

  async finish() {
    const wire = await this.opened.promise
    wire.endCopyFrom()
    await this.done.promise
  }

  submit(connection: pg.Connection) {
    connection.query(this.text)
  }
  handleCopyInResponse(connection: pg.Connection) {
    this.opened.resolve(connection as Wire) // see Wire
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.done.resolve()
  }
  handleError(error: Error) {
    this.opened.reject(error)
    this.done.reject(error)
  }
}
