import { formatCount } from '#domain/amounts.ts'
import { maxLetterPages } from '#domain/letter-text.ts'

import type { TemplateLanguageState } from '#domain/template-languages.ts'
import type { SampleName } from '#domain/template.ts'

export const templateListWords = {
  label: 'Notification templates',
  empty: { title: 'No templates yet', text: 'Create a template to replace a default message.' },
  noMatch: { title: 'No template matches', text: 'Search for other words, or clear the filters.' },
}

export const templateLabels = {
  description: 'Description',
  category: 'Category',
  method: 'Sent by',
  type: 'Type',
  subject: 'Subject',
  body: 'Body',
  inUse: 'In use',
  updated: 'Updated',
}

export const templateStateWords = {
  inUse: 'In use',
  notInUse: 'Not in use',
  notSent: 'Not sent',
  no: 'No',
  noMessage: 'No message is sent with this template',
  someNotSent: 'Some messages are not sent',
}

export const templatesPageWords = {
  title: 'Notification Templates',
  description: 'The messages and letters your patients receive. A custom template replaces the default.',
  create: 'Create template',
  search: 'Search templates',
  anyCategory: 'Any category',
  anyMethod: 'Any method',
  anyType: 'Any type',
}

export const templateFormWords = {
  createTitle: 'Create Template',
  createDescription: 'Write the message your patients receive. Personal fields show the details of each patient.',
  create: 'Create template',
  created: 'The template was created.',
  cancel: 'Cancel',
  save: 'Save changes',
  saved: 'The template was saved.',
  descriptionHint: 'For you and your colleagues. Patients do not see the description.',
  categoryHint: 'When the message is sent.',
  methodHint: 'NHS App messages cannot be customised.',
  use: 'Use this template',
  useHint: (method: string, category: string) => `Replaces the current ${method} template for “${category}”.`,
  bodyHint: 'Plain text. Include ((link)), or the patient cannot open the form.',
  letterBodyHint:
    'Plain text. An empty line begins a paragraph. The code, the QR code and your phone number are added below the text of every letter.',
  letterSubjectHint: 'The heading of the letter.',
  insertField: 'Insert a personal field',
}

export const templatePageWords = {
  title: 'Manage Template',
  tabs: { text: 'Text', languages: 'Languages', history: 'History', messages: 'Messages' },
  tabsOf: 'Template',
  deletedBadge: 'Deleted',
  deletedTitle: (time: string) => `This template was deleted on ${time}`,
  deletedText: 'No message is sent with the template. Its versions are kept, because messages name them.',
  delete: 'Delete',
  deleteTitle: 'Delete this template?',
  deleteConfirm: 'Delete template',
  deleteInUse: 'The template is in use. The default template will replace it.',
  deleteNotInUse: 'The template is not in use.',
  deleteKept: 'The versions can still be read from the messages that were sent with them.',
  deleted: 'The template was deleted.',
  fixedNhsApp: 'NHS App messages cannot be customised.',
  fixedDefault: 'You cannot change a default template, but you can replace it with your own.',
  customise: 'Customise',
}

export const templateLanguageWords = {
  description:
    'A patient gets the text in the language of their record. Without a text in that language, the patient gets the English text.',
  none: 'This template has an English text only.',
  language: 'Language',
  option: (name: string, state: TemplateLanguageState) =>
    ({ translated: name, outdated: `${name} – check again`, missing: `${name} – no text` })[state],
  notChecked: 'No translator has checked the Welsh text of the default templates yet.',
  preview: (language: string) => `Preview in ${language}`,
  english: 'English text',
  save: (language: string) => `Save the ${language} text`,
  confirm: (language: string) => `Save and use the ${language} text`,
  saved: (language: string) => `The ${language} text was saved.`,
  remove: (language: string) => `Remove the ${language} text`,
  removed: (language: string) => `The ${language} text was removed.`,
  removeTitle: (language: string) => `Remove the ${language} text?`,
  removeText: (language: string) =>
    `Patients who read ${language} get the English text. The history keeps the ${language} text, and restoring a version brings it back.`,
  outdated: (language: string) => `The English text has changed since it was translated into ${language}`,
  outdatedText: (language: string) =>
    `Patients who read ${language} get the English text. Check the ${language} text and save it. Patients then get it again.`,
}

export const sampleLabels: Record<SampleName, string> = { shortest: 'Short details', typical: 'Usual details', longest: 'Long details' }

export const lengthWords = {
  sms: (length: number, parts: number) => `${formatCount(length, 'character')}, ${formatCount(parts, 'SMS fragment')}`,
  other: (length: number) => formatCount(length, 'character'),
  letter: (pages: number) => (pages > maxLetterPages ? `more than ${maxLetterPages} pages` : formatCount(pages, 'page')),
}

export const letterPreviewWords = {
  label: 'Preview of the letter',
  phone: '(no phone number)',
  noPhone: 'No letter can be printed before the phone number for patients is entered in the settings of the organisation.',
}

