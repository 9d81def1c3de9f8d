import { formatCount } from '#domain/amounts.ts'

export const versionWords = {
  version: (version: number) => `Version ${version}`,
  live: (version: number) => `Version ${version} (live)`,
  actionsFor: (version: number) => `Actions for version ${version}`,
  comparePrevious: 'Compare with the previous version',
  compareDraft: 'Compare with the draft',
  translations: 'Translations',
  downloadPdf: 'Download PDF',
  exportFhir: 'Export FHIR',
  restoreAsDraft: 'Restore as draft',
  compare: 'Compare versions',
  columns: { notes: 'Version notes', open: 'Open form requests', publishedBy: 'Published by' },
  noNotes: 'No notes',
  published: 'Published',
  questions: 'Questions',
  earlier: 'Earlier',
  liveLabel: 'Live',
  state: 'State',
  versionLabel: 'Version',
  actions: 'Actions',
}

export const differenceWords = {
  score: 'Score',
  untitled: 'Untitled',
  form: 'Form',
  redFlag: 'Red flag',
  none: 'No differences.',
  sameMeaning: (count: number) => `${formatCount(count, 'change')}. The meaning of existing answers is the same.`,
  meaning: (count: number, meaning: number) =>
    `${formatCount(count, 'change')}. ${formatCount(meaning, 'change affects', 'changes affect')} the meaning of answers. Do not compare those answers between versions.`,
  changesMeaning: 'Changes meaning',
  after: 'After',
  before: 'Before',
  changed: 'Changed',
  removed: 'Removed',
  added: 'Added',
  compare: 'Compare',
  to: 'To',
  from: 'From',
}

export const publishChangesWords = {
  none: 'None',
  newRequests: 'New form requests will use this version.',
  comparedWith: (version: number, differences: string) => `Compared with version ${version}: ${differences}`,
  changesSince: (version: number) => `Changes since version ${version}`,
  noneOpen: 'No form requests are open, so no patient has an earlier version to finish.',
  open: 'Form requests already sent keep their version:',
  openVersion: (version: number, counts: string) => `Version ${version}: ${counts}`,
  unopened: (count: string) => `${count} not opened`,
  opened: (count: string) => `${count} opened`,
}

export const restoreWords = {
  title: (version: number) => `Restore version ${version} as the draft?`,
  live: 'Patients get the live version until you publish the draft.',
  unpublished: 'The draft has changes that were never published.',
  choice: {
    label: 'Unpublished changes',
    keep: 'Keep as a new form',
    replace: 'Discard',
    replaceHint: 'The changes cannot be recovered.',
  },
  copyTitle: (title: string) => `Draft of ${title}`,
  changes: 'Changes to the draft',
  changesWith: (differences: string) => `Changes to the draft: ${differences}`,
  confirm: (version: number) => `Restore version ${version}`,
  restored: (version: number) => `Version ${version} is now the draft. Publish the draft to use it again.`,
  cancel: 'Cancel',
}
