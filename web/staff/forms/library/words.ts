import { formatCount } from '#domain/amounts.ts'

const quote = (name: string) => `“${name}”`
const quoteAll = (names: readonly string[]) => names.map(quote).join(', ')

export const libraryListWords = {
  label: 'Library questions',
  empty: {
    title: 'No library questions yet',
    text: 'Open a question in a form and select “Save to library”. All users who build forms can then add the question to their forms.',
  },
  noMatch: { title: 'No library question matches', text: 'Search for other words, or clear the search.' },
}

export const libraryPageWords = {
  title: 'Question Library',
  description:
    'Questions that your organisation uses in many forms. A change here does not change the forms that already have the question.',
  search: 'Search library questions',
  forms: 'Go to forms',
  columns: { name: 'Name', question: 'Question', type: 'Type', updatedBy: 'Updated by', updated: 'Updated' },
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  remove: 'Remove',
  removed: (name: string) => `${quote(name)} was removed from the library.`,
  removal: {
    title: (name: string) => `Remove ${quote(name)} from the library?`,
    text: 'Forms that have the question keep it.',
    confirm: 'Remove question',
    cancel: 'Keep question',
  },
}

export const libraryEditWords = {
  title: (name: string) => `Edit ${quote(name)}`,
  loading: 'Edit library question',
  name: 'Name',
  save: 'Save changes',
  cancel: 'Cancel',
  saved: (name: string) => `${quote(name)} was saved.`,
  load: 'Load the saved version',
  fixedTexts:
    'The question and its options cannot be changed here. Add the question to a form, change it there, and save it under another name.',
}

export const saveToLibraryWords = {
  title: 'Save to library',
  name: { label: 'Name', hint: 'Colleagues find the question by this name. For example, Smoking status.' },
  save: 'Save to library',
  cancel: 'Cancel',
  close: 'Close',
  saved: (name: string) => `${quote(name)} was saved to the library.`,
  incomplete: 'Fix these problems before you save the question to the library:',
  leftOut: {
    title: 'Not saved',
    condition: 'The condition, because it depends on other questions in this form.',
    scores: (names: readonly string[]) =>
      `The ${names.length === 1 ? 'score' : 'scores'} ${quoteAll(names)}. The points of the options are saved.`,
    redFlags: (names: readonly string[]) =>
      `The ${names.length === 1 ? 'red flag' : 'red flags'} ${quoteAll(names)}, because ${names.length === 1 ? 'it depends' : 'they depend'} on other answers or a score.`,
    languages: (names: readonly string[]) => `Translations of an earlier English text: ${names.join(', ')}.`,
  },
}

export const addFromLibraryWords = {
  title: 'Add from library',
  about: 'The question is added as a copy, without a condition. Later changes in the library do not change this form.',
  search: 'Search library questions',
  type: 'Type',
  allTypes: 'All',
  label: 'Library questions',
  clear: 'Clear the search',
  add: 'Add to form',
  added: (name: string) => `${quote(name)} was added from the library.`,
  close: 'Close',
  noSpace: (limit: number) => `A form can have up to ${limit} red flags, so this question cannot be added with its red flags.`,
}

export const questionSummaryWords = {
  question: 'Question',
  heading: 'Heading',
  required: 'Required',
  optional: 'Optional',
  points: (points: number) => formatCount(points, 'point'),
  excludes: 'excludes the other options',
  moreOptions: (count: number) => `and ${formatCount(count, 'more option')}`,
  redFlags: 'Red flags',
  redFlag: (name: string) => `${quote(name)}: some answers make the form request urgent`,
  translations: 'Translations',
  notSet: 'Not set',
  type: 'Type',
  identifying: 'Personal data',
  identifyingText: 'This answer could identify the patient.',
}
