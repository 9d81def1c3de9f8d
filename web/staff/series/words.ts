import { formatCount } from '#domain/amounts.ts'
import type { SeriesState } from '#domain/series-states.ts'
import type { EndReason, OccasionState, OffsetUnit, OpenRule } from '#domain/series.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

const formatNumber = (number: number) => number.toLocaleString('en-GB')

export const stateLooks: Record<SeriesState, { label: string; badge: BadgeKind }> = {
  active: { label: 'Active', badge: 'success' },
  paused: { label: 'Paused', badge: 'warning' },
  ended: { label: 'Ended', badge: 'dark' },
}

export const occasionLooks: Record<OccasionState, { label: string; badge: BadgeKind }> = {
  planned: { label: 'Planned', badge: 'info' },
  sent: { label: 'Sent', badge: 'success' },
  missed: { label: 'Missed', badge: 'warning' },
  not_sent: { label: 'Not sent', badge: 'danger' },
  skipped: { label: 'Skipped', badge: 'dark' },
}

export const endReasonWords: Record<EndReason, string> = {
  completed: 'Every form of the series was due.',
  user: 'A user ended the series.',
  answered: 'The patient’s answer ended the series.',
  archived: 'The patient was archived.',
  deceased: 'The patient has died.',
  not_to_be_contacted: 'The patient does not wish to be contacted.',
}

export const seriesListWords = {
  title: 'Series',
  description: 'A series sends a form at times counted from a date, such as 6 weeks after an operation.',
  label: 'Series',
  create: 'Create series',
  search: 'Search series',
  state: 'State',
  columns: {
    name: 'Name',
    form: 'Form',
    schedule: 'Sent',
    enrolled: 'Patients',
    dueSoon: 'Due in 7 days',
    missed: 'Missed',
    notSent: 'Not sent',
  },
  empty: { title: 'No series yet', text: 'Create a series to send a form again and again, for example a PROM after an operation.' },
  noMatch: { title: 'No series matches', text: 'Search by a part of the name, or clear the filters.' },
}

export const seriesFormWords = {
  create: 'Create Series',
  edit: (name: string) => `Edit ${name}`,
  name: 'Name',
  nameHint: 'For example, Oxford knee score after a knee replacement',
  dateLabel: 'Name of the date',
  dateLabelHint: 'For example, Date of operation. Each patient has their own date.',
  kind: 'When is the form sent?',
  offsets: { label: 'At times counted from the date', hint: 'For example, 6 weeks and 6 months after' },
  every: { label: 'Every few weeks', hint: 'For example, every 12 weeks while the patient waits' },
  times: 'Times',
  timesHint: 'For example, 6 weeks after',
  number: (index: number) => `Number, time ${index}`,
  unit: (index: number) => `Unit, time ${index}`,
  side: (index: number) => `Before or after, time ${index}`,
  units: { days: 'days', weeks: 'weeks', months: 'months' } satisfies Record<OffsetUnit, string>,
  after: 'after the date',
  before: 'before the date',
  addTime: 'Add a time',
  removeTime: (index: number) => `Remove time ${index}`,
  remove: 'Remove',
  weeks: 'Weeks between forms',
  stopAfter: 'Stop after this number of forms',
  stopAfterHint: 'Leave empty for no limit',
  until: 'Stop after this date',
  always: 'A series always stops for a patient who is archived, has died or does not wish to be contacted.',
  stopQuestion: 'Stop after an answer to this question',
  stopQuestionHint: 'For example, Do you still need the appointment?',
  noQuestion: 'No question',
  stopValues: 'Answers that stop the series',
  lostQuestion: 'A question that the form no longer has',
  lostQuestionError: 'The form no longer has this question. Choose another question, or no question.',
  lostAnswer: (number: number, count: number) =>
    count === 1 ? 'An answer that the form no longer has' : `Answer ${number} that the form no longer has`,
  lostAnswerError: 'The form no longer has all chosen answers. Choose the answers again.',
  method: 'Send by',
  specialty: 'Specialty',
  specialtyHint: 'Type a code or a name',
  whenOpen: 'If the patient has not answered the form before',
  rules: {
    replace: {
      label: 'Close the earlier form and send the next one',
      hint: 'The patient has one link, and the answers belong to the right time.',
    },
    wait: { label: 'Do not send the next form', hint: 'The form is listed as not sent.' },
  } satisfies Record<OpenRule, { label: string; hint: string }>,
  lateDays: 'Days after which a late form is not sent',
  lateDaysHint: 'For example, after the server was switched off. The form is then listed as missed.',
  example: 'Example',
  exampleDate: 'Example date',
  exampleEmpty: 'Enter the times to see the days on which the form is sent.',
  exampleDay: (when: string, day: string) => `${when}: ${day}`,
  exampleHours: 'Messages are sent within the sending hours of the organisation.',
  submitCreate: 'Create series',
  submitEdit: 'Save changes',
  cancel: 'Cancel',
  created: (name: string) => `${name} is created. Now enrol patients.`,
  saved: 'The series is changed.',
  required: {
    name: 'Name is required.',
    form: 'Form is required.',
    dateLabel: 'Name of the date is required.',
    values: 'Choose at least 1 answer.',
  },
  notNumber: 'Enter a whole number.',
  lateRange: 'Days must be between 1 and 90.',
}

