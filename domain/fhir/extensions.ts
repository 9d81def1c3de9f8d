import type { Extension } from './resource.ts'

const hl7 = 'http://hl7.org/fhir/StructureDefinition/'

/** Standard extensions. */
export const standard = {
  itemControl: `${hl7}questionnaire-itemControl`,
  unit: `${hl7}questionnaire-unit`,
  unitOption: `${hl7}questionnaire-unitOption`,
  minValue: `${hl7}minValue`,
  maxValue: `${hl7}maxValue`,
  maxDecimalPlaces: `${hl7}maxDecimalPlaces`,
  sliderStep: `${hl7}questionnaire-sliderStepValue`,
  optionExclusive: `${hl7}questionnaire-optionExclusive`,
  /** The points of an option: R4's extension, and its replacement in later versions. */
  ordinalValue: `${hl7}ordinalValue`,
  itemWeight: `${hl7}itemWeight`,
  hidden: `${hl7}questionnaire-hidden`,
  displayCategory: `${hl7}questionnaire-displayCategory`,
  translation: `${hl7}translation`,
  calculated: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
} as const

const base = 'urn:formward:fhir:'

/** Formward's own extensions, for values that FHIR does not have. */
export const own = {
  formType: `${base}form-type`,
  score: `${base}score`,
  redFlag: `${base}red-flag`,
  source: `${base}source`,
  category: `${base}category`,
  identifying: `${base}identifying`,
  protocol: `${base}protocol`,
  /** The heading of an information page; the item's text holds the heading and the body. */
  heading: `${base}heading`,
  hint: `${base}hint`,
  /** Marks a display item as a section without questions or as the text under a section's heading. */
  part: `${base}part`,
  /** Of an open choice: the option for another answer, and the question that takes the patient's own words. */
  otherAnswer: `${base}other-answer`,
  /** An option's value that is not a valid FHIR code. */
  value: `${base}value`,
} as const

export const control = (code: string): Extension => ({
  url: standard.itemControl,
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
})

/** Tells whether a number is whole and within the range of FHIR's integer. */
export const isInteger = (number: number) => Number.isInteger(number) && Math.abs(number) < 2 ** 31

export const numberExtension = (url: string, number: number): Extension =>
  isInteger(number) ? { url, valueInteger: number } : { url, valueDecimal: number }

/** Text that FHIR allows: spaces, tabs and line breaks as white space, and no other control characters. */
export const fhirText = (text: string | undefined) => {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  const plain = (text ?? '').replace(/[^\S \r\n\t]/g, ' ').replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
  return plain.trim() === '' ? undefined : plain
}

/** The object without undefined members and empty lists. */
export const compact = <T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as { [K in keyof T]: Exclude<T[K], undefined> } // only optional members are left out

type Kind = 'String' | 'Code' | 'Decimal' | 'Integer'
/** The members of an object; a member in brackets is a list. */
export type Shape = { readonly [name: string]: Kind | Shape | readonly [Kind | Shape] }

const condition = {
  match: 'Code',
  rules: [{ question: 'String', operator: 'Code', value: 'String' }],
} as const satisfies Shape

/** The objects stored in Formward's own extensions, one nested extension for each member. */
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
  otherAnswer: { option: 'String', question: 'String' },
} as const satisfies Record<string, Shape>

/** An object as an extension; nothing for an empty object. */
export function writeExtension(url: string, value: unknown, shape: Kind | Shape): Extension[] {
  if (value === undefined) return []
  if (typeof shape === 'string') {
    const written = typeof value === 'string' ? fhirText(value) : value
    return written === undefined ? [] : [{ url, [`value${shape}`]: written }]
  }
  const extension = Object.entries(shape).flatMap(([name, member]) => {
    const held = (value as Record<string, unknown>)[name] // only objects have a shape with members
    return isMany(member)
      ? ((held ?? []) as unknown[]).flatMap((one) => writeExtension(name, one, member[0]))
      : writeExtension(name, held, member)
  })
  return extension.length === 0 ? [] : [{ url, extension }]
}

/** The object of an extension that may be invalid: only members of the shape are read, and lists always exist. */
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
