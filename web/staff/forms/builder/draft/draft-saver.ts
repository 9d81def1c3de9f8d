import type { FormDetails } from '#contract/forms.ts'
import type { FormType } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { isStatus } from '#web/api/refusal.ts'

import { mergeWork, type Work } from './history.ts'

export type SaveState = { kind: 'saved'; at?: Date } | { kind: 'unsaved' } | { kind: 'saving' } | { kind: 'failed'; error: unknown }

/** The same at every letter, so that typing on changes nothing that is shown. */
const unsaved: SaveState = { kind: 'unsaved' }

/**
 * Saves a value shortly after its last change. One save runs at a time, always with the latest value. After a failure it waits for the
 * next change or for `flush`, which saves now and resolves to whether everything is saved. `save` returns the value as saved.
 */
export function createAutosave<T>(first: T, save: (value: T) => Promise<T>, onState: (state: SaveState) => void, delay = 800) {
  let saved = first
  let latest = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  async function run() {
    if (latest === saved) return true
    while (latest !== saved) {
      const wanted = latest
      onState({ kind: 'saving' })
      try {
        saved = await save(wanted)
      } catch (error) {
        onState({ kind: 'failed', error })
        return false
      }
    }
    onState({ kind: 'saved', at: new Date() })
    return true
  }
  const flush = () => {
    clearTimeout(timer)
    return (running ??= run().finally(() => (running = undefined)))
  }
  /** Takes a value that is already saved. */
  const accept = (value: T) => {
    clearTimeout(timer)
    saved = latest = value
    onState({ kind: 'saved' })
  }
  return {
    flush,
    accept,
    set(value: T) {
      if (value === latest) return
      latest = value
      clearTimeout(timer)
      if (!running) onState(latest === saved ? { kind: 'saved', at: new Date() } : unsaved)
      if (latest === saved) return
      timer = setTimeout(() => void flush(), delay)
    },
    isSaved: () => latest === saved,
    isSaving: () => running !== undefined,
    saved: () => saved,
    latest: () => latest,
    /** Takes a value that another user saved, and keeps the unsaved changes. */
    rebaseOnto(value: T) {
      saved = value
      if (latest === saved) accept(value)
    },
  }
}

export const workOf = ({ title, description, type, draft }: FormDetails): Work => ({ title, description, type, draft })

type Listeners = {
  onSaved: (saved: FormDetails) => void
  onState: (state: SaveState) => void
  /** Merges the work of another user at once. The next save is on top of theirs. */
  onMerge: (base: Work, theirs: Work, form: FormDetails) => void
}

/** Saves a draft against the last known revision. If another user saved first, both are merged, or the user sees a conflict. Nothing is overwritten. */
export function createDraftSaver(form: FormDetails, first: Work, { onSaved, onState, onMerge }: Listeners) {
  let revision = form.draftRevision
  const save = async (work: Work) => {
    const { type, ...rest } = work
    const body = { ...rest, type: type as FormType, draftRevision: revision } // the select offers only form types
    try {
      const saved = await api.forms.update({ params: { id: form.id }, body })
      revision = saved.draftRevision
      onSaved(saved)
      return work
    } catch (error) {
      const theirs = isStatus(error, 409) ? await merge() : undefined
      if (!theirs) throw error
      return theirs
    }
  }
  const autosave = createAutosave(first, save, onState)

  /** The work of the other user, if it can be merged with the local work. */
  async function merge(): Promise<Work | undefined> {
    const found = await api.forms.get({ params: { id: form.id } })
    const [base, theirs] = [autosave.saved(), workOf(found)]
    const merged = mergeWork(base, autosave.latest(), theirs)
    if (found.isArchived || found.draftRevision <= revision || !merged) return undefined
    revision = found.draftRevision
    // Also when the builder has been left and shows nothing any more: the next save must not take away what the other user saved.
    autosave.set(merged)
    onMerge(base, theirs, found)
    onSaved(found)
    return theirs
  }
  return {
    ...autosave,
    revision: () => revision,
    /** Merges what another user saved, unless both changed the same thing. The next save then reports the conflict. */
    catchUp: async () => {
      if (autosave.isSaving()) return
      const theirs = await merge()
      if (theirs) autosave.rebaseOnto(theirs)
    },
    /** Replaces the saved draft with the draft of the other user. */
    loadTheirs: async () => {
      const theirs = await api.forms.get({ params: { id: form.id } })
      revision = theirs.draftRevision
      const work = workOf(theirs)
      autosave.accept(work)
      return work
    },
  }
}
