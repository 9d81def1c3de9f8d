import { fhirText } from './extensions.ts'
import type { Extension } from './resource.ts'

type Kind = 'String' | 'Code' | 'Decimal' | 'Integer'
/** What an object is made of; in brackets what there may be several of. */
export type Shape = { readonly [name: string]: Kind | Shape | readonly [Kind | Shape] }

const condition = {
  match: 'Code',
  rules: [{ question: 'String', operator: 'Code', value: 'String' }],
} as const satisfies Shape

/** What we keep in extensions of our own, member by member: an extension each, one inside the other. */
export const shapes = {
  score: { id: 'String', name: 'String', questions: ['String'], bands: [{ from: 'Decimal', to: 'Decimal', label: 'String' }] },
  redFlag: {
    id: 'String',
    name: 'String',
    answers: condition,
    score: { score: 'String', atLeast: 'Decimal' },
    alertMinutes: 'Integer',
  },
  source: { name: 'String', licence: 'String', url: 'String' },
  protocol: { why: 'String', reader: 'String', risk: 'String' },
} as const satisfies Record<string, Shape>

/** An object as an extension; nothing where there is nothing in it. */
export function writeExtension(url: string, value: unknown, shape: Kind | Shape): Extension[] {
  if (value === undefined) return []
  if (typeof shape === 'string') {
    const written = typeof value === 'string' ? fhirText(value) : value
    return written === undefined ? [] : [{ url, [`value${shape}`]: written }]
  }
  const extension = Object.entries(shape).flatMap(([name, member]) => {
    const held = (value as Record<string, unknown>)[name] // a shape is written for objects
    return isMany(member)
      ? ((held ?? []) as unknown[]).flatMap((one) => writeExtension(name, one, member[0]))
      : writeExtension(name, held, member)
  })
  return extension.length === 0 ? [] : [{ url, extension }]
}

/** The object that an extension holds, whoever wrote it: only what has the shape; lists are always there. */
export function readExtension(extension: Extension, shape: Kind | Shape): unknown {
  if (typeof shape === 'string') {
    const value: unknown = extension[`value${shape}`]
    return typeof value === (shape === 'String' || shape === 'Code' ? 'string' : 'number') ? value : undefined
  }
  const parts = Array.isArray(extension.extension) ? extension.extension : []
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, member]) => {
      const found = parts.filter((one) => one?.url === name)
      const values = found.map((one) => readExtension(one, isMany(member) ? member[0] : member)).filter((one) => one !== undefined)
      return isMany(member) ? [[name, values]] : values.length > 0 ? [[name, values[0]]] : []
    }),
  )
}

const isMany = (member: Shape[string]): member is readonly [Kind | Shape] => Array.isArray(member)
