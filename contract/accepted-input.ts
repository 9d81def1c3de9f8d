import { z } from 'zod'

import type { Route } from './route.ts'

const parts = ['params', 'query', 'body'] as const
export type AcceptedPart = { readonly part: (typeof parts)[number]; readonly schema: z.ZodType }

const nothing = z.object({})

/**
 * What a route accepts in each part of a request. A key that no schema names is refused at every depth: without this, a misspelt filter
 * would be left out and the call would mean everything. The schemas of the contract do not refuse such keys themselves, because answers
 * share many of them, and an answer leaves out what its schema does not name.
 */
export const acceptedInput = (route: Route): AcceptedPart[] =>
  parts.flatMap((part) => {
    const schema = route[part] ?? nothing
    const isUnchecked = part === 'body' && route.method === 'GET'
    return typeof schema === 'string' || isUnchecked ? [] : [{ part, schema: refuseUnknownKeys(schema) }]
  })

/** Each schema is changed once: schemas that are named in the API's description are told apart by identity. */
const changedSchemas = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

export function refuseUnknownKeys<S extends z.core.$ZodType>(schema: S): S {
  const changed = (changedSchemas.get(schema) ?? withoutUnknownKeys(schema)) as S // what is kept for a schema was made of it
  changedSchemas.set(schema, changed)
  return changed
}

function withoutUnknownKeys<S extends z.core.$ZodType>(schema: S): S {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod // every schema is one of these kinds
  const changed = (changes: object) => z.clone(schema, { ...def, ...changes })
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape).map(([name, inner]) => [name, refuseUnknownKeys(inner)])
      return changed({ shape: Object.fromEntries(shape), catchall: def.catchall ?? z.never() })
    }
    case 'array':
      return changed({ element: refuseUnknownKeys(def.element) })
    case 'record':
      return changed({ valueType: refuseUnknownKeys(def.valueType) })
    case 'union':
      return changed({ options: def.options.map(refuseUnknownKeys) })
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
      return changed({ innerType: refuseUnknownKeys(def.innerType) })
    case 'pipe':
      return changed({ in: refuseUnknownKeys(def.in) })
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'unknown':
      return schema
    default:
      // A kind that nobody has thought of here might hold an object.
      throw new Error(`A schema of kind ${def.type} cannot be used in a request yet: add it to refuseUnknownKeys.`)
  }
}
