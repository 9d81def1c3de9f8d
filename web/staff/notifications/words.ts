import { formatCount } from '#domain/amounts.ts'

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
  description: 'The messages your patients receive. A custom template replaces the default.',
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
  insertField: 'Insert a personal field',
}

export const templatePageWords = {
  title: 'Manage Template',
  delete: 'Delete',
  deleteTitle: 'Delete this template?',
  deleteConfirm: 'Delete template',
  deleteInUse: 'The template is in use. The default template will replace it.',
  deleteNotInUse: 'The template is not in use.',
  deleted: 'The template was deleted.',
  fixedNhsApp: 'NHS App messages cannot be customised.',
  fixedDefault: 'You cannot change a default template, but you can replace it with your own.',
  customise: 'Customise',
}

export const previewWords = {
  label: 'Preview',
  description: 'Sample patient.',
  of: (method: string) => `Preview of the ${method} message`,
  noSubject: 'No subject',
  noBody: 'No text yet',
  length: (length: number, limit: number) => `${length.toLocaleString('en-GB')} of ${limit} characters, `,
  parts: (parts: number) => `${formatCount(parts, 'SMS part')} (billed)`,
  specialCharacters: 'A special character, such as an emoji, makes each part less than half as long.',
  opensInNewTab: ' (opens in a new tab)',
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
