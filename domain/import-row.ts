import {
  checkContact,
  checkDateOfBirth,
  checkForm,
  readTexts,
  type ImportCells,
  type ImportRules,
  type Report,
  type RowError,
} from './import-checks.ts'
import { importColumnKeys, importColumns, type ImportColumnKey } from './import-template.ts'
import { isNhsNumber, normaliseNhsNumber } from './nhs-number.ts'
import { methodFromText, type NotificationMethod } from './notification.ts'
import { isPostcode, normalisePostcode } from './patient-match.ts'
import { isSpecialty } from './specialties.ts'
import { validationMessages, withFields } from './validation/messages.ts'

/** The values of a good row, as they are kept. */
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
  method: NotificationMethod
} & Record<
  'localPatientId' | 'email' | 'line1' | 'line2' | 'town' | 'county' | 'postcode' | 'pathwayId' | 'location' | 'event',
  string | null
>

const sexes: Record<string, 'male' | 'female'> = { male: 'male', m: 'male', female: 'female', f: 'female' }

/** Checks a row against every rule of IMP-4 and answers its values, or every error there is, in the order of the columns. */
export function checkImportRow(
  cells: ImportCells,
  rules: ImportRules,
): { row: ImportRow; errors: [] } | { row?: undefined; errors: RowError[] } {
  const errors: RowError[] = []
  const report: Report = (column, code, message) => {
    const isKnown = errors.some((error) => error.column === column)
    if (!isKnown) errors.push({ column, code, message: withFields(message, importColumns[column].header) })
  }
  const text = readTexts(cells, report)
  const optional = (key: ImportColumnKey) => text(key) || null
  const method = methodFromText(text('method'))
  const sex = sexes[text('sex').toLowerCase()]
  if (text('nhsNumber') !== '' && !isNhsNumber(text('nhsNumber'))) report('nhsNumber', 'not_valid', validationMessages.nhsNumber)
  if (text('sex') !== '' && !sex) report('sex', 'not_valid', 'Sex must be Male or Female.')
  if (text('postcode') !== '' && !isPostcode(text('postcode'))) report('postcode', 'not_valid', 'Postcode must be a UK postcode.')
  if (text('specialty') !== '' && !isSpecialty(text('specialty')))
    report('specialty', 'unknown_specialty', 'There is no specialty with this code.')
  if (text('method') !== '' && !method) report('method', 'not_valid', 'Method must be SMS, Email or NHS App.')
  const phone = checkContact(text, method, report)
  const dateOfBirth = checkDateOfBirth(cells.dateOfBirth, method, rules, report)
  const formId = checkForm(text('form'), rules, report)
  if (errors.length > 0 || !method)
    return { errors: errors.toSorted((one, other) => importColumnKeys.indexOf(one.column) - importColumnKeys.indexOf(other.column)) }
  return {
    errors: [],
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
      specialty: text('specialty'),
      pathwayId: optional('pathwayId'),
      location: optional('location'),
      event: optional('event'),
      method,
    },
  }
}
