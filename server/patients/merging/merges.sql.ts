import { type Selectable, sql } from 'kysely'

import type { MergeCandidate, MergeField, MergeReason } from '#domain/patient-merge.ts'
import type { PatientField, PatientValues } from '#domain/patient-rules.ts'
import { patientRecordLimits } from '#domain/patient-records.ts'
import { nameKeyOf } from '#domain/patient-search.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { OptOuts } from '#server/patients/opt-outs.sql.ts'

/** The columns of each detail that a user chooses. */
const columnsOf = {
  firstName: ['first_name'],
  lastName: ['last_name'],
  dateOfBirth: ['date_of_birth'],
  sex: ['sex'],
  localPatientId: ['local_patient_id'],
  address: ['line1', 'line2', 'town', 'county', 'postcode'],
  phoneNumber: ['phone_number'],
  emailAddress: ['email_address'],
  preferredMethod: ['preferred_method'],
  ward: ['ward_id'],
  admissionStatus: ['admission_status'],
  dateOfDeath: ['date_of_death'],
  locale: ['locale'],
} as const satisfies Record<MergeField, readonly string[]>

/** Columns that a merge changes and an undo puts back. */
const otherColumns = ['nhs_number', 'is_on_record'] as const
type Column = (typeof columnsOf)[MergeField][number] | (typeof otherColumns)[number]
const columns = [...Object.values(columnsOf).flat(), ...otherColumns] as readonly Column[]

type Columns = Pick<Selectable<Tables['patients']>, Column>
export type ChangedColumns = { [C in Column]?: { before: Columns[C]; after: Columns[C] } }

export type MergeRecord = {
  candidate: MergeCandidate
  columns: Columns
  optOuts: OptOuts
  mayBeContacted: boolean
  isLeftOutOfNhsApp: boolean
  dateOfDeath: string | null
  hold: { since: string | null; reason: string }
  archivedAt: string | null
  updatedAt: string
}

/**
 * The records that the member may see. With a lock, nobody changes them until the transaction ends; they are locked in the order of their ids, as
 * everything does that locks several patients.
 */
export async function findRecords(
  { tx, organisationId }: Context,
  ids: readonly string[],
  { areHeld = false } = {},
): Promise<Map<string, MergeRecord>> {
  const rows = await tx
    .selectFrom('patients')
    .select([
      ...columns,
      'id',
      'nhs_number',
      'first_name',
      'last_name',
      'date_of_birth',
      'postcode',
      'is_deceased',
      'archived_at',
      'merged_into_id',
      'opt_outs',
      'may_be_contacted',
      'is_left_out_of_nhs_app',
      'date_of_death',
      'hold_since',
      'hold_reason',
      'updated_at',
    ])
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .$if(areHeld, (query) => query.orderBy('id').forUpdate())
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        candidate: {
          id: row.id,
          nhsNumber: row.nhs_number,
          firstName: row.first_name,
          lastName: row.last_name,
          dateOfBirth: row.date_of_birth,
          postcode: row.postcode,
          isDeceased: row.is_deceased,
          isArchived: row.archived_at !== null,
          mergedIntoId: row.merged_into_id,
        },
        columns: Object.fromEntries(columns.map((column) => [column, row[column]])) as Columns, // Object.fromEntries forgets the names
        optOuts: row.opt_outs as OptOuts, // written by setOptOuts, addOptOut and setStops only
        mayBeContacted: row.may_be_contacted,
        isLeftOutOfNhsApp: row.is_left_out_of_nhs_app,
        dateOfDeath: row.date_of_death,
        hold: { since: row.hold_since, reason: row.hold_reason },
        archivedAt: row.archived_at,
        updatedAt: row.updated_at,
      },
    ]),
  )
}

/**
 * What changes in the record that stays: the taken details, the NHS number of the other record where this one has none, and whether the record
 * system has the patient.
 */
