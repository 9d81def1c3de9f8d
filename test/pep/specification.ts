import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'

type Schema = object
type Parameter = { name: string; in: 'query' | 'header'; required?: boolean; schema: Schema & { type?: string } }
type Content = { content?: { 'application/json': { schema: Schema } } }
type Operation = {
  parameters: (Parameter | { $ref: string })[]
  requestBody?: Content
  responses: Record<string, Content | { $ref: string }>
}
type Specification = {
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> }
}

/** docs/pep-api.yaml: what Formward asks of a PEP. */
export const pepSpecification = parse(readFileSync(join(import.meta.dirname, '../../docs/pep-api.yaml'), 'utf8')) as Specification

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes: false })
const checks = new Map<Schema, ValidateFunction>()

/** References in the file name its components, so these go with each schema. */
function problemsOf(where: string, schema: Schema, value: unknown): string[] {
  const check = checks.get(schema) ?? ajv.compile({ ...schema, components: pepSpecification.components })
  checks.set(schema, check)
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message}`)
}

const parameterOf = (one: Parameter | { $ref: string }) =>
  '$ref' in one ? pepSpecification.components.parameters[one.$ref.split('/').at(-1)!]! : one

/** An address carries text only. */
function valueOf({ schema }: Parameter, given: string[]): unknown {
  if (schema.type === 'array') return given
  return schema.type === 'integer' ? Number(given[0]) : given[0]
}

export type Asked = { method: string; address: URL; headers: IncomingHttpHeaders; body: string }

export const operationOf = ({ method, address }: Pick<Asked, 'method' | 'address'>) =>
  pepSpecification.paths[address.pathname]?.[method.toLowerCase()]

/** What the specification does not allow in a request. */
export function problemsOfRequest(asked: Asked): string[] {
  const { method, address, headers, body } = asked
  const operation = operationOf(asked)
  if (!operation) return [`${method} ${address.pathname} is not in the specification`]
  const parameters = operation.parameters.map(parameterOf)
  const unknown = [...address.searchParams.keys()].filter((key) => !parameters.some((one) => one.in === 'query' && one.name === key))
  const wrong = parameters.flatMap((one) => {
    const given = one.in === 'query' ? address.searchParams.getAll(one.name) : [headers[one.name] ?? []].flat()
    if (given.length === 0) return one.required ? [`${one.name} is missing`] : []
    return problemsOf(one.name, one.schema, valueOf(one, given))
  })
  const content = operation.requestBody?.content?.['application/json']
  const wrongBody = content ? problemsOf('body', content.schema, JSON.parse(body)) : body === '' ? [] : ['there is a body']
  const hasBasic = headers.authorization?.startsWith('Basic ') ? [] : ['authorization is missing']
  return [...unknown.map((key) => `${key} is unknown`), ...wrong, ...wrongBody, ...hasBasic]
}

/** What the specification does not allow in a response. */
export function problemsOfResponse(asked: Pick<Asked, 'method' | 'address'>, status: number, body: unknown): string[] {
  const response = operationOf(asked)?.responses[status]
  const content = response && 'content' in response ? response.content?.['application/json'] : undefined
  return content ? problemsOf('response', content.schema, body) : []
}
