import { sql } from 'kysely'

import type { Context } from './context.ts'

/** Lets the database look again at tables that have more than doubled, so that a long piece of work is not planned as for empty ones. */
export const refreshStatistics = ({ tx }: Context) => sql`select refresh_statistics()`.execute(tx)
