import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

import { contract } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { textKinds } from '#contract/fields.ts'

type Definition = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  format?: string
}
type Field = { path: string; schema: z.ZodType }

/** Every text in a schema, with its path; `[]` is one item of a list. */
function textsIn(schema: z.ZodType, path: string): Field[] {
  const { type, shape, element, innerType, options, valueType, in: input, out } = schema.def as unknown as Definition // each kind of schema has its own
  if (type === 'string') return [{ path, schema }]
  // What a text is passed on to as a text has the last word.
  if (out && (out.def as unknown as Definition).type === 'string') return [{ path, schema: out }]
  if (shape) return Object.entries(shape).flatMap(([name, field]) => textsIn(field, `${path}.${name}`))
  if (element) return textsIn(element, `${path}[]`)
  if (options) return options.flatMap((option) => textsIn(option, path))
  return [innerType, valueType, input].flatMap((inner) => (inner ? textsIn(inner, path) : []))
}

const routesOf = (group: Record<string, Route>) => Object.entries(group)
const everyText = Object.entries(contract).flatMap(([group, routes]) =>
  routesOf(routes).flatMap(([name, { body }]) => (body && typeof body !== 'string' ? textsIn(body, `${group}.${name}`) : [])),
)

const hostile = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066']
const accepts = (schema: z.ZodType, text: string) => schema.safeParse(text).success

describe('texts in the bodies of the contract', () => {
  test('each has a text type, or accepts only a fixed format (SAFE-3)', () => {
    const forgotten = everyText.filter(({ schema }) => {
      const { format } = schema.def as unknown as Definition
      const isClosed = format !== undefined || !takesWords(schema)
      return textKinds.get(schema) === undefined && !isClosed
    })

    expect(forgotten.map(({ path }) => path)).toEqual([])
  })

  test('a text of one line accepts no line breaks, tabs or hidden characters, and a text of several lines only line breaks and tabs (SAFE-3)', () => {
    const kindOf = ({ schema }: Field) => textKinds.get(schema)?.kind
    const oneLine = everyText.filter((field) => kindOf(field) === 'one line')
    const several = everyText.filter((field) => kindOf(field) === 'several lines')
    expect([oneLine.length > 30, several.length > 4]).toEqual([true, true])

    const open = [...oneLine, ...several].filter(({ schema }) => hostile.some((sign) => accepts(schema, `a${sign}b`)))
    const broken = oneLine.filter(({ schema }) => accepts(schema, 'a\nb') || accepts(schema, 'a\tb'))

    expect([...open, ...broken].map(({ path }) => path)).toEqual([])
    expect(several.filter(({ schema }) => !accepts(schema, 'a\r\n\tb')).map(({ path }) => path)).toEqual([])
  })
})

/** A pattern or a list that lets none of these pass lets no sentence pass either. */
const takesWords = (schema: z.ZodType) =>
  ['words', 'Some words', 'a', 'a\u0007b', '/a', 'en', '2026-01'].some((text) => accepts(schema, text) && accepts(schema, `${text}\u0007`))
