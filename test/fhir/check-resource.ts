import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { Fhir } from 'fhir/fhir.js'
import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js'

import definitions from './r4-definitions.json' with { type: 'json' }

/** A resource as JSON, whatever its type. */
type Resource = { resourceType: string }

indexStructureDefinitionBundle(definitions)
const fhir = new Fhir()
const errors = new Set(['error', 'fatal'])

/**
 * Everything about a resource that FHIR R4 does not allow, by two validators that this project did not write
 * (docs/decisions/0063-fhir-import-report-and-validators.md): @medplum/core checks the structure and the rules (invariants) of HL7, and `fhir` the structure and the
 * required codes. What no rule of HL7 can say is checked here.
 */
export function problemsOf(resource: Resource): string[] {
  return [
    ...byMedplum(resource),
    ...byFhir(resource),
    ...(resource.resourceType === 'Questionnaire' ? brokenReferences(resource as Questionnaire) : []),
  ]
}

function byMedplum(resource: Resource) {
  try {
    return wordsOf(validateResource(resource as Parameters<typeof validateResource>[0]))
  } catch (error) {
    if (error instanceof OperationOutcomeError) return wordsOf(error.outcome.issue)
    throw error
  }
}

type Issue = { expression?: string[] | undefined; details?: { text?: string | undefined } | undefined }
const wordsOf = (issues: readonly Issue[] = []) => issues.map(({ expression = [], details }) => `${expression.join()} ${details?.text}`)

function byFhir(resource: Resource) {
  const { messages } = fhir.validate(resource, { errorOnUnexpected: true })
  // A value set that the package does not have is a warning. The package takes the value false of a choice element for a missing one;
  // @medplum/core reports elements that are really missing.
  return messages
    .filter(({ severity, location = '' }) => errors.has(String(severity)) && !location.endsWith('[x]'))
    .map(({ location, message }) => `${location} ${message}`)
}

const allItems = (items: QuestionnaireItem[]): QuestionnaireItem[] => items.flatMap((item) => [item, ...allItems(item.item ?? [])])

/**
 * The url is absolute, and a condition refers to a question of the same questionnaire. The linkIds are unique: HL7's rule que-2 says so, but
 * with descendants(), which finds nothing in @medplum/core.
 */
function brokenReferences({ item = [], url = '' }: Questionnaire) {
  const items = allItems(item)
  const linkIds = new Set(items.map(({ linkId }) => linkId))
  return [
    ...(linkIds.size < items.length ? ['que-2: linkIds are not unique'] : []),
    ...(/^(urn:uuid:[0-9a-f-]{36}|https?:\/\/\S+)$/.test(url) ? [] : ['url is not absolute']),
    ...items.flatMap(({ linkId, enableWhen = [] }) =>
      enableWhen.filter(({ question }) => !linkIds.has(question)).map(({ question }) => `enableWhen of ${linkId}: no item ${question}`),
    ),
  ]
}
