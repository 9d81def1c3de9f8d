import { formatCount } from '#domain/amounts.ts'
import { type MergeField, mergeFieldLabels } from '#domain/patient-merge.ts'

const namesOf = (fields: readonly (MergeField | 'nhsNumber')[]) =>
  fields.map((field) => (field === 'nhsNumber' ? 'NHS number' : mergeFieldLabels[field].toLowerCase())).join(', ')

export const duplicateWords = {
  title: 'Possible duplicates',
  text: 'These records agree with this patient in the same NHS number, or in three of first name, last name, date of birth and postcode.',
  none: 'No other record agrees with this patient.',
  noNhsNumber: 'No NHS number',
  archived: 'Archived',
  agreesIn: (details: string) => `Same ${details}`,
  details: {
    nhsNumber: 'NHS number',
    firstName: 'first name',
    lastName: 'last name',
    dateOfBirth: 'date of birth',
    postcode: 'postcode',
  },
  compare: 'Compare and merge',
  compareWith: (name: string, born: string) => ` with the record of ${name}, born ${born}`,
  ruleOut: 'Not the same patient',
  ruleOutOf: (name: string, born: string) => `: the record of ${name}, born ${born}`,
  ruledOut: (by: string | null, at: string) => `${by ?? 'A system'} found on ${at} that this is another patient.`,
  ruledOutTitle: 'Found to be other patients',
  reopen: 'May be the same patient',
  isRuledOut: 'Noted as another patient. The record is offered again when more details agree.',
  isReopened: 'Noted as a possible duplicate again.',
  dialogTitle: 'Compare and merge two records',
  found: (count: number) => `${formatCount(count, 'other record')} may be of the same patient.`,
  show: 'Show possible duplicates',
}

export const mergeWords = {
  first: 'This record',
  second: 'Other record',
  refused: 'These records cannot be merged',
  summary: {
    caption: 'The two records',
    detail: 'Detail',
    different: 'Different',
    name: 'Name',
    nhsNumber: 'NHS number',
    formRequests: 'Form requests',
    counts: (all: number, open: number) => `${all.toLocaleString('en-GB')}, of which ${open.toLocaleString('en-GB')} open`,
    series: 'Series',
    created: 'Added',
    archived: 'Archived',
    yes: 'Yes',
    no: 'No',
    mayBeContacted: 'May be contacted',
    optedOut: 'Opted out of',
    noOptOut: 'Nothing',
    legalHold: 'Legal hold',
  },
  stays: 'Record that stays',
  staysHint: 'The form requests and series of the other record move to this one. The other record is archived.',
  cannotStay: 'This record is archived and cannot stay.',
  nhsNumberKept: (number: string) => `The NHS number ${number} is kept.`,
  stricter:
    'Opt-outs, “do not contact”, “left out of the NHS App” and a legal hold of either record apply to the record that stays. Its series end if either record says “do not contact”.',
  dateOfBirthAgain: 'Patients who have a moved form request open enter their date of birth again.',
  chooseRecord: 'Choose the record that stays.',
  choose: (field: MergeField) => `${mergeFieldLabels[field]}: choose a value.`,
  noValue: 'No value',
  valueOf: (value: string, record: string) => `${value} (${record.toLowerCase()})`,
  reason: 'Reason',
  note: 'Note',
  noteHint: 'For example, how you checked that this is one patient. Everyone who can merge records can read the note.',
  checked: 'I have checked that both records belong to the same patient.',
  notChecked: 'Confirm that both records belong to the same patient.',
  noReason: 'Reason is required.',
  undoable: 'You can undo the merge for 30 days.',
  confirm: 'Merge records',
  cancel: 'Cancel',
  done: 'The records were merged.',
}

export const mergeListWords = {
  title: 'Merges',
  none: 'This record was not merged with another record.',
  merged: (merged: string, kept: string) => `A record of ${merged} was merged into the record of ${kept}`,
  by: (name: string, at: string) => `By ${name} on ${at}`,
  undone: (name: string, at: string) => `Undone by ${name} on ${at}`,
  until: (at: string) => `You can undo this merge until ${at}.`,
  openKept: 'Open the record that stayed',
  openMerged: 'Open the merged record',
  undo: 'Undo merge',
  undoing: {
    title: 'Undo this merge?',
    nothing: 'The merged record had no form requests and no series, so none go back.',
    back: (formRequests: number, series: number) =>
      `${[formRequests > 0 && formatCount(formRequests, 'form request'), series > 0 && formatCount(series, 'series', 'series')].filter(Boolean).join(' and ')} ${formRequests + series === 1 ? 'goes' : 'go'} back to the merged record, with all messages, answers and notes.`,
    restored: (fields: readonly (MergeField | 'nhsNumber')[]) =>
      `These details of the record that stayed get their earlier value: ${namesOf(fields)}.`,
    unrestored: (fields: readonly (MergeField | 'nhsNumber')[]) =>
      `These details were changed since the merge and are not undone: ${namesOf(fields)}.`,
    stays: (count: number) =>
      `Not undone: ${formatCount(count, 'form request')} created since the merge. They stay with the record that stayed.`,
    answered: (count: number) =>
      `${formatCount(count, 'form request was', 'form requests were')} opened or answered after the merge, perhaps by the other person. Check who answered.`,
    unsent:
      'Patients who have one of these form requests open enter their date of birth again. If an answer was saved after the merge, all unsent answers of the form request are deleted.',
    stops:
      'Opt-outs, “do not contact”, “left out of the NHS App”, a death and a legal hold are then on both records. Check both records and correct them.',
    confirm: 'Undo merge',
  },
  done: 'The merge was undone.',
}
