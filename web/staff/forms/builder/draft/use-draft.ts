import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'

import type { FormDetails } from '#contract/forms.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { draftWords } from '#web/staff/forms/builder/words.ts'
import { notify } from '#web/ui/notify.ts'

import { createDraftSaver, type SaveState, workOf } from './draft-saver.ts'
import { begin, change, rebase, redo, undo, type History, type Work } from './history.ts'

type Step =
  | { kind: 'change'; work: (present: Work) => Work; key?: string | undefined }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'join'; base: Work; theirs: Work }

const step = (history: History, taken: Step): History => {
  if (taken.kind === 'undo') return undo(history)
  if (taken.kind === 'redo') return redo(history)
  if (taken.kind === 'join') return rebase(history, taken.base, taken.theirs)
  return change(history, taken.work(history.present), taken.key)
}

/** The draft of a form in the builder, with its history and automatic saving. */
export function useDraft(form: FormDetails) {
  const queryClient = useQueryClient()
  const [first] = useState(() => workOf(form))
  const [history, dispatch] = useReducer(step, first, begin)
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved' })
  const [saver] = useState(() =>
    createDraftSaver(form, first, {
      onState: setSaveState,
      onMerge: (base, theirs, { editedBy }) => {
        // Synchronous, so that no typed letter is lost between the check and the merge.
        flushSync(() => dispatch({ kind: 'join', base, theirs }))
        notify({ label: draftWords.merged(editedBy?.name), kind: 'info' })
      },
      onSaved: (saved) => {
        queryClient.setQueryData(q(api.forms.get, { params: { id: form.id } }).queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      },
    }),
  )
  const work = history.present
  useEffect(() => saver.set(work), [saver, work])
  useLeaving(saver)

  const edit = useCallback(
    (edited: (draft: FormDefinition) => FormDefinition, key?: string) =>
      dispatch({ kind: 'change', key, work: (present) => ({ ...present, draft: edited(present.draft) }) }),
    [],
  )
  const conflict = saveState.kind === 'failed' && isStatus(saveState.error, 409) ? wordsOf(saveState.error) : undefined
  return {
    work,
    saveState,
    conflict,
    /** The server refused the draft because a limit is exceeded. The error says which. */
    isRefused: saveState.kind === 'failed' && isStatus(saveState.error, 400),
    /** The user's own changes stay in the history, so Undo restores them. */
    loadTheirs: async () => {
      const theirs = await saver.loadTheirs()
      dispatch({ kind: 'change', work: () => theirs })
    },
    flush: saver.flush,
    revision: saver.revision,
    /** True when exactly this work is what the server has, with nothing of another user added. */
    isSavedAs: (shown: Work) => saver.saved() === shown,
    catchUp: saver.catchUp,
    edit,
    rename: (words: Partial<Work>) =>
      dispatch({ kind: 'change', key: Object.keys(words).join(), work: (present) => ({ ...present, ...words }) }),
    undo: history.past.length > 0 ? () => dispatch({ kind: 'undo' }) : undefined,
    redo: history.future.length > 0 ? () => dispatch({ kind: 'redo' }) : undefined,
  }
}
export type Draft = ReturnType<typeof useDraft>

/** Saves at once when the user leaves the page, and asks before the window closes with unsaved changes. */
function useLeaving({ flush, isSaved }: { flush: () => Promise<boolean>; isSaved: () => boolean }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved()) event.preventDefault()
    }
    const again = () => void flush()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('online', again)
      void flush()
    }
  }, [flush, isSaved])
}
