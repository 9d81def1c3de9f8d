import type { PatientTimelineEntry, patientTimeline } from '#contract/patient-timeline.ts'
import type { Input } from '#contract/route.ts'
import { dateOf } from '#domain/moments.ts'
import { readableTimelineKinds, type TimelineKind } from '#domain/patient-timeline.ts'
import { findArchivedBefore } from '#server/audit/audit.ts'
import { getPatient } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { openCursor, sealCursor } from '#server/platform/paging/cursor.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { findFirstReadings, resultsOf } from '#server/submissions/submissions.ts'

import { findClosed, readFormEntries, readMessageEntries, readNoteEntries, readRecordEntries } from './timeline-entries.sql.ts'
import { findPlaces, type Place, type Start } from './timeline-page.sql.ts'

type Query = Input<typeof patientTimeline.read>['query']

/** A page that ended early and is empty is read on at most so many times. */
const maxEmptyPages = 5

/** One page of what happened with a patient, newest first. */
export async function readPatientTimeline(ctx: Context, patientId: string, { limit, cursor, filters }: Query) {
  await getPatient(ctx, patientId)
  const kinds = readableTimelineKinds(ctx.actor.permissions).filter((kind) => filters.kind?.includes(kind) ?? true)
  const list = JSON.stringify([ctx.organisationId, 'patient timeline', patientId, kinds])
  let page = await findPlaces(ctx, { patientId, kinds, start: startOf(ctx, list, cursor), limit })
  for (let read = 1; page.places.length === 0 && page.next && read < maxEmptyPages; read++)
    page = await findPlaces(ctx, { patientId, kinds, start: page.next, limit })
  const archivedBefore = await findArchivedBefore(ctx)
  return {
    docs: await describe(ctx, page.places, archivedBefore),
    cursor: page.next ? sealStart(ctx, list, page.next) : null,
    // Only changes of the record come from the audit log.
    archivedBefore: kinds.includes('record') ? archivedBefore : null,
  }
}

function sealStart({ services }: Context, list: string, { at, kind, id }: Start) {
  const place = [at, kind ?? null, id ?? null]
  return sealCursor(services.keys, list, { page: 1, first: place, last: place })
}

function startOf({ services }: Context, list: string, cursor: string | undefined): Start | undefined {
  if (cursor === undefined) return undefined
  const place = openCursor(services.keys, list, cursor)?.last
  if (!place) throw fieldProblem('cursor', 'Cursor is not valid.')
  const [at, kind, id] = place as [string, TimelineKind | null, string | null] // sealed by sealStart()
  return kind !== null && id !== null ? { at, kind, id } : { at }
}

async function describe(ctx: Context, places: readonly Place[], archivedBefore: string | null): Promise<PatientTimelineEntry[]> {
  const { forms = [], messages = [], notes = [], record = [] } = Object.groupBy(places, ({ kind }) => kind)
  const idsOf = (of: readonly Place[]) => of.map(({ id }) => id)
  const entries = await Promise.all([
    readFormEntries(ctx, idsOf(forms)).then((found) => addAnswers(ctx, found, archivedBefore)),
    readMessageEntries(ctx, idsOf(messages)),
    readNoteEntries(ctx, idsOf(notes)),
    readRecordEntries(ctx, record),
  ])
  const byKey = new Map(entries.flat().map((entry) => [entry.key, entry]))
  return places.flatMap(({ kind, id }) => byKey.get(`${kind} ${id}`) ?? [])
}

type FormEntry = Awaited<ReturnType<typeof readFormEntries>>[number]

/** Adds the scores and red flags to the entries of completed forms, and who read the answers first. */
async function addAnswers(ctx: Context, entries: readonly FormEntry[], archivedBefore: string | null): Promise<FormEntry[]> {
  const requestIds = [...new Set(entries.filter(({ event }) => event === 'completed').map(({ request }) => request.id))]
  if (requestIds.length === 0) return [...entries]
  const [results, readings, closed] = await Promise.all([
    resultsOf(ctx, requestIds),
    findFirstReadings(ctx, requestIds, 'closed'),
    findClosed(ctx, requestIds),
  ])
  return entries.map((entry) => {
    if (entry.event !== 'completed') return entry
    const firstRead = readings.get(entry.request.id) ?? null
    const mayBeReadInArchive = firstRead === null && archivedBefore !== null && dateOf(entry.at) < archivedBefore
    return { ...entry, answers: { ...results(entry.request.id), isClosed: closed.has(entry.request.id), firstRead, mayBeReadInArchive } }
  })
}
