import type { ImportJob } from '#contract/imports.ts'
import { formatCount } from '#domain/amounts.ts'
import type { ImportOutcome, ImportVerdict, RevertOutcome } from '#domain/imports/outcomes.ts'
import { outcomeWords, revertWords as revertedLabels } from '#domain/imports/words.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

type Look = { label: string; badge: BadgeKind }

const importLooks: Record<ImportJob['status'], Look> = {
  checking: { label: 'Checking', badge: 'info' },
  checked: { label: 'Ready to import', badge: 'notice' },
  refused: { label: 'Refused', badge: 'danger' },
  importing: { label: 'Importing', badge: 'info' },
  completed: { label: 'Imported', badge: 'success' },
  failed: { label: 'Stopped', badge: 'warning' },
  reverting: { label: 'Being undone', badge: 'info' },
  reverted: { label: 'Undone', badge: 'dark' },
}

/** A checked file whose rows all have errors, or that has none, has nothing to import. */
export const lookOf = ({ status, totalRows, errorRows }: Pick<ImportJob, 'status' | 'totalRows' | 'errorRows'>): Look =>
  status === 'checked' && totalRows === errorRows ? { label: 'No rows to import', badge: 'warning' } : importLooks[status]

export const verdictLooks: Record<ImportVerdict, Look> = {
  new: { label: 'New', badge: 'success' },
  warning: { label: 'Warning', badge: 'warning' },
  error: { label: 'Error', badge: 'danger' },
}

export const outcomeLooks: Record<ImportOutcome, Look> = {
  sent: { label: outcomeWords.sent, badge: 'success' },
  replaced: { label: outcomeWords.replaced, badge: 'success' },
  skipped: { label: outcomeWords.skipped, badge: 'dark' },
}

export const revertedLooks: Record<RevertOutcome, Look> = {
  undone: { label: revertedLabels.undone.label, badge: 'dark' },
  undone_message_out: { label: revertedLabels.undone_message_out.label, badge: 'dark' },
  opened: { label: revertedLabels.opened.label, badge: 'warning' },
  completed: { label: revertedLabels.completed.label, badge: 'warning' },
  ended: { label: revertedLabels.ended.label, badge: 'warning' },
  taken: { label: revertedLabels.taken.label, badge: 'warning' },
}

export const nameOf = ({ fileName }: Pick<ImportJob, 'fileName'>) => fileName || 'Spreadsheet'

export const formatNumber = (number: number) => number.toLocaleString('en-GB')

/** The number of form requests that the import would create. */
export const importable = ({ plan }: Pick<ImportJob, 'plan'>) => plan.send + plan.replace

/** A stopped import counts as underway, because it is retried automatically. */
export const isUnderway = ({ status }: Pick<ImportJob, 'status'>) =>
  status === 'checking' || status === 'importing' || status === 'failed' || status === 'reverting'

export const importListWords = {
  label: 'Previous imports',
  empty: { title: 'No imports yet', text: 'Files you upload appear here with their results.' },
}

export const importRowsWords = {
  label: 'Rows of the file',
  empty: { title: 'No matching rows' },
}

export const importPageWords = {
  title: 'Import Form Requests',
  description: 'Send forms to many patients from one spreadsheet. You can check every row before anything is created.',
  upload: 'Upload the spreadsheet',
  cannotImport: 'This file cannot be imported',
  tooLarge: 'The file is larger than 64 MB. Split it into smaller files.',
  file: {
    label: 'Spreadsheet',
    hint: 'An Excel workbook (.xlsx) with up to 100,000 rows, made from the template or with columns of your own',
  },
  askForColumns: {
    label: 'Match the columns before importing',
    hint: 'Formward remembers how you matched the columns of your own spreadsheet. Tick this box to match them again.',
  },
  template: {
    title: 'Start from the template',
    text: 'Fill in one row for each form request. Row 2 is an example and is not imported. The second tab explains every column and names the forms you can send.',
    download: 'Download the template',
  },
}

