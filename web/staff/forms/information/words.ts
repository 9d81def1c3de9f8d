export const informationWords = {
  notPublished: 'Not published yet',
  version: (version: number) => `Version ${version}`,
  since: (version: string, date: string) => `${version}, since ${date}`,
  labels: {
    pep: 'PEP department or clinic',
    liveVersion: 'Live version',
    sent: 'Form requests sent',
    lastEdited: 'Last edited',
    id: 'Form ID',
  },
  changed: 'Has unpublished changes',
  unchanged: 'Same as the live version',
  editedBy: (date: string, name: string) => `${date} by ${name}`,
  newTab: (address: string) => `${address} (opens in a new tab)`,
  licence: 'Licence',
  source: 'Source',
  created: 'Created',
  questions: 'Questions',
  draft: 'Draft',
  type: 'Type',
  description: 'Description',
  title: 'Title',
}

export const pepWords = {
  title: 'PEP department or clinic',
  changeSuffix: ' the PEP department or clinic',
  linked: (code: string) => `The form is linked to ${code}.`,
  unlinked: 'The form is not linked to a department or clinic.',
  code: {
    label: 'Department or clinic code',
    hint: 'The code of the appointment type in the patient engagement portal. Leave empty to remove the link.',
  },
  save: 'Save',
  cancel: 'Cancel',
  change: 'Change',
}
