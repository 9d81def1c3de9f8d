import { z } from 'zod'

import { maxNoteLength } from '#domain/outcomes.ts'

import { severalLines } from './fields.ts'
import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** A note on a form request. Notes are never changed or deleted. */
export const Note = z.object({
  id: z.uuid(),
  text: z.string(),
  by: z.string(),
  at: IsoMoment,
  /** The earlier note that this note corrects. */
  correctsId: z.uuid().nullable(),
})
export type Note = z.infer<typeof Note>

export const noteText = severalLines('Note', maxNoteLength).trim().min(1, 'Note is required.')

export const notes = routes({
  /** Adds a note, or corrects an earlier one. The notes are read with the form request. */
  add: {
    service: 'forms',
    method: 'POST',
    path: '/request/:id/notes',
    action: 'formRequest:addNote',
    permission: ['formRequest:update'],
    audit: 'verb',
    params: byId,
    body: z.object({ text: noteText, correctsId: z.uuid().optional() }),
    response: Note,
  },
})
