import type { Note } from '#contract/notes.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { insertEventsOf } from '#server/timeline/timeline.ts'

import { findPatientOf, insertNotes, readNotes } from './notes.sql.ts'

export { readNotes } from './notes.sql.ts'

type NewNote = { requestId: string; patientId: string; text: string; correctsId?: string | undefined }

/** Adds notes to requests that the member may see. The timeline and the audit log record them without their text. */
export async function addNotes(ctx: Context, notes: readonly NewNote[]) {
  const ids = await insertNotes(ctx, notes)
  const subjects = notes.map(({ requestId, patientId, correctsId }) => ({
    subjectId: requestId,
    patientId,
    detail: correctsId === undefined ? {} : { isCorrection: true },
  }))
  await insertEventsOf(ctx, 'note_added', subjects)
  await auditAll(ctx, 'formRequestNoteAdded', subjects)
  return ids
}

/** Adds a note, or corrects an earlier one that has not been corrected. */
export async function addNote(ctx: Context, requestId: string, { text, correctsId }: { text: string; correctsId?: string | undefined }) {
  const patientId = await findPatientOf(ctx, requestId)
  if (patientId === undefined) throw new Problem('not_found')
  if (correctsId !== undefined) await mustBeUncorrected(ctx, requestId, correctsId)
  const [id] = await addNotes(ctx, [{ requestId, patientId, text, correctsId }])
  const added = (await notesOf(ctx, requestId)).find((note) => note.id === id)
  if (!added) throw new Error('the note was not found after it was added')
  return added
}

/** The notes on one request, oldest first. */
export const notesOf = async (ctx: Context, requestId: string): Promise<Note[]> => (await readNotes(ctx, [requestId])).get(requestId) ?? []

async function mustBeUncorrected(ctx: Context, requestId: string, correctsId: string) {
  const notes = await notesOf(ctx, requestId)
  if (!notes.some(({ id }) => id === correctsId)) throw fieldProblem('correctsId', 'Note is not valid.')
  if (notes.some((note) => note.correctsId === correctsId)) throw new Problem('conflict', alreadyCorrected)
}

const alreadyCorrected = 'This note has already been corrected. Correct the newer note.'
