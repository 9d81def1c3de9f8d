import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { Route } from '#contract/route.ts'

import { Problem } from './problem.ts'
import { sentFileName } from './sent-file-name.ts'

type Checks = ReturnType<typeof compileChecks>
const compiled = new WeakMap<Route, Checks>()

/** What a route takes and answers, checked. Compiled when the route is first called: all at once they would be a third of a start. */
export function checksOf(route: Route) {
  const checks = compiled.get(route) ?? compileChecks(route)
  compiled.set(route, checks)
  return checks
}

function compileChecks(route: Route) {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    return schema && schema !== 'bytes' ? [{ part, schema: z.compile(schema) }] : []
  })
  const output = typeof route.response === 'string' ? undefined : z.compile(route.response)
  return {
    input(request: FastifyRequest) {
      const isFile = route.body === 'bytes'
      const input: Record<string, unknown> = isFile
        ? { body: bytesOf(request.body ?? new Uint8Array()), fileName: sentFileName(request) }
        : {}
      for (const { part, schema } of parts) {
        const parsed = schema.safeParse(request[part] ?? {})
        if (!parsed.success) throw new Problem('invalid_request', undefined, parsed.error.issues.map(fieldOf))
        input[part] = parsed.data
      }
      return input
    },
    // An answer that does not fit its schema is our bug: it leaves as a 500, and no field the contract does not name leaves at all.
    output: (result: unknown) => output!.parse(result),
  }
}

/** Sent as JSON or as a form, a file would come as something else. */
function bytesOf(body: unknown) {
  if (!(body instanceof Uint8Array)) throw new Problem('invalid_request')
  return body
}

const fieldOf = (issue: z.core.$ZodIssue) => ({ field: issue.path.join('.'), message: issue.message })
