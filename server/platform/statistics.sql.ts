import { sql } from 'kysely'

import type { Context } from './context.ts'

/** Analyses tables that have more than doubled, so that long work is not planned for empty tables. */
export const refreshStatistics = ({ tx }: Context) => sql`select refresh_statistics()`.execute(tx)
