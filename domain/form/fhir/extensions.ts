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
