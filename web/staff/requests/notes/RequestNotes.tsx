import { useEffect, useEffectEvent, useState } from 'react'

import type { Note } from '#contract/notes.ts'
import type { RequestDetails } from '#contract/request-records.ts'
import { formatDateTime } from '#domain/moments.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { submitOnCtrlEnter } from '#web/ui/ctrl-enter.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import './notes.scss'
import { noteError } from './note-error.ts'
import { NoteField } from './NoteField.tsx'
import { useAddNote } from './use-add-note.ts'
import { noteWords as words } from './words.ts'

/** The newest notes are shown at once; the others when they are asked for. */
const shownAtOnce = 5

/** The notes on a form request, the newest first, with a field for another one (REQ-7). */
export function RequestNotes({ request: { id, notes } }: { request: RequestDetails }) {
  const { can } = useSession()
  const [showsAll, setShowsAll] = useState(false)
  const [corrected, setCorrected] = useState<Note>()
  const [added, setAdded] = useState(0)
  const mayAdd = can('formRequest:update')
  const newestFirst = notes.toReversed()
  const shown = showsAll ? newestFirst : newestFirst.slice(0, shownAtOnce)
  return (
    <LabelledSection label={words.title}>
      <Panel>
        {mayAdd && <NewNote key={added} requestId={id} isNext={added > 0} onAdded={() => setAdded(added + 1)} />}
        {notes.length === 0 && <p className="muted">{words.none}</p>}
        {notes.length > 0 && (
          <ol className="notes" reversed>
            {shown.map((note) => (
              <NoteItem key={note.id} note={note} notes={notes} onCorrect={mayAdd ? () => setCorrected(note) : undefined} />
            ))}
          </ol>
        )}
        {shown.length < notes.length && (
          <Button size="sm" onClick={() => setShowsAll(true)}>
            {words.showAll(notes.length)}
          </Button>
        )}
      </Panel>
      {corrected && <CorrectDialog requestId={id} note={corrected} onClose={() => setCorrected(undefined)} />}
    </LabelledSection>
  )
}

const authorOf = ({ by, at }: Note) => [by, formatDateTime(at)] as const

function NoteItem({ note, notes, onCorrect }: { note: Note; notes: readonly Note[]; onCorrect: (() => void) | undefined }) {
  const correction = notes.find(({ correctsId }) => correctsId === note.id)
  const original = notes.find(({ id }) => id === note.correctsId)
  return (
    <li className="note">
      <div className="note__head">
        <p className="note__who">
          <b>{note.by}</b> <time dateTime={note.at}>{formatDateTime(note.at)}</time>
        </p>
        {onCorrect && !correction && (
          <Button kind="link" size="sm" aria-label={words.correctOf(...authorOf(note))} onClick={onCorrect}>
            {words.correct}
          </Button>
        )}
      </div>
      {original && <p className="note__link">{words.corrects(...authorOf(original))}</p>}
      {correction ? (
        <>
          <del className="note__text">
            <VisuallyHidden>{words.struck}</VisuallyHidden>
            {note.text}
          </del>
          <p className="note__link">{words.correctedBy(...authorOf(correction))}</p>
        </>
      ) : (
        <p className="note__text">{note.text}</p>
      )}
    </li>
  )
}

type NewNoteProps = { requestId: string; /** after another note, so that the field keeps the focus */ isNext: boolean; onAdded: () => void }

/** An unsaved note is kept as the draft of this page. An empty one is refused by the server: a user who only passes through has forgotten nothing. */
function NewNote({ requestId, isNext, onAdded }: NewNoteProps) {
  const adding = useAddNote(requestId)
  const fields = useFields({
    id: 'note',
    initial: { text: '' },
    check: ({ text }) => ({ text: noteError(text, { isRequired: false }) }),
    saving: adding,
  })
  const { field } = fields.bind('text')
  const focusField = useEffectEvent(() => isNext && document.getElementById(field.id)?.focus())
  useEffect(() => void focusField(), [])
  return (
    <div className="note-form">
      <FieldsForm
        fields={fields}
        kind="secondary"
        submitLabel={words.add}
        onSave={(note) => !adding.isPending && adding.mutate(note, { onSuccess: onAdded })}
        actions={<kbd>{words.keys}</kbd>}
      >
        <NoteField label={words.newNote} readOnly={adding.isPending} onKeyDown={submitOnCtrlEnter} field={field} />
      </FieldsForm>
    </div>
  )
}

function CorrectDialog({ requestId, note, onClose }: { requestId: string; note: Note; onClose: () => void }) {
  const adding = useAddNote(requestId)
  const fields = useFields({
    id: 'correction',
    initial: { text: note.text },
    check: ({ text }) => ({ text: noteError(text, { isRequired: true }) }),
    saving: adding,
  })
  return (
    <Dialog title={words.correctTitle} isOpen isBusy={adding.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.addCorrection}
        onSave={({ text }) => !adding.isPending && adding.mutate({ text, correctsId: note.id }, { onSuccess: onClose })}
        isInDialog
        actions={
          <Button disabled={adding.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
        }
      >
        <p>{words.correctText(...authorOf(note))}</p>
        <NoteField label={words.correction} rows={5} onKeyDown={submitOnCtrlEnter} {...fields.bind('text')} />
      </FieldsForm>
    </Dialog>
  )
}
