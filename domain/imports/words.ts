import type { RowChoice, WarningKind } from './decisions.ts'
import type { ImportOutcome, ReopenOutcome, RevertOutcome } from './outcomes.ts'
import { importColumns, type ImportColumnKey } from './template.ts'

/** The texts about rows of an import, shared by the screen and the correction file. */
export const warningWords: Record<WarningKind, { label: string; hint: string }> = {
  repeated: { label: 'Repeats another row', hint: 'The same patient, form and pathway stand further up in the file.' },
  already_open: { label: 'Already open for the patient', hint: 'The patient has this form open on this pathway and has not answered.' },
  possible_match: {
    label: 'Possible match',
    hint: 'A patient without an NHS number has at least three of these the same: first name, last name, date of birth, postcode. If the row is sent, the form goes to that patient.',
  },
  identity: {
    label: 'Different name or date of birth',
    hint: 'The patient’s record, or another row with this NHS number, has a different name or date of birth. The record stays as it is, and the message goes to its contact details.',
  },
  differs: {
    label: 'Different contact details',
    hint: 'The patient’s record has a different phone number or email address. The message goes to the one on record.',
  },
  day_number: {
    label: 'Date is a number',
    hint: 'The cell has no date format. The date that the number means in Excel is shown beside the row.',
  },
  hidden: { label: 'Hidden row', hint: 'The row is hidden or filtered out in the spreadsheet.' },
  merged: { label: 'Merged cells', hint: 'A value in merged cells counts for their first cell only.' },
  note: { label: 'Note in a column without a name', hint: 'The note was not read. It may say something about the patient.' },
}

export const choiceWords: Record<RowChoice, string> = { skip: 'Leave out', replace: 'Replace the open one', send: 'Send anyway' }

export const outcomeWords: Record<ImportOutcome, string> = {
  sent: 'Created',
  replaced: 'Replaced an open one',
  skipped: 'Left out as decided',
}

/** A short label for a badge and a full sentence. */
export const revertWords: Record<RevertOutcome, { label: string; told: string }> = {
  undone: { label: 'Undone', told: 'Undone before a message was sent.' },
  undone_message_out: {
    label: 'Undone, message had gone out',
    told: 'Undone, but the message had gone out. Its link says that it was sent in error.',
  },
  opened: { label: 'Not undone: opened', told: 'Not undone: the patient has opened it.' },
  completed: { label: 'Not undone: completed', told: 'Not undone: the patient has answered it.' },
  ended: { label: 'Not undone: had ended', told: 'Not undone: it had already ended.' },
  taken: { label: 'Not undone: taken over', told: 'Not undone: a colleague has taken it over.' },
}

export const reopenWords: Record<ReopenOutcome, string> = { reopened: 'Reopened', not_reopened: 'Not reopened' }

/** The outcome for a form request that a row had replaced. */
export const reopeningText = (refusal: string) =>
  refusal ? `The form request that it replaced was not reopened. ${refusal}` : 'The form request that it replaced was reopened.'

const problemWords: Record<string, string> = {
  required: '{field} is missing',
  too_long: '{field} is too long',
  hidden_characters: '{field} contains hidden characters',
  not_valid: '{field} is not valid',
  merged_away: '{field} is in merged cells',
  year_or_age: '{field} could be a year or an age',
  year_or_weeks: '{field} could be a year or a number of weeks',
  wrong_form_type: '{field} is not for this form',
  too_long_ago: '{field} is too long ago',
  in_the_future: '{field} is in the future',
  too_young: 'Patient is too young',
  unknown_form: 'No such published form',
  ambiguous_form: 'Several forms have this title',
  unknown_specialty: 'No such specialty',
  needed_for_method: '{field} is needed for the method',
  not_carried: '{field} is not available',
  cell_error: '{field} is a formula that failed',
  not_calculated: '{field} is a formula that was never calculated',
  is_date: '{field} is a date or a time, not text',
  lost_digits: '{field} has lost digits',
  ambiguous_patient: 'Several patients match',
  archived: 'Patient is archived',
  not_to_be_contacted: 'Patient does not wish to be contacted',
  deceased: 'Patient has died',
  opted_out: 'Patient opted out of this method',
  not_allowed: 'The user who started the import no longer has permission',
  not_on_your_wards: 'No patient on your wards',
  repeated: warningWords.repeated.label,
  contradicts: '{field} differs from another row',
  day_number: '{field} is a number without a date format',
  hidden: warningWords.hidden.label,
  merged: warningWords.merged.label,
  note: warningWords.note.label,
  only_a_note: 'Row with only a note',
  already_open: warningWords.already_open.label,
  taken: 'A colleague has taken over the open one',
  opened_since: 'Opened by the patient since the check',
  answered_since: 'Answered by the patient since the check',
  matched_by_details: 'Matched to a patient without an NHS number',
  differs: '{field} differs from the record',
  not_on_record: '{field} is not on the record of the patient',
}

/** The text for a kind of problem, without the value. */
export const problemText = (column: ImportColumnKey, code: string) =>
  (problemWords[code] ?? '{field}').replace('{field}', importColumns[column].header)

// These problems concern the whole row.
const rowCodes = ['repeated', 'hidden', 'merged', 'note', 'only_a_note']

/** A problem with the column's name in front, unless the message begins with it. The first part is shown in bold. */
export function problemParts(column: ImportColumnKey, code: string, message: string): [string, string] {
  const { header } = importColumns[column]
  if (rowCodes.includes(code)) return ['', message]
  return message.startsWith(`${header} `) ? [header, message.slice(header.length)] : [`${header}:`, ` ${message}`]
}
