import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, 'specification')

/** A part of the published specification, with what it refers to in its place. */
function read(file: string): unknown {
  return resolve(parse(readFileSync(join(folder, file), 'utf8')), dirname(file))
}

function resolve(part: unknown, from: string): unknown {
  if (Array.isArray(part)) return part.map((one) => resolve(one, from))
  if (part === null || typeof part !== 'object') return part
  const { $ref, ...rest } = part as { $ref?: string }
  const resolved = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value, from)]))
  // The specification has a `type: date-time`, which no JSON schema knows.
  if (resolved['type'] === 'date-time') resolved['type'] = 'string'
  return $ref ? { ...(read(normalize(join(from, $ref))) as object), ...resolved } : resolved
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
const checks = new Map<string, ValidateFunction>()

/**
 * What the published specification of NHS Notify does not allow in a request, a response or a callback, one line for each.
 *
 * @param file the path of a schema below `specification/schemas`
 */
export function problemsOf(file: string, value: unknown): string[] {
  const check = checks.get(file) ?? ajv.compile(read(`schemas/${file}`) as object)
  checks.set(file, check)
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
