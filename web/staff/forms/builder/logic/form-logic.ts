import { createContext, useContext } from 'react'

import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'

/** The whole form, for components that need more than one question: the draft, its problems and how to change it. */
export type FormLogic = {
  definition: FormDefinition
  problems: readonly FormProblem[]
  edit: (edited: (definition: FormDefinition) => FormDefinition, key?: string) => void
}

export const FormLogicContext = createContext<FormLogic | undefined>(undefined)

/** The deferred form, for components of which there may be hundreds. They do not render on every typed letter. */
export const SettledFormContext = createContext<FormDefinition>({ questions: [] })

export function useFormLogic() {
  const logic = useContext(FormLogicContext)
  if (!logic) throw new Error('Only within the builder')
  return logic
}
