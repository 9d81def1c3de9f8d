export const formListWords = {
  label: 'Forms',
  empty: { title: 'No forms yet', text: 'A form holds the questions for patients.' },
  noMatch: { title: 'No form matches', text: 'Search for other words, or clear the filters.' },
}

export const formsPageWords = {
  title: 'Form List',
  import: 'Import form',
  library: 'Question library',
  create: 'Create form',
  search: 'Search forms',
  neverPublished: 'Never published',
  showArchived: 'Show archived',
  actionsFor: (title: string) => `Actions for ${title}`,
  columns: { title: 'Title', version: 'Version', questions: 'Questions', sent: 'Sent', editedBy: 'Edited by', updated: 'Updated' },
  archived: 'Archived',
  changed: 'Changed',
  draft: 'Draft',
  copy: 'Copy',
  edit: 'Edit',
  actions: 'Actions',
  all: 'All',
  state: 'State',
  type: 'Type',
  published: 'Published',
}

export const formFieldWords = {
  titleHint: 'Patients see the title.',
  descriptionHint: 'Patients see the description before the first question. Explain why you ask and who reads the answers.',
  typeHint: (publishedType: string | undefined) => {
    if (publishedType === undefined)
      return 'Patients see the type in the NHS App. Answers to a waiting-list form put patients in the waiting-list queues.'
    if (publishedType === 'waiting_list')
      return 'A published waiting-list form keeps its type, because its answers put patients in the waiting-list queues. To use another type, copy the form.'
    return 'Patients see the type in the NHS App. A published form cannot become a waiting-list form. To use that type, copy the form.'
  },
  type: 'Type',
  description: 'Description',
  title: 'Title',
}

export const formPageWords = {
  title: 'Form Details',
  tabs: {
    preview: 'Preview',
    information: 'Information',
    submissions: 'Submissions',
    submission: 'Submission Preview',
    analytics: 'Analytics',
    versions: 'Versions',
    translations: 'Translations',
  },
  archived: 'This form is archived. Restore the form to edit it.',
  details: 'Form details',
  manage: 'Manage',
  form: 'Form',
}

export const formActionWords = {
  deleteForm: 'Delete',
  downloadPdf: 'Download PDF',
  downloadDraftPdf: 'Download PDF of the draft',
  exportFhir: 'Export FHIR',
  deleteAlreadySent: 'Delete (already sent)',
  send: 'Send to patients',
  copyTitle: (title: string) => `Copy of ${title}`,
  created: (title: string) => `${title} was created.`,
  archived: (title: string) => `${title} was archived.`,
  restored: (title: string) => `${title} was restored.`,
  deleted: (title: string) => `${title} was deleted.`,
  archive: {
    title: (title: string) => `Archive ${title}?`,
    confirm: 'Archive form',
    text: 'You can no longer send the form. Patients who have the form can still answer, and all answers are kept. You can restore the form at any time.',
  },
  delete: {
    title: (title: string) => `Delete ${title}?`,
    confirm: 'Delete form',
    text: 'The form was never sent, so there are no answers. Its questions and versions are deleted permanently.',
  },
  edit: 'Edit',
  restore: 'Restore',
  archiveLabel: 'Archive',
  copy: 'Copy',
}

export const submissionListWords = {
  label: 'Submissions',
  empty: { title: 'No submissions yet', text: 'Submissions appear here when patients send their answers.' },
}

export const submissionWords = {
  nhsNumber: 'NHS number',
  dateOfBirth: 'Date of birth',
  notChosen: {
    title: 'No submission selected',
    text: 'Open one submission at a time. The audit log records who reads the answers.',
    action: 'Select a submission',
  },
  description: (version: number, submitted: string) => `Version ${version}, submitted ${submitted}`,
  downloadPdf: 'Download PDF',
  downloadFhir: 'Download FHIR',
  formRequest: 'Form request',
  notAsked: 'Not asked',
  notAnswered: 'Not answered',
  answers: 'Answers',
  patient: 'Patient',
  submitted: 'Submitted',
  version: 'Version',
}

export const versionListWords = {
  label: 'Versions',
  empty: { title: 'Never published', text: 'Publish the draft to create version 1.' },
}
