import type { ToldPatient } from '#domain/demo-patients.ts'
import type { Permission } from '#domain/roles.ts'
import type { RouteName } from '#domain/route-guards.ts'

export const helpWords = {
  title: 'Help',
  description: 'How to do things, what each role may do, and whom to ask.',
  search: 'Search the help',
  example: 'For example: import, urgent, opt-out',
  found: (count: number) => (count === 1 ? '1 topic' : `${count} topics`),
  noMatch: { title: 'No topic matches', text: 'Try another word, or ask for help.' },
  all: 'All topics',
  related: 'Related topics',
  steps: 'Steps',
  support: {
    title: 'Whom to ask',
    none: 'Your organisation has not said yet who helps its users. Ask an admin.',
    set: 'Enter who helps your users',
    role: (role: string, organisation: string) => `Tell them that your role is ${role} and your organisation is ${organisation}.`,
  },
  unknown: 'This help topic does not exist.',
}

export const roleTableWords = {
  label: 'What each role may do',
  task: 'Task',
  yes: 'Yes',
  no: 'No',
  yours: 'Your role',
  clinician: 'A clinician has the permissions of their role.',
}

/** The tasks of the table of roles, each with the permission that it needs and the screens where it is done. */
export const tasks: readonly [task: string, needs: Permission, on: readonly RouteName[]][] = [
  ['Read patients, form requests and answers', 'formRequest:read', ['requestsList']],
  ['Create and change patients', 'patient:create', ['patientCreate']],
  ['Send forms, assign and close form requests', 'formRequest:create', ['requestCreate']],
  ['Import and export form requests', 'formRequest:import', ['requestImport']],
  ['Build and publish forms', 'form:create', ['formCreate']],
  ['Delete forms', 'form:delete', ['formDetails']],
  ['Write message templates', 'template:update', ['notificationTemplateDetails']],
  ['Manage users', 'member:create', ['userCreate', 'organisationMemberCreate']],
  ['Manage wards', 'ward:update', ['usersList']],
  ['Change the settings of the organisation', 'tenant:update', ['organisationSettings', 'organisationDetails']],
  ['Read the audit log', 'log:read', ['auditLog', 'organisationDetails']],
  ['Export or erase the record of a patient', 'patientRecord:erase', ['patientDetails']],
  ['Merge two records of one patient', 'patientRecord:merge', ['patientDetails']],
  ['Create reports', 'report:create', ['reportsList']],
  ['Create organisations', 'tenant:create', ['organisationCreate']],
]

export const tourWords = {
  title: 'See it work in ten minutes',
  text: 'This is a demonstration: its patients are not real, and no message leaves it. Each button opens a new tab, so that these steps stay open.',
  banner: 'New here? Send a questionnaire, answer it as the patient, and see what a clinician sees.',
  start: 'Start the tour',
  newTab: ' (opens in a new tab)',
}

export const tourSteps = [
  {
    name: 'send',
    title: '1. Send a questionnaire',
    text: 'Choose any patient who can be reached, and send them the PHQ-9. You see what is sent, how and when before you confirm. Remember the name and the date of birth of the patient.',
    action: 'Create form request',
  },
  {
    name: 'answer',
    title: '2. Answer it as the patient',
    text: 'The demonstration keeps every message in its outbox. Open the link in the newest message, best in a window as narrow as a phone, and enter the date of birth. In the last of the nine questions, choose any answer but “Not at all”.',
    action: 'Outbox',
  },
  {
    name: 'urgent',
    title: '3. See the red flag',
    text: 'The form request is now among the urgent ones. Open it: the red flag is named first, and the score stands beside the earlier ones.',
    action: 'Urgent form requests',
  },
  {
    name: 'close',
    title: '4. Act on it',
    text: 'Assign the form request to yourself, write a note, and close it with an outcome. “Close and next” opens the next.',
    action: 'Urgent form requests',
  },
  {
    name: 'audit',
    title: '5. See who looked',
    text: 'Open the page of the patient and read the timeline of the patient. An admin also finds the tab “Access Log” there, with everyone who looked at the record: you are in it.',
    action: 'Patients',
  },
] as const
export type TourStep = (typeof tourSteps)[number]['name']

export const patientStoryWords = {
  title: 'Three patients to look at',
  text: 'Each has a history of several weeks.',
  open: (name: string) => `Open the record of ${name}`,
}

/** `tab`: where the record tells the story best. */
export const patientStories: readonly { name: ToldPatient; tab: 'overview' | 'scores'; text: string }[] = [
  {
    name: 'worse',
    tab: 'overview',
    text: 'She waits for a hip replacement, and her waiting list check says “Much worse”. A physiotherapist phones her on the next working day, and the operation is moved forward.',
  },
  {
    name: 'therapy',
    tab: 'scores',
    text: 'His first PHQ-9 has a red flag for thoughts of self-harm, and his therapist phones him within the hour. In 12 weeks of therapy his score falls from 19 to 6.',
  },
  {
    name: 'unreached',
    tab: 'overview',
    text: 'No message reaches him, because his phone number and his email address are wrong. A user corrects the number, and types his answers when he phones.',
  },
]
