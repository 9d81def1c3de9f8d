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

/** What a route takes and answers, checked. Compiled when the route is first called: all at once they would be a third of a start. */
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
      // The first rule that a field breaks speaks (VAL-2): of a list in place of text, its length says nothing.
      const firstOfField = problems.filter(({ field }, n) => problems.findIndex((other) => other.field === field) === n)
      if (firstOfField.length > 0) throw new Problem('invalid_request', undefined, firstOfField)
      return input
    },
    // An answer that does not fit its schema is our bug: it leaves as a 500, and no field the contract does not name leaves at all.
    output: (result: unknown) => output!.parse(result),
  }
}

const emptyFile = ({ body }: Route) => (body === 'stream' ? Readable.from([]) : new Uint8Array())