export const matchColumnsWords = {
  title: (file: string) => `Match the columns of ${file}`,
  differs: 'This spreadsheet was not made from the template. Choose the column of your spreadsheet for each column below.',
  explain: 'Choose the column of your spreadsheet for each column below.',
  notInFile: 'Not in this file',
  samples: (samples: readonly string[]) => (samples.length > 0 ? `First values: ${samples.join(' · ')}` : 'The first rows are empty'),
  required: (column: string) => `${column} is required.`,
  chosenTwice: (heading: string) => `‘${heading}’ is chosen for more than one column.`,
  toFix: 'Fix the columns marked below. A required column that is missing must be added to the spreadsheet.',
  leftOut: (headings: readonly string[]) => `Not imported: ${headings.join(', ')}.`,
  kept: 'Your choice is remembered for all files of your organisation with these headings.',
  confirm: 'Check the rows',
  cancel: 'Use another file',
}

export const mappedColumnsWords = {
  title: 'The columns of this file were matched',
  mapped: (heading: string, column: string) => `‘${heading}’ as ${column}`,
  list: (mapped: readonly string[]) => `${mapped.join(', ')}.`,
  leftOut: matchColumnsWords.leftOut,
  change: 'To match them again, upload the file with ‘Match the columns before importing’ ticked.',
}

export const importColumnWords = {
  file: 'File',
  status: 'Status',
  rows: 'Rows',
  errors: 'With errors',
  imported: 'Imported',
  uploadedBy: 'Uploaded by',
  uploaded: 'Uploaded',
}

export const importJobWords = {
  title: 'Import Details',
  uploaded: (name: string | undefined, moment: string) => `Uploaded ${name === undefined ? '' : `by ${name} `}on ${moment}.`,
  rowsRemoved: {
    title: (moment: string) => `The rows were removed on ${moment}`,
    text: 'Rows are kept for 30 days after an import. The patients and form requests it created are kept.',
  },
}

const leftOut = (count: number) => `${formatCount(count, 'row was', 'rows were')} left out`

export const importProgressWords = {
  another: 'Upload another file',
  checking: 'Checking every row',
  checked: (rows: number) => (rows > 0 ? `${formatCount(rows, 'row')} checked so far` : 'Reading the file'),
  creating: 'Creating form requests',
  created: (done: number, total: number) =>
    `${formatNumber(done)} of ${formatCount(total, 'row')}. You can leave this page. The import continues.`,
  cannotImport: importPageWords.cannotImport,
  stopped: 'Something went wrong',
  retry: 'Try again now',
  done: (requests: number) => `${formatCount(requests, 'form request')} created`,
  open: 'Open these form requests',
  inOutbox: 'The messages are kept in the outbox of this system. They do not reach patients.',
  sent: 'Each patient gets a message.',
  replaced: (count: number) => `${formatCount(count, 'open form request was', 'open form requests were')} replaced.`,
  skipped: (count: number) => `${leftOut(count)}.`,
  errors: (count: number) => `${leftOut(count)} because of errors.`,
}

export const tileWords = {
  new: 'New',
  warnings: 'Warnings',
  errors: 'Errors',
  created: 'Created',
  willBeCreated: 'Will be created',
  leftOut: 'Left out',
  willBeLeftOut: 'Will be left out',
  warningsLeftOut: (count: number) => `${formatNumber(count)} left out`,
  undecided: 'Need a decision',
}

export const completeWords = {
  button: (count: number) => `Create ${formatCount(count, 'form request')}`,
  otherFile: 'Upload a corrected file instead',
  question: (count: number) => `Create ${formatCount(count, 'form request')}?`,
  confirm: (count: number) => `Create ${formatCount(count, 'form request')} and send ${formatCount(count, 'message')}`,
  replacing: 'A replaced form request is closed. Its link stops working, and answers already started there are kept.',
  /** The plan cannot include this: the import checks each form request again when it reaches the row. */
  notReplaced: 'A form request is not replaced if it is assigned to a colleague or the patient has opened it. Its row is left out.',
  /** The result of pressing the button with the current decisions. */
  plan: ({ plan, errorRows }: Pick<ImportJob, 'plan' | 'errorRows'>) => {
    const replaced = plan.replace > 0 ? `, ${formatNumber(plan.replace)} of them replacing an open form request` : ''
    const skipped = plan.skip > 0 ? ` ${formatCount(plan.skip, 'row')} will be left out.` : ''
    const wrong = errorRows > 0 ? ` ${formatCount(errorRows, 'row has', 'rows have')} errors and will be left out.` : ''
    return `${formatCount(plan.send + plan.replace, 'form request')} will be created${replaced}.${skipped}${wrong}`
  },
  exampleLeftOut: 'The example row of the template is not imported.',
  noRows: {
    title: 'No rows to import',
    empty: 'The file has no rows below the column headings.',
    onlyExample: 'The file has only the example row of the template. Write your rows below it and upload the file again.',
    errors: 'Every row has an error. Correct the rows and upload the file again.',
  },
}

