import type { Saving } from '#web/staff/use-fields.ts'

/** A form on the open screen. */
export type OpenForm = {
  isChanged: boolean
  saving: Saving
  /** the user has left the screen while the form is being saved */
  isLeft: boolean
  /** called when the changes are saved or discarded */
  settle: () => void
}

const forms = new Map<string, OpenForm>()

export const openForms = {
  set: (id: string, form: OpenForm) => void forms.set(id, form),
  /** A form that is being saved stays in the list until the save ends. */
  leave(id: string) {
    const form = forms.get(id)
    if (form?.saving.isPending) form.isLeft = true
    else forms.delete(id)
  },
}

const settle = (form: OpenForm) => {
  form.isChanged = false
  form.settle()
}

/** Whether the browser asks before it closes the page. */
export const hasUnsaved = () => [...forms.values()].some(({ isChanged }) => isChanged)

/** Whether this form asks before its screen is left. Only the first form with unsaved changes asks; a form being saved does not. */
export const asksBeforeLeaving = (id: string) => [...forms].find(([, form]) => form.isChanged && !form.saving.isPending)?.[0] === id

/** Discards the changes of all forms, after the user has confirmed it. */
export function discardAll() {
  for (const form of forms.values()) if (form.isChanged) settle(form)
}

/** Lets the page close without a question. The drafts are kept. */
export const leaveWithoutAsking = () => forms.clear()

/** Called when a write ends. The form that started it is found by the written values. */
export function writeEnded(variables: unknown, isSaved: boolean) {
  for (const [id, form] of forms) {
    if (!form.saving.isPending || form.saving.variables !== variables) continue
    if (isSaved) settle(form)
    if (form.isLeft) forms.delete(id)
  }
}
