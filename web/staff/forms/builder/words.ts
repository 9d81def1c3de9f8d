import { formatCount } from '#domain/amounts.ts'

const quote = (name: string) => `“${name}”`

export const builderWords = {
  title: 'Title',
  untitledForm: 'Untitled form',
  settings: 'Title, description and type',
  noQuestions: { title: 'No questions yet', text: 'Add your first question.' },
  formFull: (limit: number) => `You have reached the limit of ${limit} questions`,
  expandSections: 'Expand sections',
  collapseSections: 'Collapse sections',
  openElsewhere: (names: string, isSeveral: boolean) => `${names} also ${isSeveral ? 'have' : 'has'} this form open.`,
  openInOtherWindow: 'You have this form open in another window.',
  merging: 'Changes to different questions are merged.',
  preview: 'Preview',
  publish: 'Publish',
  details: 'Details',
  questions: 'Questions',
  translations: 'Translations',
  redo: 'Redo',
  undo: 'Undo',
}

export const questionWords = {
  feelings: 'Feelings',
  optional: 'Optional',
  untitled: (type: string) => (type === 'section' ? 'Untitled section' : 'Untitled question'),
  add: 'Add question',
  addFromLibrary: 'Add from library',
  addedAfter: (number: number) => `The new question goes after question ${number}, which is open.`,
  types: 'Question types',
  howToMove: 'Drag to reorder, or use the arrow keys. Press Home or End to move to the start or end.',
  handle: (name: string) => `Move: ${name}`,
  dragToMove: 'Drag to move',
  inSection: (name: string) => `Questions in ${name}`,
  showQuestions: 'Show questions',
  hideQuestions: 'Hide questions',
  problems: (count: number) => `${formatCount(count, 'problem')} to fix`,
  withQuestions: (name: string, count: number) => `${name} with ${formatCount(count, 'question')}`,
  position: (name: string, position: number, total: number) => `${name} is now at position ${position} of ${total}.`,
  notMoved: (name: string) => `${name} was not moved.`,
  moving: (name: string) => `Moving ${name}. Press Escape to cancel.`,
  limit: (limit: number) => `A form can have up to ${limit} questions.`,
  duplicated: (name: string) => `${name} was duplicated.`,
  deleted: (name: string) => `${quote(name)} was deleted.`,
  restored: 'The question was restored.',
  used: {
    title: (name: string) => `Delete ${quote(name)}?`,
    text: 'These use the answer, and must be changed before you can publish:',
    condition: (name: string) => `The condition of ${quote(name)}`,
    score: (name: string) => `The score ${quote(name)}`,
    redFlag: (name: string) => `The red flag ${quote(name)}`,
    translation: (language: string) => `The ${language} translation`,
    unnamed: 'without a name',
    confirm: 'Delete question',
    cancel: 'Keep question',
  },
  undo: 'Undo',
  duplicate: 'Duplicate',
  delete: 'Delete',
}

export const editorWords = {
  max: 'Maximum',
  min: 'Minimum',
  unit: 'Unit',
  question: 'Question',
  heading: { information: 'Heading', section: 'Section heading' },
  required: 'Required',
  identifying: { label: 'This answer could identify the patient', hint: 'Left out of exports without personal data.' },
  lockedType: {
    question: 'Already published, so you can only change it to a compatible type. For any other type, add a new question.',
    text: 'Already published, so you cannot change it to a question. Add a new question instead.',
  },
  length: { label: 'Answer length', short: 'One line', long: 'Several lines' },
  sectionText: 'Shown on its own page before the questions in the section. If empty, the heading is shown above each question.',
  unitHint: 'For example, kg',
  limitHint: 'Number allowed',
  decimals: { label: 'Decimal places', hint: 'Leave empty for whole numbers' },
  lowLabel: { label: 'Label for 0', hint: 'For example, no pain' },
  highLabel: { label: 'Label for 10', hint: 'For example, worst pain' },
  notNumber: 'Enter a number',
  type: 'Type',
  none: 'None',
  category: 'Category',
  hint: 'Hint',
  text: 'Text',
  saveToLibrary: 'Save to library',
}

