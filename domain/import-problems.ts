import { importColumns, type ImportColumnKey } from './import-template.ts'

const problemWords: Record<string, string> = {
  required: '{field} is missing',
  too_long: '{field} is too long',
  not_valid: '{field} is not valid',
  too_young: 'Patient is too young',
  unknown_form: 'No such published form',
  ambiguous_form: 'Several forms have this title',
  unknown_specialty: 'No such specialty',
  needed_for_method: '{field} is needed for the method',
  cell_error: '{field} is a formula that failed',
  is_date: '{field} is a date, not text',
  lost_digits: '{field} has lost digits',
  ambiguous_patient: 'Several patients could be meant',
  archived: 'Patient is archived',
  not_to_be_contacted: 'Patient does not wish to be contacted',
  not_on_your_wards: 'No patient of your wards',
  repeated: 'Repeats another row',
  contradicts: '{field} differs from another row',
  already_open: 'Open for the patient already',
  taken: 'A colleague has taken on the open one',
  matched_by_details: 'Recognised by name, birth and postcode',
  differs: '{field} differs from the record',
}

/** One kind of trouble: the rows that share a column and a code are found, and counted, together. */
export const problemKind = (column: ImportColumnKey, code: string) => `${column} ${code}`

/** The kind in words, never with what was written. */
export const wordsOfProblem = (column: ImportColumnKey, code: string) =>
  (problemWords[code] ?? '{field}').replace('{field}', importColumns[column].header)
