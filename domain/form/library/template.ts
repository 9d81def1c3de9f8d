import type { FormDefinition, Source } from '#domain/form/definition.ts'
import type { FormType } from '#domain/form/form-type.ts'

/** A form that is ready to be copied. What its patients read is a start: whoever publishes the copy answers for it. */
export type FormTemplate = {
  id: string
  title: string
  /** Patients read it before the first question. */
  description: string
  type: FormType
  /** For staff who choose: what it is good for, and what it is not. */
  about: string
  definition: FormDefinition & { source: Source }
}

/** Where the templates that follow nobody's instrument come from. */
export const ownSource: Source = {
  name: 'Written for Formward. Not a validated instrument, so there is no score',
  licence: 'Apache-2.0, the same as Formward: you may use, change and share it',
  url: 'https://www.apache.org/licenses/LICENSE-2.0',
}
