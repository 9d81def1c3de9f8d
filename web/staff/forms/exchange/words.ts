import { formatCount } from '#domain/amounts.ts'

export const importWords = {
  tooLarge: 'The file is larger than 10 MB. Choose a smaller file.',
  reading: 'Reading…',
  title: 'Import Form',
  description: 'Import a FHIR R4 Questionnaire from another system. Check every item before the form is created.',
  refused: 'Import failed',
  file: { label: 'Questionnaire file', hint: 'FHIR R4 as JSON, up to 10 MB' },
  paste: {
    label: 'Or paste the questionnaire',
    hint: 'All of the JSON, from the first { to the last }',
    submit: 'Read the text',
    missing: 'Text is required.',
  },
}

export const reportWords = {
  creating: 'Creating…',
  outcomes: { kept: 'Imported', degraded: 'Changed', dropped: 'Left out' },
  noText: 'No text',
  notes: 'Changes',
  noChanges: 'No changes',
  summary: (questions: number, items: number, kept: number, changed: number, dropped: number) =>
    `${formatCount(questions, 'question, page or section', 'questions, pages and sections')} from ${formatCount(items, 'item')}: ${kept} imported, ${changed} changed, ${dropped} left out.`,
  create: 'Create draft',
  createSeveral: (count: number) => `Create ${count} drafts`,
  parts: (count: number) => `${count} forms`,
  part: (title: string, questions: number) =>
    `${title}: ${formatCount(questions, 'question, page or section', 'questions, pages and sections')}`,
  all: (count: number) => `All items (${count})`,
  table: 'Imported items',
  empty: { title: 'No items', text: 'No item has this outcome.' },
  show: 'Show',
  outcome: 'Outcome',
  item: 'Item',
}
