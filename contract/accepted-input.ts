import { z } from 'zod'

import type { Route } from './route.ts'

const parts = ['params', 'query', 'body'] as const
export type AcceptedPart = { readonly part: (typeof parts)[number]; readonly schema: z.ZodType }

const nothing = z.object({})

/**
 * The schema of each part of a request. Keys that no schema names are refused at every depth, because a misspelt filter that is ignored
 * would return every row. Response schemas do not refuse unknown keys: they drop them.
 */
export const acceptedInput = (route: Route): AcceptedPart[] =>
  parts.flatMap((part) => {
    const schema = route[part] ?? nothing
    const isUnchecked = part === 'body' && route.method === 'GET'
    return typeof schema === 'string' || isUnchecked ? [] : [{ part, schema: refuseUnknownKeys(schema) }]
  })

/** Each schema is changed once, because the API description compares schemas by identity. */
const changedSchemas = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

export function refuseUnknownKeys<S extends z.core.$ZodType>(schema: S): S {
  const changed = (changedSchemas.get(schema) ?? withoutUnknownKeys(schema)) as S // the stored schema was made from this one
  changedSchemas.set(schema, changed)
  return changed
}

function withoutUnknownKeys<S extends z.core.$ZodType>(schema: S): S {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod // zod's union of all schema kinds
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
      // An unknown kind could contain an object whose keys would not be checked.
      throw new Error(`A schema of kind ${def.type} cannot be used in a request yet: add it to refuseUnknownKeys.`)
  }
}
