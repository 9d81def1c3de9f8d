import { isIsoDate } from '#domain/dates.ts'
import { degrade } from '#domain/form/fhir/source.ts'

import type { FhirType } from './fhir-type.ts'

export const dateInFhir: FhirType = {
  write: () => ({ type: 'date' }),
  fits: ({ type, options }) => (options === undefined && (type === 'date' || type === 'dateTime') ? 2 : 0),
  read: (item) => {
    if (item.type === 'dateTime') degrade(item, 'Only the day is asked for, not the time.')
    return {}
  },
  value: (_question, answer) => (isIsoDate(answer) ? { valueDate: answer } : { valueString: answer }),
  readValue: (_question, text) => [text.slice(0, 10)].find(isIsoDate),
}

const meanings: Record<string, string> = { true: 'yes', false: 'no' }

export const yesNoInFhir: FhirType = {
  write: () => ({ type: 'boolean' }),
  fits: ({ type, options }) => (options === undefined && type === 'boolean' ? 2 : 0),
  read: () => ({}),
  value: (_question, answer) => ({ valueBoolean: answer === 'yes' }),
  readValue: (_question, text) => (Object.hasOwn(meanings, text) ? meanings[text] : undefined),
}
