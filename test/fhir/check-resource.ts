import { Ajv } from 'ajv'

import type { Questionnaire, QuestionnaireItem, QuestionnaireResponse, ResponseItem } from '#domain/fhir/resource.ts'

import schema from './r4-questionnaire.schema.json' with { type: 'json' }

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema(schema, 'r4')
const structure = (name: string) => ajv.compile({ $ref: `r4#/definitions/${name}` })
const checks = { Questionnaire: structure('Questionnaire'), QuestionnaireResponse: structure('QuestionnaireResponse') }

/** Everything about a resource that FHIR R4 does not allow: by its published JSON schema, and by those of its rules that a schema cannot say. */
export function problemsOf(resource: Questionnaire | QuestionnaireResponse): string[] {
  const check = checks[resource.resourceType]
  const structural = check(resource) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  return [...structural, ...(resource.resourceType === 'Questionnaire' ? broken(resource) : brokenInResponse(resource.item ?? []))]
}

const allItems = (items: QuestionnaireItem[]): QuestionnaireItem[] => items.flatMap((item) => [item, ...allItems(item.item ?? [])])
const plainKinds = new Set(['boolean', 'decimal', 'integer', 'date', 'string', 'text', 'choice'])

/**
 * https://hl7.org/fhir/R4/questionnaire.html#invs; elements that the product never writes (initial, readOnly, maxLength, value sets) must
 * be missing.
 */
function broken({ item, url }: Questionnaire) {
  const items = allItems(item)
  const ids = items.map(({ linkId }) => linkId)
  const found: string[] = []
  if (!/^(urn:uuid:[0-9a-f-]{36}|https?:\/\/\S+)$/.test(url)) found.push('url is not absolute')
  if (new Set(ids).size < ids.length) found.push('que-2')
  for (const one of items) {
    if (one.type === 'group' && !one.item?.length) found.push(`que-1 ${one.linkId}`)
    if (one.type === 'display' && one.item) found.push(`que-1 ${one.linkId}`)
    if (one.type === 'display' && one.code) found.push(`que-3 ${one.linkId}`)
    if (one.type === 'display' && (one.required !== undefined || one.repeats !== undefined)) found.push(`que-6 ${one.linkId}`)
    if (one.enableWhen?.some(({ operator, answerBoolean }) => operator === 'exists' && answerBoolean === undefined)) found.push('que-7')
    if ((one.enableWhen?.length ?? 0) > 1 && !one.enableBehavior) found.push(`que-12 ${one.linkId}`)
    if (one.enableWhen?.some(({ question }) => !ids.includes(question))) found.push(`enableWhen ${one.linkId}`)
    if (one.answerOption && one.type !== 'choice') found.push(`options ${one.linkId}`)
    if (plainKinds.has(one.type) && one.item?.some(({ type }) => type !== 'display')) found.push(`nested ${one.linkId}`)
    for (const name of ['initial', 'readOnly', 'maxLength', 'answerValueSet']) if (name in one) found.push(`${name} ${one.linkId}`)
  }
  return found
}

/** qrs-1: no element is both under an item and under its answer. */
const brokenInResponse = (items: ResponseItem[]): string[] =>
  items.flatMap((one) => [...(one.item && one.answer ? [`qrs-1 ${one.linkId}`] : []), ...brokenInResponse(one.item ?? [])])