export const changeWords = {
  title: (count: number) => `Change the times for ${formatCount(count, 'patient')}?`,
  removed: (count: number) => `${formatCount(count, 'planned form')} will be removed.`,
  added: (count: number) => `${formatCount(count, 'form')} will be added.`,
  planned: 'The next forms will be planned again.',
  ending: (count: number) => `The series will end for ${formatCount(count, 'patient')}, because no more forms are due.`,
  sent: (count: number) => `${formatCount(count, 'form')} already sent will stay.`,
  confirm: 'Change times',
  checking: 'Counting the changes…',
}

export const seriesPageWords = {
  title: 'Series Details',
  description: (form: string, when: string, date: string) => `${form}. ${when} ${date}.`,
  from: (date: string) => `from ${date}`,
  enrol: 'Enrol patients',
  edit: 'Edit',
  more: 'More actions',
  pause: 'Pause series',
  resume: 'Resume series',
  end: 'End series',
  tabs: { label: 'Series', coming: 'Coming', patients: 'Patients', attention: 'Missed and not sent' },
  tiles: { enrolled: 'Patients', dueSoon: 'Due in 7 days', missed: 'Missed', notSent: 'Not sent' },
  problem: (reason: string) => `Nothing is sent. ${reason}`,
  problemText: 'Forms that are due wait, and are listed as missed when they are too late.',
  stillSent: 'Forms are still sent.',
  stopProblemText: 'Edit the series to choose the question and the answers again.',
  paused: 'The series is paused',
  pausedText: 'Forms that fall due now are listed as missed. Nothing of them is sent by itself when the series is resumed.',
  ended: 'The series has ended. Nothing more is sent.',
  planning: (count: number) => `The times of ${formatCount(count, 'patient')} are being changed`,
  planningText: 'These patients are sent no form until the change is complete.',
}

export const stateWords = {
  pauseTitle: 'Pause the series?',
  pauseText: (count: number) => `${formatCount(count, 'patient')} will be sent no forms. What falls due meanwhile is listed as missed.`,
  pause: 'Pause series',
  paused: 'The series is paused.',
  resumeTitle: 'Resume the series?',
  resumeText: 'Forms are sent again from today. Forms that fell due during the pause are listed as missed.',
  resume: 'Resume series',
  resumed: 'The series is active again.',
  endTitle: 'End the series for all patients?',
  endText: (count: number) => `${formatCount(count, 'patient')} will be sent no more forms. A series that has ended cannot be resumed.`,
  end: 'End series',
  ended: 'The series has ended.',
}

export const comingWords = {
  label: 'Forms to come, by day',
  columns: { day: 'Day', weekday: 'Weekday', count: 'Forms' },
  dayName: (day: string) => `Forms on ${day}`,
  allDays: 'All days',
  empty: { title: 'No forms in the next 8 weeks', text: 'Enrol patients to plan forms for them.' },
  noneOnDay: { title: 'No forms on this day', text: 'The forms may have been sent or moved.' },
}

export const occasionWords = {
  label: 'Forms of the series',
  columns: { patient: 'Patient', when: 'Form', day: 'Day', state: 'State', actions: 'Actions' },
  movedFrom: (day: string) => `Moved from ${day}`,
  send: 'Send now',
  skip: 'Skip',
  move: 'Move',
  actionsFor: (name: string) => `Actions for ${name}`,
  empty: { title: 'Nothing was missed', text: 'Forms that could not be sent in time appear here.' },
}

export const sendWords = {
  title: (count: number) => `Send ${formatCount(count, 'form')} now?`,
  text: 'Each patient gets a message now, or when the sending hours begin.',
  confirm: 'Send now',
  done: (count: number) => `${formatCount(count, 'form')} sent.`,
}

export const skipWords = {
  title: (count: number) => `Skip ${formatCount(count, 'form')}?`,
  text: 'The patients do not get these forms.',
  confirm: 'Skip',
  done: (count: number) => `${formatCount(count, 'form')} skipped.`,
}

