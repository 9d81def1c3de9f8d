import { sql } from 'kysely'

import type { RecordServiceError } from '#domain/record-service.ts'
import type { Context } from '#server/platform/context.ts'

/** The next NHS numbers that the Record Service must be told, without patients who are not 16 yet. It takes none that begins with 0. */
export async function listWaiting({ tx, organisationId }: Context, limit: number) {
  const rows = await tx
    .selectFrom('nhs_app_patients')
    .select('nhs_number')
    .where('organisation_id', '=', organisationId)
    // Constants and no parameters: only then may a prepared statement use the index of those who wait.
    .where('is_waiting', '=', sql.lit(true))
    .where('is_current', '=', sql.lit(true))
    .where('refused_at', 'is', null)
    .where('sixteen_on', '<=', sql<string>`current_date`)
    .where('nhs_number', '>=', '1')
    .orderBy('sixteen_on')
    .orderBy('nhs_number')
    .limit(limit)
    .execute()
  return rows.map((row) => row.nhs_number)
}

export const setAcknowledged = ({ tx, organisationId }: Context, nhsNumbers: string[]) =>
  tx
    .updateTable('nhs_app_patients')
    .set({ is_waiting: false, acknowledged_at: new Date().toISOString() })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`nhs_number = any(${nhsNumbers}::text[])`)
    .execute()

export const setRefused = ({ tx, organisationId }: Context, nhsNumbers: string[]) =>
  tx
    .updateTable('nhs_app_patients')
    .set({ refused_at: new Date().toISOString() })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`nhs_number = any(${nhsNumbers}::text[])`)
    .execute()

/**
 * Marks the next NHS numbers to be sent again, unless they were acknowledged since the replay began. Returns the last number that was looked at;
 * undefined at the end.
 */
export async function markWaiting({ tx, organisationId }: Context, after: string, startedAt: string, limit: number) {
  const { rows } = await sql<{ last: string | null }>`
    with page as (
      select nhs_number from nhs_app_patients where organisation_id = ${organisationId}::uuid and nhs_number > ${after}
      order by nhs_number limit ${limit}
    ), marked as (
      update nhs_app_patients n set is_waiting = true, refused_at = null from page
      where n.organisation_id = ${organisationId}::uuid and n.nhs_number = page.nhs_number and n.is_current
        and (n.acknowledged_at is null or n.acknowledged_at < ${startedAt}::timestamptz)
    )
    select max(nhs_number) as last from page`.execute(tx)
  return rows[0]!.last ?? undefined // an aggregate answers one row
}

export async function countCurrent({ tx, organisationId }: Context) {
  const { count } = await tx
    .selectFrom('nhs_app_patients')
    .select(sql<number>`count(*)`.as('count'))
    .where('organisation_id', '=', organisationId)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

type NewState = { failures: number; nextTryAt: Date; isAcknowledged: boolean; error: RecordServiceError | null }

export async function setSendingState({ tx, organisationId }: Context, { failures, nextTryAt, isAcknowledged, error }: NewState) {
  const columns = {
    failures,
    next_try_at: nextTryAt.toISOString(),
    last_error: error,
    ...(isAcknowledged && { last_sent_at: new Date().toISOString() }),
  }
  await tx
    .insertInto('record_service_states')
    .values({ organisation_id: organisationId, ...columns })
    .onConflict((on) => on.column('organisation_id').doUpdateSet(columns))
    .execute()
}

/** Ends a wait after failed calls. */
export const tryAtOnce = ({ tx, organisationId }: Context) =>
  tx
    .updateTable('record_service_states')
    .set({ next_try_at: new Date().toISOString() })
    .where('organisation_id', '=', organisationId)
    .execute()
