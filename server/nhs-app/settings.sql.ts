import { sql } from 'kysely'

import type { RecordServiceError } from '#domain/record-service.ts'
import type { Context } from '#server/platform/context.ts'

export type Settings = { isOn: boolean; excludedClinics: string[]; excludedSpecialties: string[] }

/** An organisation that has never saved the settings shows nothing in the NHS App. */
export async function getSettings({ tx, organisationId }: Context): Promise<Settings> {
  const row = await tx
    .selectFrom('nhs_app_settings')
    .select(['is_on', 'excluded_clinics', 'excluded_specialties'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return {
    isOn: row?.is_on ?? false,
    excludedClinics: row?.excluded_clinics ?? [],
    excludedSpecialties: row?.excluded_specialties ?? [],
  }
}

export async function putSettings({ tx, organisationId }: Context, { isOn, excludedClinics, excludedSpecialties }: Settings) {
  const columns = { is_on: isOn, excluded_clinics: excludedClinics, excluded_specialties: excludedSpecialties }
  await tx
    .insertInto('nhs_app_settings')
    .values({ organisation_id: organisationId, ...columns })
    .onConflict((on) => on.column('organisation_id').doUpdateSet(columns))
    .execute()
}

/** How many NHS numbers there are of each kind. */
export async function countRecords({ tx, organisationId }: Context) {
  const { rows } = await sql<{ waiting: number; acknowledged: number; ended: number; refused: number }>`
    select count(*) filter (where is_waiting and is_current and refused_at is null and sixteen_on <= current_date and nhs_number >= '1') as waiting,
      count(*) filter (where acknowledged_at is not null) as acknowledged,
      count(*) filter (where acknowledged_at is not null and not is_current) as ended,
      count(*) filter (where refused_at is not null and is_current) as refused
    from nhs_app_patients where organisation_id = ${organisationId}::uuid`.execute(tx)
  return rows[0]! // an aggregate answers one row
}

export type SendingState = { failures: number; lastSentAt: string | null; nextTryAt: string; lastError: RecordServiceError | null }

export async function findSendingState({ tx, organisationId }: Context): Promise<SendingState | undefined> {
  const row = await tx
    .selectFrom('record_service_states')
    .select(['failures', 'last_sent_at', 'next_try_at', 'last_error'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return (
    row && {
      failures: row.failures,
      lastSentAt: row.last_sent_at,
      nextTryAt: row.next_try_at,
      lastError: row.last_error as RecordServiceError | null, // written by setSendingState only
    }
  )
}
