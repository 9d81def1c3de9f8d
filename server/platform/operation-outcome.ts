import type { Problem } from './problem.ts'

/** The part of an address under which every answer is FHIR. */
export const fhirAddress = '/api/fhir/'

/** https://hl7.org/fhir/R4/valueset-issue-type.html */
const issueTypes: Record<number, string> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  428: 'login',
  429: 'throttled',
  503: 'transient',
}

/** The code system of the codes that other calls answer as `code`. */
const problemCodes = 'urn:formward:problem'

/** A refusal as FHIR has it, with the code that every other call would answer. */
export function outcomeOf(problem: Problem | undefined) {
  const code = problem?.code === 'not_permitted' ? 'forbidden' : (issueTypes[problem?.status ?? 500] ?? 'exception')
  const own = problem?.code ?? 'internal'
  const details = { coding: [{ system: problemCodes, code: own }], text: problem?.detail ?? own.replaceAll('_', ' ') }
  const of = (more: object) => ({ severity: 'error', code, details, ...more })
  const errors = problem?.errors ?? []
  return {
    resourceType: 'OperationOutcome',
    issue:
      errors.length > 0
        ? errors.map(({ field, message }) => of(isName(field) ? { diagnostics: message, expression: [field] } : unknownParameter))
        : [of({})],
  }
}

/** The message of an unknown parameter repeats its name, except a name with digits: it could be an NHS number. */
const isName = (field: string) => /^[A-Za-z_:.-]{1,60}$/.test(field)
const unknownParameter = { diagnostics: 'A parameter is not supported.' }
