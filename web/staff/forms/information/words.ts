import { type PepPlaceKind, pepPlaceKindLabels } from '#domain/pep.ts'

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

export const reminderWords = {
  label: 'Reminders',
  ofOrganisation: 'As set for the organisation',
  own: (rule: string) => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`,
  none: 'No reminders',
  change: 'Change',
  changeSuffix: ' the reminders',
  title: 'Reminders of this form',
  kind: 'Patients who have not answered',
  kinds: {
    organisation: 'Use the organisation’s reminders',
    own: 'Send other reminders for this form',
    none: 'Send no reminders for this form',
  },
  organisationHint: (rule: string | undefined) => (rule === undefined ? 'None at the moment' : `At the moment: ${rule}`),
  noneHint: 'Staff can still send a reminder on a form request.',
  first: 'First reminder',
  second: 'Second reminder',
  last: 'Last reminder',
  afterHint: 'Days after the message. 0 for none.',
  beforeHint: 'Days before the form expires. 0 for none.',
  save: 'Save',
  saved: 'The reminders of the form are saved.',
  cancel: 'Cancel',
}

export const sensitiveWords = {
  label: 'NHS App',
  shown: 'Shown, if the organisation uses the NHS App',
  sensitive: 'Sensitive: not shown',
  change: 'Change',
  changeSuffix: ' what the NHS App shows',
  title: 'NHS App',
  isSensitive: 'This form is sensitive',
  hint: 'The NHS App does not show that patients got a sensitive form. Messages about the form are still sent.',
  save: 'Save',
  cancel: 'Cancel',
  saved: (isSensitive: boolean) => (isSensitive ? 'The NHS App does not show this form.' : 'The NHS App can show this form.'),
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
  /** A name such as “Sleep clinic” says already what it is. */
  place: (name: string, kind: PepPlaceKind) =>
    name.toLowerCase().includes(kind) ? name : `${name} (${pepPlaceKindLabels[kind].toLowerCase()})`,
  confirmed: (date: string) => `Confirmed by the PEP on ${date}`,
  notConfirmed: 'Code not confirmed',
  notConfirmedHint: 'The PEP has not confirmed this code. Change the link and save the code again to check it.',
  publishing: (code: string) =>
    `The form is linked to the code ${code}, which the PEP has not confirmed. Patients may be sent to the wrong place.`,
  search: {
    label: 'Find a department or clinic',
    hint: 'The start of a code or of a word of the name. Your choice fills in the code.',
  },
  check: 'Check code',
  checking: 'Checking…',
  known: (code: string, place: string) => `${code} is ${place}.`,
  notChecked: (why: string) => `The code could not be checked. ${why} You can save the code without a check.`,
  save: 'Save',
  cancel: 'Cancel',
  change: 'Change',
}
