import { isNhsNumber, normaliseNhsNumber } from '#domain/nhs-number.ts'
import { methodFromText, notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import { isPostcode, normalisePostcode } from '#domain/patient-match.ts'
import { validationMessages, withFields } from '#domain/validation/rule.ts'

import {
  checkContact,
  checkWaitingSince,
  checkDateOfBirth,
  checkForm,
  checkAppearance,
  readSpecialty,
  notCarriedWords,
  readTexts,
  type ImportCells,
  type ImportRules,
  type Report,
  type RowError,
  type RowAppearance,
  type RowWarning,
} from './checks.ts'
import { exampleRow, importColumnKeys, importColumns, type ImportColumnKey } from './template.ts'

/** The values of a valid row, as they are stored. */
export type ImportRow = {
  nhsNumber: string
  firstName: string
  lastName: string
  /** ISO day. */
  dateOfBirth: string
  sex: 'male' | 'female' | null
  /** E.164. */
  phone: string | null
  formId: string
  specialty: string
  /** ISO day. */
  waitingSince: string | null
  method: NotificationMethod
  /** The file has no method, so it is the one that suits the contact details. */
  isMethodDerived?: true
} & Record<
  'localPatientId' | 'email' | 'line1' | 'line2' | 'town' | 'county' | 'postcode' | 'pathwayId' | 'location' | 'event',
  string | null
>

const noDetail = 'Method is required, because there is no contact detail for another method that can be used.'

/** The first method that can be sent and for which the row has a contact detail; undefined if there is none. */
function derivedMethod(text: (key: ImportColumnKey) => string, { uncarried }: ImportRules) {
  const details: Record<NotificationMethod, string> = { sms: text('phone'), email: text('email'), nhs_app: text('nhsNumber') }
  return notificationMethods.find((method) => uncarried[method] === undefined && details[method] !== '')
}

const sexes: Record<string, 'male' | 'female'> = { male: 'male', m: 'male', female: 'female', f: 'female' }

/** Checks a row against every rule of IMP-4. Answers the values with any warnings, or all errors in the order of the columns. */
export function checkImportRow(
  cells: ImportCells,
  rules: ImportRules,
  look: RowAppearance = {},
): { row: ImportRow; errors: []; warnings: RowWarning[] } | { row?: undefined; errors: RowError[] } {
  const errors: RowError[] = []
  const warnings = checkAppearance(look)
  const report: Report = (column, code, message) => {
    const isKnown = errors.some((error) => error.column === column)
    if (!isKnown) errors.push({ column, code, message: withFields(message, importColumns[column].header) })
  }
  const text = readTexts(cells, report, look.merged)
  const optional = (key: ImportColumnKey) => text(key) || null
  const isMethodDerived = text('method') === ''
  const method = isMethodDerived ? derivedMethod(text, rules) : methodFromText(text('method'))
  const sex = sexes[text('sex').toLowerCase()]
  if (text('nhsNumber') === exampleRow.nhsNumber) report('nhsNumber', 'not_valid', 'NHS number is still the one of the example row.')
  else if (text('nhsNumber') !== '' && !isNhsNumber(text('nhsNumber'))) report('nhsNumber', 'not_valid', validationMessages.nhsNumber)
  if (text('sex') !== '' && !sex) report('sex', 'not_valid', 'Sex must be Male or Female.')
  if (text('postcode') !== '' && !isPostcode(text('postcode'))) report('postcode', 'not_valid', 'Postcode must be a UK postcode.')
  const specialty = readSpecialty(text('specialty'))
  if (text('specialty') !== '' && specialty === '') report('specialty', 'unknown_specialty', 'There is no specialty with this code.')
  // A contact detail that has an error of its own is what is wrong.
  const isDetailWrong = isMethodDerived && errors.some(({ column }) => column === 'nhsNumber' || column === 'phone' || column === 'email')
  if (!method && !isDetailWrong) report('method', 'not_valid', isMethodDerived ? noDetail : 'Method must be SMS, Email or NHS App.')
  const reasonNotSent = method && rules.uncarried[method]
  if (reasonNotSent) report('method', 'not_carried', notCarriedWords(reasonNotSent))
  // No contact detail is required for a method that cannot be sent.
  const phone = checkContact(text, reasonNotSent ? undefined : method, report)
  const reports = { report, warn: (warning: RowWarning) => warnings.push(warning) }
  const dateOfBirth = checkDateOfBirth(cells.dateOfBirth, method, rules, reports)
  const formId = checkForm(text('form'), rules, report)
  const waitingSince = checkWaitingSince(cells.waitingSince, formId, rules, reports)
  if (errors.length > 0 || !method)
    return { errors: errors.toSorted((one, other) => importColumnKeys.indexOf(one.column) - importColumnKeys.indexOf(other.column)) }
  return {
    errors: [],
    warnings,
    row: {
      nhsNumber: normaliseNhsNumber(text('nhsNumber')),
      localPatientId: optional('localPatientId'),
      firstName: text('firstName'),
      lastName: text('lastName'),
      dateOfBirth,
      sex: sex ?? null,
      phone,
      email: optional('email'),
      line1: optional('line1'),
      line2: optional('line2'),
      town: optional('town'),
      county: optional('county'),
      postcode: text('postcode') === '' ? null : normalisePostcode(text('postcode')),
      formId,
      specialty,
      pathwayId: optional('pathwayId'),
      location: optional('location'),
      event: optional('event'),
      waitingSince: waitingSince || null,
      method,
      ...(isMethodDerived && { isMethodDerived }),
    },
  }
}
