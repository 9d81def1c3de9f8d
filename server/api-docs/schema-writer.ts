import { z } from 'zod'

import { refuseUnknownKeys } from '#contract/accepted-input.ts'

import { schemaNames } from './schema-names.ts'

type Json = Record<string, unknown>
type Use = 'accepted' | 'answered'
export type SchemaWriter = ReturnType<typeof schemaWriter>

function registryOf(asUsed: (schema: z.ZodType) => z.ZodType) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemaNames)) registry.add(asUsed(schema), { id })
  return registry
}
const registries = { accepted: registryOf(refuseUnknownKeys), answered: registryOf((schema) => schema) }

const toJson = (schema: z.ZodType, use: Use) =>
  z.toJSONSchema(schema, {
    io: use === 'accepted' ? 'input' : 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    metadata: registries[use],
  })

/**
 * Writes schemas as JSON Schema. Named types are gathered for the components of the document and referred to. A type that is answered and
 * accepted has two descriptions, as a caller may leave out what is always answered: the accepted one is called `…Input`.
 */
export function schemaWriter(answers: z.ZodType[]) {
  const components: Record<string, Json> = {}
  const answeredNames = new Set(answers.flatMap((schema) => Object.keys(toJson(schema, 'answered').$defs ?? {})))

  function write(schema: z.ZodType, use: Use): Json {
    const nameOf = (id: string) => (use === 'accepted' && answeredNames.has(id) ? `${id}Input` : id)
    const refer = (value: object) =>
      JSON.parse(
        JSON.stringify(value, (key, inner: unknown) =>
          key === '$ref' && typeof inner === 'string' ? `#/components/schemas/${nameOf(inner.replace('#/$defs/', ''))}` : inner,
        ),
      ) as Json // an object is written, so an object is read
    const { $schema: _dialect, $defs = {}, ...rest } = toJson(schema, use)
    for (const [id, definition] of Object.entries($defs)) components[nameOf(id)] ??= refer(definition)
    return refer(rest)
  }

  const find = ({ $ref }: Json) => (typeof $ref === 'string' ? components[$ref.split('/').at(-1)!] : undefined)
  return {
    accepted: (schema: z.ZodType) => write(schema, 'accepted'),
    answered: (schema: z.ZodType) => write(schema, 'answered'),
    /** Whether a schema that was written describes an object. */
    isObject: (schema: Json) => (find(schema) ?? schema)['type'] === 'object',
    components: () => components,
  }
}
