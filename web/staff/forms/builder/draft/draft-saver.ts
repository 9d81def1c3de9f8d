import type { FormDetails } from '#contract/form-records.ts'
import type { FormType } from '#domain/form/form-type.ts'
import { api } from '#web/api/client.ts'

import { createAutosave, type SaveState } from './autosave.ts'
import type { Work } from './history.ts'

export const workOf = ({ title, description, type, draft }: FormDetails): Work => ({ title, description, type, draft })

type Listeners = { onSaved: (saved: FormDetails) => void; onState: (state: SaveState) => void }

/** Keeps a form's draft saved, always under the revision that was last seen: who was overtaken is told instead of writing over. */
export function createDraftSaver(form: FormDetails, first: Work, { onSaved, onState }: Listeners) {
  let revision = form.draftRevision
  const save = async ({ type, ...rest }: Work) => {
    const body = { ...rest, type: type as FormType, draftRevision: revision } // the selector offers nothing else
    const saved = await api.forms.update({ params: { id: form.id }, body })
    revision = saved.draftRevision
    onSaved(saved)
  }
  const autosave = createAutosave(first, save, onState)
  return {
    ...autosave,
    revision: () => revision,
    /** What somebody else saved becomes what is saved here. */
    async loadTheirs() {
      const theirs = await api.forms.get({ params: { id: form.id } })
      revision = theirs.draftRevision
      const work = workOf(theirs)
      autosave.accept(work)
      return work
    },
  }
}
