import pg from 'pg'

import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { unnamedTables } from './unnamed-tables.ts'

type Statement = string | { name?: string; text?: string; values?: unknown[] }
type Query = (this: pg.Client & { boundTo?: string }, statement: Statement, ...others: unknown[]) => unknown

const known = new Map<string, string[]>()
const client = pg.Client.prototype as unknown as { query: Query; refusesUnnamed?: true }
let refused: string[] = []

/** The statements that were refused since the last call. A caller may have ignored the failure of one. */
export function takeRefused() {
  const taken = refused
  refused = []
  return taken
}

/** Statements without a table. */
const isHarmless = /^\s*(begin|commit|rollback|savepoint|release|set|reset|show|listen|unlisten|notify|call)\b/i

/**
 * Refuses, in the whole thread, every statement of a transaction that is bound to an organisation, if it does not name the organisation for each
 * table with rows of organisations (docs/decisions/0097-statements-name-their-organisation.md). Transactions that are bound to a key or to the
 * organisation of the system are let through.
 */
export function refuseUnnamedStatements() {
  if (client.refusesUnnamed) return
  client.refusesUnnamed = true
  const { query } = client
  client.query = function (statement, ...others) {
    const { name = '', text = '', values = [] } = typeof statement === 'string' ? { text: statement } : statement
    if (/^(begin|commit|rollback)\b/.test(text)) delete this.boundTo
    // These are the statements of bind() and rebind(). Tests of the policies bind their own connections, and may send any statement.
    if (name === 'bind to read' || text.includes('enter_organisation($1)')) {
      const [bound] = values
      this.boundTo = typeof bound === 'string' && bound !== systemOrganisationId ? bound : ''
    } else if (this.boundTo && !isHarmless.test(text)) {
      let unnamed = known.get(text)
      if (!unnamed) known.set(text, (unnamed = unnamedTables(text)))
      if (unnamed.length > 0) {
        const problem = `A statement names no organisation for ${unnamed.join(', ')}:\n${text}`
        refused.push(problem)
        return Promise.reject(new Error(problem))
      }
    }
    return query.call(this, statement, ...others)
  }
}