export const messagesWords = {
  byMethod: (method: string, count: number) => `${method}: ${formatCount(count, 'message')}`,
  skipped: (count: number) => `${formatCount(count, 'row')} will be left out, as decided`,
  unreached: (count: number) => `${formatCount(count, 'patient cannot', 'patients cannot')} be reached and will be left out`,
  problem: (words: string, rows: number) => `${words}: ${formatNumber(rows)}`,
  names: (names: readonly string[], rows: number) => {
    const more = rows - names.length
    return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ')
  },
  counting: 'Counting the messages…',
  notCounted: 'The length and price of the messages could not be counted. You can close this window and try again.',
  otherErrors: (count: number) => `${formatCount(count, 'row has other errors', 'rows have other errors')} and will be left out`,
  records: 'New patients are added. If a patient’s record has no phone number or email address, the one in the file is added.',
}

export const decideWords = {
  warning: (label: string, rows: number) => `${label}: ${formatCount(rows, 'row')}`,
  alsoByRow: 'You can also',
  eachRow: 'decide each row',
  idle: 'Select rows to decide them one by one',
  noneSelected: 'Select rows first.',
  tooMany: (limit: number) => `You can decide up to ${formatCount(limit, 'row')} at once.`,
  sameAsFile: 'Same as for the file',
}

export const rowWords = {
  check: 'Check',
  tabs: { all: 'All rows', new: 'New', warnings: 'Warnings', errors: 'Errors' },
  row: (number: number) => `row ${number}`,
  columns: {
    row: 'Row',
    problems: 'Problems',
    patient: 'Patient',
    nhsNumber: 'NHS number',
    form: 'Form',
    pathwayId: 'Pathway ID',
    sentBy: 'Sent by',
    decision: 'Decision',
    outcome: 'Outcome',
  },
  leftOut: 'Left out because of errors',
  open: 'Open',
  openReplaced: 'Open the replaced form request',
  patientArchived: 'Patient archived',
}

export const rowFilterWords = {
  label: 'Find rows',
  search: { label: 'Search the rows', placeholder: 'Name, number or word' },
  all: 'All',
  problem: 'Problem',
  outcome: 'Outcome',
  undone: 'Result of undoing',
  replaced: 'Replaced form requests',
  option: (label: string, rows: number) => `${label} (${formatNumber(rows)})`,
  rowsToCorrect: 'Rows to correct',
  allRows: 'All rows',
}

export const revertWords = {
  button: 'Undo this import',
  question: (count: number) => `Undo the import of ${formatCount(count, 'form request')}?`,
  confirm: 'Undo the import',
  requests:
    'Form requests that no patient has opened are marked as sent in error. Messages that are waiting are cancelled. A sent message cannot be recalled, but its link says that the form was sent in error.',
  patients: (count: number) =>
    `This import created ${formatCount(count, 'patient')}. Patients who have not changed since are archived. Importing a corrected file restores the patients in it.`,
  kept: 'Form requests that a patient has opened or answered, or that are assigned to a colleague, are kept and listed. You cannot reverse this.',
  reopen: {
    label: (count: number) => `Reopen the ${formatCount(count, 'form request')} that this import replaced`,
    hint: 'No message is sent. Form requests whose message was not sent are listed as not reached.',
  },
}

export const revertedWords = {
  reopening: 'Reopening the form requests that were replaced',
  undoing: 'Undoing the import',
  progress: (done: number, total: number, refusal: string) =>
    `${formatNumber(done)} of ${formatNumber(total)}. ${refusal || 'You can leave this page. The work continues.'}`,
  title: (undone: number, total: number) => `${formatNumber(undone)} of ${formatCount(total, 'form request')} undone`,
  download: 'Download what was not undone',
  outcome: (label: string, count: number) => `${label}: ${formatNumber(count)}`,
  replaced: (outcome: string, count: number) => `Replaced form requests ${outcome.toLowerCase()}: ${formatNumber(count)}`,
  patients: (archived: number, created: number) =>
    `${formatNumber(archived)} of ${formatCount(created, 'patient')} created by this import ${archived === 1 ? 'is' : 'are'} archived.${
      archived < created ? ' The others still have a form request, or were changed or sent a message since.' : ''
    }`,
}
