import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import { latestByDays } from '#domain/reminders.ts'
import type { Context } from '#server/platform/context.ts'

const day = 86_400_000

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

type Due = { reminderDays: number; now: Date; limit: number }

/** Open requests whose message left `reminderDays` days ago, and that had no reminder, those that waited longest first (domain/reminders.ts). */
export async function findToRemind({ tx }: Context, { reminderDays, now, limit }: Due) {
  const leftBefore = new Date(now.getTime() - reminderDays * day)
  const rows = await tx
    .selectFrom('form_requests as r')
    .select(['r.id', 'r.notification_method'])
    .where('r.status', 'in', ['unopened', 'opened'])
    .where('r.notified_at', '<=', leftBefore.toISOString())
    .where('r.notified_at', '>', new Date(leftBefore.getTime() - latestByDays * day).toISOString())
    .where('r.is_unreached', '=', false)
    .where('r.expires_at', '>', now.toISOString())
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('notifications as n')
            .select('n.id')
            .whereRef('n.organisation_id', '=', 'r.organisation_id')
            .whereRef('n.request_id', '=', 'r.id')
            .where('n.category', '=', 'request_reminder'),
        ),
      ),
    )
    .orderBy('r.notified_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, notification_method: row.notification_method as NotificationMethod })) // a check constraint holds the same three
}

export const findOpenOf = async ({ tx }: Context, patientId: string) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('status', 'in', ['unopened', 'opened', 'completed'])
    .execute()