export function changesOf(kept: MergeRecord, merged: MergeRecord, taken: readonly MergeField[]): ChangedColumns {
  const after: Partial<Columns> = {
    ...Object.fromEntries(taken.flatMap((field) => columnsOf[field].map((column) => [column, merged.columns[column]]))),
    ...(kept.columns.nhs_number === null && { nhs_number: merged.columns.nhs_number }),
    ...(merged.columns.is_on_record === true && { is_on_record: true }),
  }
  return Object.fromEntries(
    columns
      .filter((column) => after[column] !== undefined && after[column] !== kept.columns[column])
      .map((column) => [column, { before: kept.columns[column], after: after[column] }]),
  ) // Object.fromEntries forgets the names
}

/** The kept record after the change, as the rules of a patient read it, and the fields that change. */
export function ruledValues(kept: MergeRecord, changes: ChangedColumns) {
  const after = { ...kept.columns, ...afterOf(changes) }
  const values: PatientValues = Object.fromEntries(Object.entries(ruledFields).map(([column, field]) => [field, after[column as Column]]))
  const written = Object.keys(changes).flatMap((column) => ruledFields[column as Column] ?? []) // Object.keys forgets the names
  return { values, written }
}

const ruledFields: Partial<Record<Column, PatientField>> = {
  nhs_number: 'nhsNumber',
  local_patient_id: 'localPatientId',
  first_name: 'firstName',
  last_name: 'lastName',
  date_of_birth: 'dateOfBirth',
  date_of_death: 'dateOfDeath',
  sex: 'sex',
  phone_number: 'phoneNumber',
  email_address: 'emailAddress',
  preferred_method: 'preferredMethod',
  line1: 'line1',
  line2: 'line2',
  town: 'town',
  county: 'county',
  postcode: 'postcode',
  admission_status: 'admissionStatus',
  ward_id: 'wardId',
}

export const afterOf = (changes: ChangedColumns): Partial<Columns> =>
  Object.fromEntries(Object.entries(changes).map(([column, { after }]) => [column, after])) as Partial<Columns> // likewise

/** What an undo puts back: the columns that still have the value that the merge gave them. The columns of one detail go back together. */
export function restorable(kept: MergeRecord['columns'], changes: ChangedColumns) {
  const isUnchanged = (column: Column) => changes[column] === undefined || changes[column].after === kept[column]
  const names = Object.keys(columnsOf) as MergeField[] // likewise
  const changed = (names as (MergeField | 'nhsNumber')[])
    .concat('nhsNumber')
    .filter((name) => columnsOfName(name).some((column) => changes[column] !== undefined))
  const restored = changed.filter((name) => columnsOfName(name).every(isUnchanged))
  const back = [...restored.flatMap(columnsOfName), ...(isUnchanged('is_on_record') ? (['is_on_record'] as const) : [])]
  return {
    restored,
    unrestored: changed.filter((name) => !restored.includes(name)),
    columns: Object.fromEntries(
      back.flatMap((column) => (changes[column] === undefined ? [] : [[column, changes[column].before]])),
    ) as Partial<Columns>, // likewise
  }
}

const columnsOfName = (name: MergeField | 'nhsNumber'): readonly Column[] => (name === 'nhsNumber' ? ['nhs_number'] : columnsOf[name])

/** Changes columns of a record. A name also changes the key for sorting and searching. */
export async function setColumns({ tx, organisationId }: Context, id: string, record: MergeRecord, set: Partial<Columns>) {
  const after = { ...record.columns, ...set }
  const isRenamed = 'first_name' in set || 'last_name' in set
  const changed = { ...set, ...(isRenamed && { name_key: nameKeyOf(after.first_name, after.last_name) }) }
  if (Object.keys(changed).length === 0) return
  await tx.updateTable('patients').set(changed).where('organisation_id', '=', organisationId).where('id', '=', id).execute()
}

