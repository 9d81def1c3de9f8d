import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'

/** The published specifications of the Patient Care Aggregator (`specification/`, MIT). */
const files = {
  producer: 'patient-care-aggregator-api-producer-api-standards.yaml',
  recordService: 'patient-care-aggregator-api-record-service-api.yaml',
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
for (const [name, file] of Object.entries(files))
  ajv.addSchema(parse(readFileSync(join(import.meta.dirname, 'specification', file), 'utf8')) as object, name)

/** The parts of the specifications that the tests check. */
const parts = {
  Bundle: 'producer#/components/schemas/Bundle',
  Task: 'producer#/components/schemas/Task',
  OperationOutcome: 'producer#/components/schemas/OperationOutcome',
  records: 'recordService#/paths/~1records/post/requestBody/content/application~1json/schema',
  success: 'recordService#/paths/~1records/post/responses/200/content/application~1json/schema',
  refusal: 'recordService#/paths/~1records/post/responses/4XX/content/application~1json/schema',
}

const checks = new Map<string, ValidateFunction>()

/** What the published specification does not allow in a request or a response, one line for each. */
export function problemsOf(part: keyof typeof parts, value: unknown): string[] {
  const check = checks.get(part) ?? ajv.compile({ $ref: parts[part] })
  checks.set(part, check)
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${part} ${instancePath} ${message}`)
}
