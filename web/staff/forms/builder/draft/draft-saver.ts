import type { FormDetails } from '#contract/forms.ts'
import type { FormType } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { isStatus } from '#web/api/refusal.ts'

import { createAutosave, type SaveState } from './autosave.ts'
import { mergeWork, type Work } from './history.ts'

export const workOf = ({ title, description, type, draft }: FormDetails): Work => ({ title, description, type, draft })

type Listeners = {
  onSaved: (saved: FormDetails) => void
  onState: (state: SaveState) => void
  /** Somebody else's work joins what is here, at once: what follows is saved on top of theirs. */
  onJoin: (base: Work, theirs: Work, form: FormDetails) => void
}

/** Keeps a form's draft saved, always under the revision that was last seen: who was overtaken puts both together, or is told, and never writes over. */
export function createDraftSaver(form: FormDetails, first: Work, { onSaved, onState, onJoin }: Listeners) {
  let revision = form.draftRevision
  const save = async (work: Work) => {
    const { type, ...rest } = work
    const body = { ...rest, type: type as FormType, draftRevision: revision } // the selector offers nothing else
    try {
      const saved = await api.forms.update({ params: { id: form.id }, body })
      revision = saved.draftRevision
      onSaved(saved)
      return work
    } catch (error) {
      const theirs = isStatus(error, 409) ? await join() : undefined
      if (!theirs) throw error
      return theirs
    }
  }
  const autosave = createAutosave(first, save, onState)

  /** Theirs, when it could be put together with what is here. */
  async function join(): Promise<Work | undefined> {
    const found = await api.forms.get({ params: { id: form.id } })
    const [base, theirs] = [autosave.saved(), workOf(found)]
    if (found.isArchived || found.draftRevision <= revision || !mergeWork(base, autosave.latest(), theirs)) return undefined
    revision = found.draftRevision
    onJoin(base, theirs, found)
    onSaved(found)
    return theirs
  }
  return {
    ...autosave,
    revision: () => revision,
    /** Somebody else has saved: takes that in, unless both changed the same thing. That is told when one's own is saved. */
    catchUp: async () => {
      if (autosave.isSaving()) return
      const theirs = await join()
      if (theirs) autosave.goOnFrom(theirs)
    },
    /** What somebody else saved becomes what is saved here. */
    loadTheirs: async () => {
      const theirs = await api.forms.get({ params: { id: form.id } })
      revision = theirs.draftRevision
      const work = workOf(theirs)
      autosave.accept(work)
      return work
    },
  }
}
