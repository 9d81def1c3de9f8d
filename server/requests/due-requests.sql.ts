import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** Requests with these statuses whose time has come, oldest first. For the worker. */
export const findOverdue = async ({ tx }: Context, limit: number) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('status', 'in', ['unopened', 'opened'])
    .where('expires_at', '<', new Date().toISOString())
    .orderBy('expires_at')
    .limit(limit)
    .execute()

export const findLongCompleted = async ({ tx }: Context, limit: number) =>
  tx
    .selectFrom('form_requests as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .select('r.id')
    .where('r.status', '=', 'completed')
    .where(sql<boolean>`r.completed_at < now() - make_interval(days => o.auto_close_days)`)
    .limit(limit)
    .execute()

export const findOpenOf = async ({ tx }: Context, patientId: string) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('status', 'in', ['unopened', 'opened', 'completed'])
    .execute()