export const moveWords = {
  title: (count: number) => `Move ${formatCount(count, 'form')} to another day`,
  day: 'New day',
  required: 'Enter a real date.',
  submit: 'Move',
  cancel: 'Cancel',
  done: (count: number) => `${formatCount(count, 'form')} moved.`,
}

export const refusedWords = {
  title: (count: number) => `${formatCount(count, 'change')} could not be made`,
  reason: (reason: string, count: number) => `${reason} (${formatNumber(count)})`,
  dismiss: 'Dismiss',
}

export const enrolmentWords = {
  label: 'Patients of the series',
  search: 'Search patients',
  searchHint: 'Name, NHS number or local patient ID',
  state: 'State',
  columns: {
    patient: 'Patient',
    nhsNumber: 'NHS number',
    state: 'State',
    next: 'Next form',
    sent: 'Sent',
    missed: 'Missed',
    notSent: 'Not sent',
    actions: 'Actions',
  },
  noNext: '–',
  next: (when: string, day: string) => `${when}, ${day}`,
  pause: 'Pause',
  resume: 'Resume',
  end: 'End',
  correct: 'Correct the date',
  actionsFor: (name: string) => `Actions for ${name}`,
  empty: { title: 'No patients yet', text: 'Enrol patients one by one, or with a spreadsheet.' },
  noMatch: {
    title: 'No patient matches',
    text: 'Search by the start of a name, an NHS number or a local patient ID, or clear the filters.',
  },
  done: {
    active: (count: number) => `The series is active again for ${formatCount(count, 'patient')}.`,
    paused: (count: number) => `The series is paused for ${formatCount(count, 'patient')}.`,
    ended: (count: number) => `The series has ended for ${formatCount(count, 'patient')}.`,
  } satisfies Record<SeriesState, (count: number) => string>,
  endTitle: (count: number) => `End the series for ${formatCount(count, 'patient')}?`,
  endText: 'No more forms are sent. To start again, enrol the patient again.',
  endConfirm: 'End series',
}

export const correctWords = {
  title: 'Correct the date',
  text: 'Forms that were sent stay. Planned forms move with the date. Forms that you moved stay on their day.',
  required: 'Enter a real date.',
  submit: 'Correct date',
  cancel: 'Cancel',
  done: 'The date is corrected.',
}

export const enrolWords = {
  title: 'Enrol Patients',
  description: (name: string) => `In ${name}`,
  choose: 'Choose patients',
  chooseText: 'All chosen patients get the same date.',
  submit: 'Enrol patients',
  cancel: 'Cancel',
  enrolled: (count: number) => `${formatCount(count, 'patient')} enrolled.`,
  refused: (count: number) => `${formatCount(count, 'patient')} could not be enrolled`,
  refusal: (name: string, reason: string) => `${name}: ${reason}`,
  dateHint: 'A form that was due before today is not sent.',
  required: { patients: 'Patient is required.', date: 'Enter a real date.' },
  file: 'With a spreadsheet',
  fileText: (date: string) => `One row for each patient, with the NHS number or the local patient ID, and “${date}”. At most 2,000 rows.`,
  template: 'Download template',
  upload: 'Spreadsheet',
  uploadHint: 'An Excel file (.xlsx)',
  tooLarge: 'The file must be 2 MB or smaller.',
  good: (count: number) => `${formatCount(count, 'row')} can be enrolled`,
  noneGood: 'No row can be enrolled',
  problems: (count: number) => formatCount(count, 'problem to fix', 'problems to fix'),
  problemsLabel: 'Problems in the file',
  columns: { row: 'Row', problem: 'Problem' },
  enrolGood: (count: number) => `Enrol ${formatCount(count, 'patient')}`,
  cannotRead: 'The file could not be read',
}

export const patientSeriesWords = {
  description: (label: string, day: string) => `${label}: ${day}`,
  seriesPaused: 'The series is paused for all patients.',
  actions: (name: string) => `Actions for ${name}`,
  table: (name: string) => `Forms of ${name}`,
  columns: { when: 'Form', day: 'Day', state: 'State', request: 'Form request', actions: 'Actions' },
  noRequest: '–',
  scores: (name: string) => `Scores of ${name}, side by side`,
  score: 'Score',
  change: 'Change',
  overTime: (score: string) => `${score} over time`,
  noScores: 'No scores yet. Scores appear here when the patient completes a scored form of the series.',
  empty: { title: 'No series', text: 'Open a series and enrol the patient.', list: 'Series list' },
}