type Stops = {
  optOuts: OptOuts
  mayBeContacted: boolean
  isLeftOutOfNhsApp: boolean
  isDeceased: boolean
  dateOfDeath: string | null
  hold: MergeRecord['hold']
}

export const stopsOf = (record: MergeRecord): Stops => ({
  optOuts: record.optOuts,
  mayBeContacted: record.mayBeContacted,
  isLeftOutOfNhsApp: record.isLeftOutOfNhsApp,
  isDeceased: record.candidate.isDeceased,
  dateOfDeath: record.dateOfDeath,
  hold: record.hold,
})

/** What keeps the patient from being contacted and the record from being erased, as far as either record says so. */
export const unitedStops = (one: MergeRecord, other: MergeRecord): Stops => ({
  optOuts: { ...other.optOuts, ...one.optOuts },
  mayBeContacted: one.mayBeContacted && other.mayBeContacted,
  isLeftOutOfNhsApp: one.isLeftOutOfNhsApp || other.isLeftOutOfNhsApp,
  isDeceased: one.candidate.isDeceased || other.candidate.isDeceased,
  dateOfDeath: one.dateOfDeath ?? other.dateOfDeath,
  hold: unitedHold(one.hold, other.hold),
})

/** The earlier beginning and both reasons, if both records are on hold. */
function unitedHold(one: MergeRecord['hold'], other: MergeRecord['hold']) {
  if (one.since === null || other.since === null) return one.since === null ? other : one
  const [first, second] = one.since <= other.since ? [one, other] : [other, one]
  // After an earlier merge of the two, one reason has both already.
  const longer = [first, second].find(({ reason }) => reason.includes(first.reason) && reason.includes(second.reason))
  const reason = longer?.reason ?? `${first.reason}; ${second.reason}`
  return { since: first.since, reason: reason.slice(0, patientRecordLimits.holdReason) }
}

