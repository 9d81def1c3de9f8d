import type { Saving } from '#web/staff/use-fields.ts'

/** A form of the open screen. */
export type OpenForm = {
  isChanged: boolean
  saving: Saving
  /** the screen is left, while the form is still being saved */
  isLeft: boolean
  /** what is typed is saved, or need not be */
  settle: () => void
}

const forms = new Map<string, OpenForm>()

export const openForms = {
  set: (id: string, form: OpenForm) => void forms.set(id, form),
  /** A form that is being saved is waited for, wherever the person is by then. */
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

/** Whether the browser should ask before it closes the page. */
export const hasUnsaved = () => [...forms.values()].some(({ isChanged }) => isChanged)

/** Whether this form should ask before its screen is left: the first of those that something would be lost of. What is being saved is not lost. */
export const asksBeforeLeaving = (id: string) => [...forms].find(([, form]) => form.isChanged && !form.saving.isPending)?.[0] === id

/** Nothing here is to be saved any more, so says the person. */
export function letGo() {
  for (const form of forms.values()) if (form.isChanged) settle(form)
}

/** The page is about to go, without asking: what was typed stays kept. */
export const leaveWithoutAsking = () => forms.clear()

/** A write has come to its end; the form that began it, if one did, is told apart by what it wrote. */
export function writeEnded(variables: unknown, isSaved: boolean) {
  for (const [id, form] of forms) {
    if (!form.saving.isPending || form.saving.variables !== variables) continue
    if (isSaved) settle(form)
    if (form.isLeft) forms.delete(id)
  }
}
