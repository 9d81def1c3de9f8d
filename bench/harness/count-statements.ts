import { writeFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'

import pg from 'pg'

/**
 * Loaded into a worker, and into each of its threads, before its own code. Counts the statements that it sends to PostgreSQL, the limits of transactions included, and writes
 * the number into the file that its own address names, once a second: more often it would take processor time that is measured.
 */
const file = new URL(import.meta.url).searchParams.get('file')!
let count = 0
// oxlint-disable-next-line typescript/unbound-method -- called with the client as its this
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  count++
  return Reflect.apply(query, this, given) as unknown
} as typeof query

setInterval(() => writeFileSync(`${file}-${process.pid}-${threadId}`, String(count)), 1_000).unref()
