import { createContext, useContext } from 'react'

import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'

/** The whole form, for what looks beyond one question: its draft, how to change it, and what there is to put right in it. */
export type FormLogic = {
  definition: FormDefinition
  problems: readonly FormProblem[]
  edit: (edited: (definition: FormDefinition) => FormDefinition, key?: string) => void
}

export const FormLogicContext = createContext<FormLogic | undefined>(undefined)

/** The form as it was a moment ago: for what there may be hundreds of, which need not keep up with each letter. */
export const SettledFormContext = createContext<FormDefinition>({ questions: [] })

export function useFormLogic() {
  const logic = useContext(FormLogicContext)
  if (!logic) throw new Error('Only within the builder')
  return logic
}
