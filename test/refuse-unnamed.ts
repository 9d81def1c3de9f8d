import pg from 'pg'

import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { unnamedTables } from './unnamed-tables.ts'

type Statement = string | { name?: string; text?: string; values?: unknown[] }
type Query = (this: pg.Client & { boundTo?: string }, statement: Statement, ...others: unknown[]) => unknown

const known = new Map<string, string[]>()
const client = pg.Client.prototype as unknown as { query: Query; refusesUnnamed?: true }

/**
 * Refuses, in the whole process, every statement of a transaction that is bound to an organisation, if it does not name the organisation for each table
 * of organisations (docs/decisions/0097-statements-name-their-organisation.md). A transaction that is bound to a key or to the system is let through.
 */
export function refuseUnnamedStatements() {
  if (client.refusesUnnamed) return
  client.refusesUnnamed = true
  const { query } = client
  client.query = function (statement, ...others) {
    const { name = '', text = '', values = [] } = typeof statement === 'string' ? { text: statement } : statement
    if (/^(begin|commit|rollback)\b/.test(text)) delete this.boundTo
    // As server/platform/database.ts binds a transaction. Tests of the policies bind theirs by themselves, and send any statement.
    if (name === 'bind to read' || text.includes('enter_organisation($1)')) {
      const [bound] = values
      this.boundTo = typeof bound === 'string' && bound !== systemOrganisationId ? bound : ''
    } else if (this.boundTo && /^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      let unnamed = known.get(text)
      if (!unnamed) known.set(text, (unnamed = unnamedTables(text)))
      if (unnamed.length > 0) return Promise.reject(new Error(`A statement names no organisation for ${unnamed.join(', ')}:\n${text}`))
    }
    return query.call(this, statement, ...others)
  }
}
