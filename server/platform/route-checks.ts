import { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { acceptedInput } from '#contract/accepted-input.ts'
import type { Route } from '#contract/route.ts'

import { fieldProblemsOf, issueMessage } from './input-problems.ts'
import { Problem } from './problem.ts'

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

const longest = 200

/** The file name of the body (content-disposition, RFC 6266 and 8187). Empty if there is none or it cannot be read. */
function sentFileName({ headers }: FastifyRequest) {
  const header = headers['content-disposition'] ?? ''
  // filename* goes before filename (RFC 6266 section 4.3).
  const sent = extendedName(header) ?? plainName(header) ?? ''
  // Only the last part of a path is used, without invisible characters.
  const name = sent
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return [...name].slice(0, longest).join('')
}

function extendedName(header: string) {
  const encoded = /(?:^|;)\s*filename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** A quoted string, in which a backslash escapes a quotation mark, or a token. */
function plainName(header: string) {
  const [, quoted, word] = /(?:^|;)\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))/i.exec(header) ?? []
  const name = quoted?.replace(/\\(["\\])/g, '$1') ?? word
  if (name === undefined) return undefined
  // Node reads each byte of a header as one character; most clients write UTF-8.
  const bytes = Buffer.from(name, 'latin1')
  return bytes.toString('utf8').includes('\u{FFFD}') ? name : bytes.toString('utf8')
}
