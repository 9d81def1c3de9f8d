import { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { acceptedInput } from '#contract/accepted-input.ts'
import type { Route } from '#contract/route.ts'

import { fieldProblemsOf, issueMessage } from './input-problems.ts'
import { Problem } from './problem.ts'
import { sentFileName } from './sent-file-name.ts'

type Checks = ReturnType<typeof compileChecks>
const compiled = new WeakMap<Route, Checks>()

/**
 * Checks the input and output of a route. Compiled at the first call of the route, because compiling all of them would take a third of the
 * start.
 */
export function routeChecks(route: Route) {
  const checks = compiled.get(route) ?? compileChecks(route)
  compiled.set(route, checks)
  return checks
}

function compileChecks(route: Route) {
  const parts = acceptedInput(route).map(({ part, schema }) => ({ part, schema: z.compile(schema) }))
  const output = typeof route.response === 'string' ? undefined : z.compile(route.response)
  return {
    input(request: FastifyRequest) {
      const isFile = typeof route.body === 'string'
      const input: Record<string, unknown> = isFile ? { body: request.body ?? emptyFile(route), fileName: sentFileName(request) } : {}
      const problems = parts.flatMap(({ part, schema }) => {
        const parsed = schema.safeParse(request[part] ?? {}, { error: issueMessage })
        input[part] = parsed.data
        return parsed.success ? [] : parsed.error.issues.flatMap((issue) => fieldProblemsOf(issue, part))
      })
      // Only the first problem of a field is returned (VAL-2).
      const firstOfField = problems.filter(({ field }, n) => problems.findIndex((other) => other.field === field) === n)
      if (firstOfField.length > 0) throw new Problem('invalid_request', undefined, firstOfField)
      return input
    },
    // A result that does not match the schema is a bug and becomes a 500. Fields that the contract does not name are removed.
    output: (result: unknown) => output!.parse(result),
  }
}

const emptyFile = ({ body }: Route) => (body === 'stream' ? Readable.from([]) : new Uint8Array())