export const previewWords = {
  label: 'Preview',
  description: 'The message as a patient gets it.',
  letterDescription: 'The letter as a patient gets it, below the address.',
  sample: 'Sample patient',
  from: 'From',
  subject: 'Subject',
  setAtProvider: (provider: string) => `The sender that is set at ${provider.replace(/^The /, 'the ')}`,
  part: (part: number, parts: number) => `Fragment ${part} of ${parts}`,
  tooLong: 'The message is too long for some patients',
  tooLongText: 'The message of a patient with long details would not be sent.',
  moreParts: (most: number, usual: number) => `Some patients get ${formatCount(most, 'SMS fragment')} instead of ${usual}`,
  accents: 'A name has a special letter, such as ł. A text message with a special letter needs more fragments. Each fragment is billed.',
  longNames: 'A long name or form title makes the message longer. Each fragment is billed.',
  of: (method: string) => `Preview of the ${method} message`,
  noSubject: 'No subject',
  noBody: 'No text yet',
  length: (length: number, limit: number) => `${length.toLocaleString('en-GB')} of ${limit} characters, `,
  parts: (parts: number) => `${formatCount(parts, 'SMS fragment')} (billed)`,
  specialCharacters:
    'The message has a special character, such as an emoji or a Welsh ŵ or ŷ, so a fragment holds 67 characters instead of 153.',
  opensInNewTab: ' (opens in a new tab)',
}

export const versionListWords = {
  label: 'Versions',
  empty: { title: 'No versions yet' },
}

export const versionWords = {
  version: 'Version',
  named: (version: number) => `Version ${version}`,
  saved: 'Saved',
  by: 'By',
  messages: 'Messages',
  restored: (name: string, version: number) => `${name}, restored from version ${version}`,
  changesIn: (version: number) => `Changes in version ${version}`,
  current: 'The latest version.',
  earlier: 'An earlier version.',
  ofProduct: 'The text that comes with this version of Formward.',
  preview: 'Preview of this version',
  field: (name: string, language: string) => `${name} in ${language}`,
  removed: 'Removed:',
  added: 'Added:',
  noMessages: 'No message has been sent with this version.',
  usedFor: (messages: number) => `Used for ${formatCount(messages, 'message')}.`,
  seeMessages: (messages: number) => (messages === 1 ? 'See the message' : `See the ${formatCount(messages, 'message')}`),
  messagesOf: (version: number) => `Messages that were sent with version ${version}, newest first.`,
  seeVersion: (version: number) => `See version ${version}`,
  restore: 'Restore this version',
  restoreTitle: (version: number) => `Restore version ${version}?`,
  restoreInUse: 'The text is saved as a new version, and the next messages are sent with it.',
  restoreNotInUse: 'The text is saved as a new version. The template is not in use.',
  wasRestored: (version: number, latest: number) => `Version ${version} was restored as version ${latest}.`,
}

export const templateMessageWords = {
  patient: 'Patient',
  form: 'Form',
  status: 'Status',
  created: 'Queued',
  list: {
    label: 'Messages',
    empty: { title: 'No messages yet', text: 'Messages that are sent with this version appear here.' },
  },
}

export const sendTestWords = {
  button: 'Send me a test message',
  title: (how: string) => `Send a test message ${how}`,
  toAddress: (address: string) => `The email goes to ${address}.`,
  text: 'The message has the details of a sample patient. Its link opens no form.',
  kept: 'This system keeps messages in its outbox and does not send them, unless your organisation has a provider of its own for them.',
  phone: 'Mobile phone',
  phoneHint: 'The number is not saved. For example, 07700 900123.',
  nhsNumber: 'NHS number',
  nhsNumberHint: 'The message goes to the NHS App of this person. The number is not saved.',
  send: 'Send test message',
  cancel: 'Cancel',
  done: 'Done',
  answers: {
    queued: (provider: string) => `${provider} has not answered yet.`,
    kept: () => '',
    accepted: (provider: string) => `${provider} accepted the message. It should arrive within a few minutes.`,
    sent: (provider: string) => `${provider} took the message. It should arrive within a few minutes.`,
    delivered: (provider: string) => `${provider} delivered the message.`,
    read: (provider: string) => `${provider} delivered the message, and it was read.`,
    failed: (provider: string) => `${provider} did not send the message.`,
  },
}

export const outboxWords = {
  label: 'Messages',
  empty: { title: 'No messages yet', text: 'Messages appear here when you send a form to a patient.' },
  noMatch: { title: 'No message matches', text: 'Search for other words, or choose another method.' },
}

export const outboxPageWords = {
  title: 'Outbox',
  description: 'Messages are kept here and are not sent. Links are removed from them.',
  demoDescription: 'Messages are kept here and are not sent. Open a link to see what a patient sees.',
  search: 'Search messages',
  method: 'Sent by',
  anyMethod: 'Any method',
  to: (recipient: string) => `To ${recipient}`,
  noOutbox: 'This system sends its messages and keeps no outbox.',
}
