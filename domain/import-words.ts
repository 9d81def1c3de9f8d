import type { RevertOutcome, RowChoice, WarningKind } from './import-decisions.ts'
import type { ImportOutcome } from './import-job.ts'
import { importColumns, type ImportColumnKey } from './import-template.ts'

/** What is said of an import's rows, said once: on the screen and in the corrected file alike. */
export const warningWords: Record<WarningKind, { label: string; hint: string }> = {
  repeated: { label: 'Repeats another row', hint: 'The same patient, form and pathway stand further up in the file.' },
  already_open: { label: 'Open for the patient already', hint: 'The patient has this form open on this pathway and has not answered.' },
  possible_match: {
    label: 'Possible match',
    hint: 'A patient without an NHS number has the same name, birth or postcode. Sent, it goes to them.',
  },
  differs: {
    label: 'Differs from the record',
    hint: 'Name, birth or contact detail is another one on record or in another row. The record counts.',
  },
}

export const choiceWords: Record<RowChoice, string> = { skip: 'Leave out', replace: 'Replace the open one', send: 'Send anyway' }

export const outcomeWords: Record<ImportOutcome, string> = {
  sent: 'Sent',
  replaced: 'Replaced an open one',
  skipped: 'Left out as decided',
}

/** On a badge, and at length. */
export const revertWords: Record<RevertOutcome, { label: string; told: string }> = {
  undone: { label: 'Undone', told: 'Undone before the patient was written to.' },
  undone_message_out: {
    label: 'Undone, message had gone out',
    told: 'Undone, but the message had gone out. Its link says that it was sent in error.',
  },
  opened: { label: 'Not undone: opened', told: 'Not undone: the patient has opened it.' },
  completed: { label: 'Not undone: completed', told: 'Not undone: the patient has answered it.' },
  ended: { label: 'Not undone: had ended', told: 'Not undone: it had ended already.' },
  taken: { label: 'Not undone: taken on', told: 'Not undone: a colleague has taken it on.' },
}

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
  not_allowed: 'Whoever imported may no longer',
  not_on_your_wards: 'No patient of your wards',
  repeated: warningWords.repeated.label,
  contradicts: '{field} differs from another row',
  already_open: warningWords.already_open.label,
  taken: 'A colleague has taken on the open one',
  opened_since: 'Opened by the patient since the check',
  answered_since: 'Answered by the patient since the check',
  matched_by_details: 'Recognised by name, birth and postcode',
  differs: '{field} differs from the record',
}

/** A kind of trouble in words, never with what was written. */
export const wordsOfProblem = (column: ImportColumnKey, code: string) =>
  (problemWords[code] ?? '{field}').replace('{field}', importColumns[column].header)
