import type { Context } from './context.ts'

/** What a reading of the whole log found, for /metrics of whichever process is asked. */
export async function insertAuditCheck({ tx }: Context, { events, brokenLanes }: { events: number; brokenLanes: number }) {
  await tx.insertInto('audit_checks').values({ events, broken_lanes: brokenLanes }).execute()
}

export const findLastCheck = ({ tx }: Pick<Context, 'tx'>) =>
  tx.selectFrom('audit_checks').select(['at', 'events', 'broken_lanes']).orderBy('at', 'desc').limit(1).executeTakeFirst()
