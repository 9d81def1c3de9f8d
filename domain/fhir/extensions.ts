import type { Extension } from './resource.ts'

const hl7 = 'http://hl7.org/fhir/StructureDefinition/'

/** Extensions that others read too. */
export const standard = {
  itemControl: `${hl7}questionnaire-itemControl`,
  unit: `${hl7}questionnaire-unit`,
  unitOption: `${hl7}questionnaire-unitOption`,
  minValue: `${hl7}minValue`,
  maxValue: `${hl7}maxValue`,
  maxDecimalPlaces: `${hl7}maxDecimalPlaces`,
  sliderStep: `${hl7}questionnaire-sliderStepValue`,
  optionExclusive: `${hl7}questionnaire-optionExclusive`,
  /** What an option counts in a score: R4's own extension, and the one that later versions put in its place. */
  ordinalValue: `${hl7}ordinalValue`,
  itemWeight: `${hl7}itemWeight`,
  hidden: `${hl7}questionnaire-hidden`,
  displayCategory: `${hl7}questionnaire-displayCategory`,
  calculated: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
} as const

const base = 'urn:formward:fhir:'

/** What FHIR has no words for. */
export const own = {
  formType: `${base}form-type`,
  score: `${base}score`,
  redFlag: `${base}red-flag`,
  source: `${base}source`,
  category: `${base}category`,
  identifying: `${base}identifying`,
  protocol: `${base}protocol`,
  /** The heading of a page to read; its text holds the heading and what follows. */
  heading: `${base}heading`,
  hint: `${base}hint`,
  /** A display item that is a section without questions, or the words under a section's heading. */
  part: `${base}part`,
  /** An option's value where FHIR's rules of a code do not allow it. */
  value: `${base}value`,
} as const

export const control = (code: string): Extension => ({
  url: standard.itemControl,
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
})

/** A whole number as one, as far as FHIR's integer reaches. */
export const isInteger = (number: number) => Number.isInteger(number) && Math.abs(number) < 2 ** 31

export const numberExtension = (url: string, number: number): Extension =>
  isInteger(number) ? { url, valueInteger: number } : { url, valueDecimal: number }

/** Text as FHIR allows it: of all white space only spaces, tabs and line breaks, and no other control characters. */
export const fhirText = (text: string | undefined) => {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  const plain = (text ?? '').replace(/[^\S \r\n\t]/g, ' ').replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
  return plain.trim() === '' ? undefined : plain
}

/** An object without what is undefined or an empty list. */
export const compact = <T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as { [K in keyof T]: Exclude<T[K], undefined> } // what is left out may be left out of T

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