export async function setStops({ tx, organisationId }: Context, id: string, stops: Stops) {
  await tx
    .updateTable('patients')
    .set({
      opt_outs: JSON.stringify(stops.optOuts),
      may_be_contacted: stops.mayBeContacted,
      is_left_out_of_nhs_app: stops.isLeftOutOfNhsApp,
      is_deceased: stops.isDeceased,
      date_of_death: stops.dateOfDeath,
      hold_since: stops.hold.since,
      hold_reason: stops.hold.reason,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** Archives the record that was merged, which gives its NHS number to the other one if that has none. */
export async function setMerged(
  { tx, organisationId }: Context,
  id: string,
  { intoId, givesNumber }: { intoId: string; givesNumber: boolean },
) {
  await tx
    .updateTable('patients')
    .set({
      merged_into_id: intoId,
      archived_at: sql<string>`coalesce(archived_at, clock_timestamp())`,
      ...(givesNumber && { nhs_number: null }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** @param nhsNumber undefined: unchanged */
export async function setUnmerged(
  { tx, organisationId }: Context,
  id: string,
  { archivedAt, nhsNumber }: { archivedAt: string | null; nhsNumber: string | undefined },
) {
  await tx
    .updateTable('patients')
    .set({ merged_into_id: null, archived_at: archivedAt, ...(nhsNumber !== undefined && { nhs_number: nhsNumber }) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** Whether a patient of the organisation that the member may see has this NHS number. */
export async function isNumberTaken({ tx, organisationId }: Context, nhsNumber: string) {
  const row = await tx
    .selectFrom('patients')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('nhs_number', '=', nhsNumber)
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of moved rows, by table. */
export type Moved = { form_requests: string[]; series_enrolments: string[]; import_rows: string[] }

/** Moves what belongs to a record to another one: all of it, or the rows that an earlier call moved and that are still there. */
export async function moveRecord({ tx }: Context, { from, to, only }: { from: string; to: string; only?: Moved }): Promise<Moved> {
  const { rows } = await sql<{ moved: Moved }>`
    select move_record(${from}::uuid, ${to}::uuid, ${only ? JSON.stringify(only) : null}::jsonb) as moved`.execute(tx)
  return rows[0]!.moved // a function returns one row
}

/**
 * Ends the sessions of open form requests, also those of users who type the answers: the details that opened them may be those of another
 * patient.
 */
export async function endSessionsOfOpen({ tx, organisationId }: Context, requestIds: readonly string[]) {
  await sql`
    delete from patient_sessions s using form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${[...requestIds]}::uuid[]) and r.status in ('unopened', 'opened')
      and s.organisation_id = r.organisation_id and s.request_id = r.id`.execute(tx)
  await sql`
    update answering_sessions s set used_at = '-infinity' from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${[...requestIds]}::uuid[]) and r.status in ('unopened', 'opened')
      and s.organisation_id = r.organisation_id and s.request_id = r.id`.execute(tx)
}

/**
 * Deletes the unsent answers of form requests in which an answer was saved since a merge: the answers of two people may be among them. The rows stay,
 * with the next revision, so that a user who has the form open is told that its answers have changed. Returns how many form requests had such answers.
 */
export async function deleteUnsentAnswersSince({ tx, organisationId }: Context, mergeId: string, requestIds: readonly string[]) {
  const { rows } = await sql`
    update answer_drafts d set answers = '{}', saved_by = '{}', revision = d.revision + 1 from patient_merges g
    where g.organisation_id = ${organisationId}::uuid and g.id = ${mergeId}::uuid
      and d.organisation_id = g.organisation_id and d.request_id = any(${[...requestIds]}::uuid[]) and d.updated_at > g.merged_at and d.answers <> '{}'
    returning d.request_id`.execute(tx)
  return rows.length
}

/** The names of the series in which both records take part and that have not ended. */
export async function findCommonSeries({ tx, organisationId }: Context, one: string, other: string) {
  const { rows } = await sql<{ name: string }>`
    select distinct s.name from series_enrolments a
    join series_enrolments b on b.organisation_id = a.organisation_id and b.series_id = a.series_id and b.state <> 'ended'
    join series s on s.organisation_id = a.organisation_id and s.id = a.series_id
    where a.organisation_id = ${organisationId}::uuid and a.patient_id = ${one}::uuid and b.patient_id = ${other}::uuid and a.state <> 'ended'
    order by 1`.execute(tx)
  return rows.map(({ name }) => name)
}

/** How many form requests and series belong to each record. */
export async function countBelongings({ tx, organisationId }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; formRequests: number; openFormRequests: number; series: number }>`
    select n.id,
      (select count(*) from form_requests r where r.organisation_id = ${organisationId}::uuid and r.patient_id = n.id) as "formRequests",
      (select count(*) from form_requests r where r.organisation_id = ${organisationId}::uuid and r.patient_id = n.id
        and r.status in ('unopened', 'opened')) as "openFormRequests",
      (select count(*) from series_enrolments e where e.organisation_id = ${organisationId}::uuid and e.patient_id = n.id) as series
    from unnest(${[...ids]}::uuid[]) as n(id)`.execute(tx)
  return new Map(rows.map(({ id, ...belongings }) => [id, belongings]))
}

type NewMerge = {
  keptId: string
  mergedId: string
  mergedBy: string
  reason: MergeReason
  note: string
  moved: Moved
  changes: ChangedColumns
  wasArchivedAt: string | null
}

export async function insertMerge({ tx, organisationId }: Context, merge: NewMerge) {
  const { id } = await tx
    .insertInto('patient_merges')
    .values({
      organisation_id: organisationId,
      kept_id: merge.keptId,
      merged_id: merge.mergedId,
      merged_by: merge.mergedBy,
      reason: merge.reason,
      note: merge.note,
      moved: JSON.stringify(merge.moved),
      fields: JSON.stringify(merge.changes),
      was_archived_at: merge.wasArchivedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type StoredMerge = {
  id: string
  keptId: string
  mergedId: string
  keptName: string
  mergedName: string
  mergedAt: string
  mergedBy: string
  reason: MergeReason
  note: string
  moved: Moved
  changes: ChangedColumns
  wasArchivedAt: string | null
  undoneAt: string | null
  undoneBy: string | null
  /** A later merge of the kept record, with another record or into one, that was not undone. */
  hasLater: boolean
  /** Form requests of the kept record that were created since. */
  newFormRequests: number
  /** Moved form requests that were opened or answered since. */
  answeredSince: number
  /** Those of the moved rows that are still with the kept record. */
  formRequests: number
  series: number
}

/** Whether a form request `r` was opened or answered, or an answer of it was saved, since the merge `g`. */
const isAnsweredSince = sql`(r.opened_at > g.merged_at or r.completed_at > g.merged_at or exists (
  select from answer_drafts d where d.organisation_id = r.organisation_id and d.request_id = r.id and d.updated_at > g.merged_at))`

/** Those of these form requests that were opened or answered since the merge. */
export async function findAnsweredSince({ tx, organisationId }: Context, mergeId: string, requestIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select r.id from patient_merges g join form_requests r on r.organisation_id = g.organisation_id and r.id = any(${[...requestIds]}::uuid[])
    where g.organisation_id = ${organisationId}::uuid and g.id = ${mergeId}::uuid and ${isAnsweredSince}
    order by r.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The merges in which these records were kept or merged, the newest first. */
export async function findMerges({ tx, organisationId }: Context, patientId: string): Promise<StoredMerge[]> {
  const nameOf = (id: string) =>
    sql`(select m.first_name || ' ' || m.last_name from members m where m.organisation_id = g.organisation_id and m.id = ${sql.ref(id)})`
  const { rows } = await sql<StoredMerge>`
    select g.id, g.kept_id as "keptId", g.merged_id as "mergedId", k.first_name || ' ' || k.last_name as "keptName",
      m.first_name || ' ' || m.last_name as "mergedName", g.merged_at as "mergedAt", coalesce(${nameOf('g.merged_by')}, '') as "mergedBy",
      g.reason, g.note, g.moved, g.fields as changes, g.was_archived_at as "wasArchivedAt", g.undone_at as "undoneAt",
      case when g.undone_at is not null then coalesce(${nameOf('g.undone_by')}, '') end as "undoneBy",
      has_later_merge(g.id) as "hasLater",
      (select count(*) from form_requests r where r.organisation_id = g.organisation_id and r.patient_id = g.kept_id
        and r.created_at > g.merged_at) as "newFormRequests",
      (select count(*) from form_requests r where r.organisation_id = g.organisation_id and r.patient_id = g.kept_id
        and g.moved -> 'form_requests' ? r.id::text and ${isAnsweredSince}) as "answeredSince",
      (select count(*) from form_requests r where r.organisation_id = g.organisation_id and r.patient_id = g.kept_id
        and g.moved -> 'form_requests' ? r.id::text) as "formRequests",
      (select count(*) from series_enrolments e where e.organisation_id = g.organisation_id and e.patient_id = g.kept_id
        and g.moved -> 'series_enrolments' ? e.id::text) as series
    from patient_merges g
    join patients k on k.organisation_id = g.organisation_id and k.id = g.kept_id
    join patients m on m.organisation_id = g.organisation_id and m.id = g.merged_id
    where g.organisation_id = ${organisationId}::uuid and (g.kept_id = ${patientId}::uuid or g.merged_id = ${patientId}::uuid)
    order by g.merged_at desc, g.id`.execute(tx)
  return rows
}

export async function setUndone({ tx, organisationId }: Context, id: string, memberId: string) {
  await tx
    .updateTable('patient_merges')
    .set({ undone_by: memberId, undone_at: sql<string>`now()` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
