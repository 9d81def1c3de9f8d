import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'

import type { FormDetails } from '#contract/form-records.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { FormType } from '#domain/form/form-type.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'

import { createAutosave, type SaveState } from './autosave.ts'
import { begin, change, redo, undo, type History, type Work } from './history.ts'

export const workOf = ({ title, description, type, draft }: FormDetails): Work => ({ title, description, type, draft })

type Step = { kind: 'change'; work: (present: Work) => Work; key?: string | undefined } | { kind: 'undo' } | { kind: 'redo' }

const step = (history: History, taken: Step): History => {
  if (taken.kind === 'undo') return undo(history)
  if (taken.kind === 'redo') return redo(history)
  return change(history, taken.work(history.present), taken.key)
}

/** A form being built: its history, and its draft kept saved under the revision that was last seen. */
export function useDraft(form: FormDetails) {
  const queryClient = useQueryClient()
  const revision = useRef(form.draftRevision)
  const [history, dispatch] = useReducer(step, form, (first) => begin(workOf(first)))
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved' })
  const work = history.present

  const [autosave] = useState(() =>
    createAutosave(
      work,
      async ({ type, ...rest }: Work) => {
        const body = { ...rest, type: type as FormType, draftRevision: revision.current } // only what the selector offers
        const saved = await api.forms.update({ params: { id: form.id }, body })
        revision.current = saved.draftRevision
        queryClient.setQueryData(q(api.forms.get, { params: { id: form.id } }).queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      },
      setSaveState,
    ),
  )
  useEffect(() => autosave.set(work), [autosave, work])
  useLeaving(autosave)

  /** Takes over what somebody else saved. One's own stays in the history: Undo brings it back. */
  const loadTheirs = async () => {
    const theirs = await api.forms.get({ params: { id: form.id } })
    const loaded = workOf(theirs)
    revision.current = theirs.draftRevision
    dispatch({ kind: 'change', work: () => loaded })
    autosave.accept(loaded)
  }
  const conflict = saveState.kind === 'failed' && isStatus(saveState.error, 409) ? wordsOf(saveState.error) : undefined
  return {
    work,
    saveState,
    conflict,
    loadTheirs,
    flush: autosave.flush,
    revision: () => revision.current,
    edit: (edited: (draft: FormDefinition) => FormDefinition, key?: string) =>
      dispatch({ kind: 'change', key, work: (present) => ({ ...present, draft: edited(present.draft) }) }),
    rename: (words: Partial<Work>) =>
      dispatch({ kind: 'change', key: Object.keys(words).join(), work: (present) => ({ ...present, ...words }) }),
    undo: history.past.length > 0 ? () => dispatch({ kind: 'undo' }) : undefined,
    redo: history.future.length > 0 ? () => dispatch({ kind: 'redo' }) : undefined,
  }
}
export type Draft = ReturnType<typeof useDraft>

/** Nothing typed is lost by leaving: going elsewhere in the app saves at once, closing the window asks first. */
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
