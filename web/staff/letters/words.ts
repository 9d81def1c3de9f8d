import { formatCount } from '#domain/amounts.ts'
import type { LetterBatch } from '#contract/letters.ts'
import type { LetterBatchStatus } from '#domain/letters.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'

const formatNumber = (number: number) => number.toLocaleString('en-GB')

export const lettersPageWords = {
  title: 'Letters',
  description:
    'Letters for patients whom no message reached. Each letter has your phone number and a code, which opens the form or the page about the removal.',
  tabs: { label: 'Letters', waiting: 'Waiting', batches: 'Batches' },
  make: (count: number) => `Make a batch of ${formatCount(count, 'letter')}`,
  noPhone: {
    title: 'No letters can be printed yet',
    text: 'Patients who cannot answer online need a phone number to call. Enter the phone number in the settings of the organisation.',
    ask: 'Ask an administrator to enter the phone number in the settings of the organisation.',
    settings: 'Open settings',
  },
}

export const waitingListWords = {
  label: 'Letters waiting to be printed',
  empty: {
    title: 'No letters waiting',
    text: 'Select form requests that are not reached in the list of form requests, then “More” and “Queue letters”. For removals from the waiting list, select “Queue letters” under “Could not be told”.',
  },
}

export const waitingWords = {
  columns: { patient: 'Patient', form: 'About', queued: 'Waiting since', problem: 'Problem', actions: 'Actions' },
  cancel: 'Cancel',
  cancelLetter: (patient: string) => ` the letter to ${patient}`,
  cancelled: 'The letter is cancelled.',
  cancelTitle: 'Cancel the letter?',
  removal: (form: string) => `Removal from the waiting list (${form})`,
  cancelText: (patient: string) => `The letter to ${patient} is not printed. The form request stays open.`,
  cancelRemovalText: (patient: string) =>
    `The letter to ${patient} is not printed. The removal stays approved, and the patient is listed again under “Could not be told” within 15 minutes.`,
  confirmCancel: 'Cancel letter',
  keep: 'Keep letter',
}

export const batchLooks: Record<LetterBatchStatus, { label: string; badge: BadgeKind }> = {
  making: { label: 'Being made', badge: 'notice' },
  ready: { label: 'Ready to print', badge: 'info' },
  printed: { label: 'Printed', badge: 'success' },
  returned: { label: 'Put back', badge: 'dark' },
}

export const batchListWords = {
  label: 'Batches of letters',
  empty: { title: 'No batches yet', text: 'Each batch is one PDF with many letters. Your batches appear here.' },
}

export const batchWords = {
  columns: {
    batch: 'Batch',
    status: 'Status',
    letters: 'Letters',
    sheets: 'Sheets of paper',
    made: 'Made',
    ended: 'Printed or put back',
    actions: 'Actions',
  },
  name: (number: number) => `Batch ${number}`,
  which: (number: number) => ` batch ${number}`,
  again: (number: number) => `Reprint of batch ${number}`,
  twoSided: 'two-sided',
  progress: ({ madeLetters, letters }: LetterBatch) => `${formatNumber(madeLetters)} of ${formatCount(letters, 'letter')}`,
  by: (moment: string, name: string) => `${moment}, by ${name}`,
  fileUntil: (moment: string) => `File kept until ${moment}`,
  noFile: 'The file is no longer kept. Put the letters back to print them in another batch.',
  download: 'Download',
  markPrinted: 'Mark as printed',
  putBack: 'Put the letters back',
  printAgain: 'Print again',
  more: (number: number) => `More for batch ${number}`,
}

export const makeWords = {
  title: (count: number) => `Make a batch of ${formatCount(count, 'letter')}`,
  text: 'The letters that waited longest come first. Letters that are no longer needed are cancelled.',
  sides: 'Printing',
  oneSided: { label: 'One-sided' },
  twoSided: { label: 'Two-sided', hint: 'Each letter begins on a new sheet.' },
  submit: 'Make batch',
  cancel: 'Cancel',
  made: (number: number, letters: number) => `Batch ${number} with ${formatCount(letters, 'letter')} is being made.`,
}

export const printedWords = {
  title: (number: number) => `Was batch ${number} printed?`,
  text: (letters: number) =>
    `${formatCount(letters, 'form request')} will count as sent. Each timeline will say that the letter was printed. The file is deleted.`,
  remove: (count: number) => `Take ${formatCount(count, 'letter')} out before you post the others`,
  removeText: 'These letters must not be posted.',
  letter: (number: number, patient: string, reason: string) => `Letter ${number}, ${patient}: ${reason}`,
  confirm: 'Mark as printed',
  done: (number: number) => `Batch ${number} is marked as printed.`,
}

export const putBackWords = {
  title: (number: number) => `Put the letters of batch ${number} back?`,
  text: 'The letters wait to be printed again, and the file is deleted. Do not post pages of this batch.',
  again: 'The reprint is cancelled, and the file is deleted. Do not post pages of this batch.',
  confirm: 'Put back',
  done: (number: number) => `The letters of batch ${number} are put back.`,
  doneAgain: (number: number) => `The reprint in batch ${number} was cancelled.`,
}

export const printAgainWords = {
  title: (number: number) => `Print the letters of batch ${number} again`,
  text: 'The letters are made again in another batch, with the same codes. Letters that are no longer needed are left out.',
  reason: {
    label: 'Reason',
    hint: 'For example, the printer jammed. The reason is kept in the audit log.',
    required: 'Reason is required.',
  },
  submit: 'Make batch',
  cancel: 'Cancel',
}