export const optionWords = {
  add: 'Add option',
  editAsText: 'Edit as text',
  exclusive: { label: 'Option that excludes the others', hint: 'For example, None of these.' },
  name: (number: number) => `Option ${number}`,
  unnamed: (number: number) => `option ${number}`,
  points: (name: string) => `Points for ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  none: 'None',
  pointsLabel: 'Points',
  options: 'Options',
}

export const protocolWords = {
  title: 'Clinical protocol',
  empty: 'Not set',
  completed: (count: number, total: number) => `${count} of ${total} completed`,
  audience: 'For staff only. Patients never see the clinical protocol.',
  why: { label: 'Reason for the question', hint: 'What the answer is used for.' },
  reader: { label: 'Who reads the answer', hint: 'A role and a time. For example, booking team, every weekday.' },
  risk: { label: 'Action if the patient is at risk', hint: 'Who does what if the answer suggests the patient is not safe.' },
}

export const logicWords = {
  number: 'Number',
  showOnlyIf: { section: 'Show this section only if…', information: 'Show this page only if…', question: 'Show this question only if…' },
  shownIf: 'Shown if',
  all: 'all of these are true',
  any: 'any of these is true',
  addRule: 'Add rule',
  removeRule: 'Remove rule',
  rule: (number: number) => `Rule ${number}`,
  removeRuleNumber: (number: number) => `Remove rule ${number}`,
  deletedQuestion: 'A deleted question',
  deletedOption: 'A deleted option',
  untitledOption: 'Untitled option',
  numberOf: (unit: string) => `Number of ${unit}`,
  if: 'If',
  question: 'Question',
  comparison: 'Comparison',
  answer: 'Answer',
  select: 'Select…',
  date: 'Date',
}

const anyNumber = 'any number'
const end = (number: number) => (Number.isFinite(number) ? String(number) : anyNumber)
const between = ({ min, max }: { min: number; max: number }) => (min === max ? end(min) : `from ${end(min)} to ${end(max)}`)

export const scoringWords = {
  none: 'None',
  title: 'Scores and red flags',
  introduction: 'A score adds up the points for answers. A red flag makes a form request urgent.',
  addScore: 'Add score',
  addRedFlag: 'Add red flag',
  untitledScore: 'Untitled score',
  deletedScore: 'A deleted score',
  scoreCount: (count: number) => formatCount(count, 'score'),
  redFlagCount: (count: number) => formatCount(count, 'red flag'),
  score: {
    legend: (name: string) => (name ? `Score: ${name}` : 'Score'),
    name: { label: 'Score name', hint: 'The name your colleagues know. For example, PHQ-9.' },
    noQuestions: 'No questions can be scored yet. Add a number, a scale, or options with points.',
    questions: 'Questions in the score',
    delete: 'Delete score',
    formula: (name: string, terms: string, range: { min: number; max: number }) =>
      `${name || 'Score'} = ${terms || '…'}, ${between(range)}`,
    term: (number: number) => `question ${number}`,
  },
  points: {
    number: (range: { min: number; max: number }) => `Adds the number, ${between(range)}`,
    none: 'The options have no points yet',
    option: (label: string, points: number | undefined) => `${label || logicWords.untitledOption}: ${points ?? 'no points'}`,
    more: (count: number) => `${count} more`,
  },
  bands: {
    label: 'Bands',
    from: 'From',
    to: 'To',
    hint: 'Use the band names from the instrument’s publisher. For example, Mild.',
    add: 'Add band',
    name: 'Band name',
    remove: 'Remove band',
    number: (number: number) => `Band ${number}`,
    removeNumber: (number: number) => `Remove band ${number}`,
  },
  redFlag: {
    legend: (name: string) => (name ? `Red flag: ${name}` : 'Red flag'),
    name: { label: 'Red flag name', hint: 'The name your colleagues see. For example, Chest pain now.' },
    alert: {
      label: 'Alert after (minutes)',
      hint: 'If nobody opens the answers in this time, the assignee gets an alert. If there is no assignee, the administrators get it.',
    },
    addAnswers: 'Add answer condition',
    score: 'Score',
    addScore: 'Add score condition',
    removeScore: 'Remove score condition',
    atLeast: 'Is at least',
    delete: 'Delete red flag',
  },
}

export const checkWords = {
  title: 'Check form',
  problems: (count: number) => `${formatCount(count, 'problem')} to fix`,
  warnings: (count: number) => formatCount(count, 'warning'),
  none: 'No problems found',
  ready: 'Every question can be shown, and the scores and red flags are complete. You can publish this form.',
  place: (what: string, name: string, index: number) => `${what} ${name ? `‘${name}’` : index + 1}`,
  question: (number: number | undefined) => `Question ${number}`,
  redFlag: 'Red flag',
  translations: 'Translations',
}

export const draftWords = {
  saving: 'Saving…',
  saved: 'Saved',
  notSaved: 'Not saved',
  notSavedBecause: (reason: string) => `Not saved: ${reason}`,
  tryAgain: 'Try again',
  savedAt: (time: string) => `Saved ${time}`,
  merged: (name: string | undefined) => `Changes by ${name ?? 'another user'} were added. Your changes are still here.`,
  conflict: {
    title: 'Another user changed this form',
    choice: 'Load the saved version, or keep your changes as a new form. After loading, you can use Undo to get your changes back.',
    load: 'Load the saved version',
    keep: 'Keep my changes as a copy',
    copyTitle: (title: string) => `${title} (my changes)`,
  },
}

export const publishWords = {
  notReady: 'Not ready to publish',
  title: (version: number) => `Publish version ${version}`,
  fixFirst: 'Fix these problems first:',
  warnings: 'Check these warnings before you publish:',
  published: (version: number | null) => `Version ${version} is live. New form requests will use this version.`,
  notes: {
    label: 'Version notes',
    hint: 'Your colleagues see this in the list of versions.',
    meaningHint: 'Explain why the meaning of answers has changed. Colleagues who compare answers will see this.',
  },
  notSaved: 'Your last changes could not be saved, so the form was not published.',
  changedByOthers:
    'Another user’s changes were just added, so the form was not published. Close this window and check them, then publish the form.',
  cancel: 'Cancel',
  publish: 'Publish',
}
