import { sql } from 'kysely'

import { type Answerer, answeringIdleMinutes, type AssistedChannel, type IdentityDetail, recentChangeHours } from '#domain/answering.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'

const isRecent = (column: string) =>
  sql<boolean>`coalesce(${sql.ref(column)} > now() - make_interval(hours => ${recentChangeHours}), false)`

/** The form request with its patient and the version that is asked. Undefined if the user may not see it. */
export async function findAskedForm({ tx, organisationId }: Context, requestId: string) {
  const row = await tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .leftJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 's.organisation_id').onRef('m.id', '=', 's.typed_by'))
    .select(['r.id', 'r.status', 'r.expires_at', 'r.completed_at', 'r.form_id', 'r.form_version'])
    .select(['v.title', 'v.description', 'v.definition', 's.typed_by', sql<string | null>`m.first_name || ' ' || m.last_name`.as('typist')])
    .select(['p.id as patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number', 'p.date_of_birth', 'p.phone_number'])
    .select([isRecent('p.phone_changed_at').as('is_phone_recent'), isRecent('p.address_changed_at').as('is_address_recent')])
    .select(['p.line1', 'p.line2', 'p.town', 'p.county', 'p.postcode'])
    .where('r.organisation_id', '=', organisationId)
    .where('r.id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    requestId: row.id,
    status: row.status as RequestStatus, // a check constraint holds the same seven
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    /** The name of the user who sent the answers; undefined if the patient sent them or nobody has. */
    typist: row.typed_by === null ? undefined : (row.typist ?? 'A former member'),
    formId: row.form_id,
    formVersion: row.form_version,
    title: row.title,
    description: row.description,
    definition: row.definition as FormDefinition, // checked when it was published, never changed since
    patient: {
      id: row.patient_id,
      firstName: row.first_name,
      lastName: row.last_name,
      nhsNumber: row.nhs_number,
      dateOfBirth: row.date_of_birth,
    },
    details: {
      address: [row.line1, row.line2, row.town, row.county, row.postcode].filter((line) => line.trim() !== '').join(', '),
      phoneNumber: row.phone_number ?? '',
      recent: [...(row.is_address_recent ? (['address'] as const) : []), ...(row.is_phone_recent ? (['phoneNumber'] as const) : [])],
    },
  }
}
export type AskedForm = NonNullable<Awaited<ReturnType<typeof findAskedForm>>>

type NewSession = {
  requestId: string
  memberId: string
  channel: AssistedChannel
  answeredBy: Answerer
  carerName: string
  carerRelationship: string
  checkedDetails: IdentityDetail[]
}

export async function insertSession({ tx }: Context, session: NewSession) {
  await tx
    .insertInto('answering_sessions')
    .values({
      request_id: session.requestId,
      member_id: session.memberId,
      channel: session.channel,
      answered_by: session.answeredBy,
      carer_name: session.carerName,
      carer_relationship: session.carerRelationship,
      checked_details: session.checkedDetails,
    })
    .execute()
}

/** The latest identity check of this member, if it is still valid. `id`: only if it is this one. */
export async function findSession({ tx, organisationId }: Context, requestId: string, memberId: string, id?: string) {
  const row = await tx
    .selectFrom('answering_sessions')
    .select(['id', 'channel', 'answered_by', 'carer_name', 'carer_relationship', 'checked_details', 'started_at'])
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', requestId)
    .where('member_id', '=', memberId)
    .where('used_at', '>', sql<string>`now() - make_interval(mins => ${answeringIdleMinutes})`)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      channel: row.channel as AssistedChannel, // check constraints hold the same values
      answeredBy: row.answered_by as Answerer,
      carerName: row.carer_name,
      carerRelationship: row.carer_relationship,
      checkedDetails: row.checked_details as IdentityDetail[],
      startedAt: row.started_at,
    }
  )
}
export type AnsweringSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Saving an answer keeps the identity check valid. False if it has ended meanwhile. */
export async function touchSession({ tx, organisationId }: Context, id: string) {
  const { numUpdatedRows } = await tx
    .updateTable('answering_sessions')
    .set({ used_at: sql<string>`now()` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('used_at', '>', sql<string>`now() - make_interval(mins => ${answeringIdleMinutes})`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
