import type { ScreenName } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'

/** The headings of the help page, in their order. */
export const groups = {
  start: 'Start here',
  forms: 'Forms',
  sending: 'Sending forms',
  answers: 'Working through answers',
  patients: 'Patients',
  administration: 'People and settings',
  problems: 'When something goes wrong',
} as const
export type Group = keyof typeof groups

/** Screens whose address needs no id. */
type Opened = Extract<
  ScreenName,
  | 'usersList'
  | 'organisationSettings'
  | 'formCreate'
  | 'formsList'
  | 'formLibrary'
  | 'requestCreate'
  | 'requestImport'
  | 'requestsList'
  | 'requestBulkList'
  | 'seriesList'
  | 'messagesList'
  | 'lettersList'
  | 'waitingList'
  | 'patientList'
  | 'patientCreate'
  | 'exportsList'
  | 'auditLog'
  | 'notices'
  | 'profile'
  | 'profileSecurity'
  | 'organisationList'
  | 'reportsList'
>
/** A button that opens a screen, shown to users who may open it. */
export type TopicLink = { label: string; screen: Opened; search?: Record<string, unknown> }

export type Topic = {
  /** Part of the address, so it never changes. */
  id: string
  group: Group
  title: string
  text: readonly string[]
  /** Shown as a numbered list under the text. */
  steps?: readonly string[]
  links?: readonly TopicLink[]
}

const urgent = { filters: { urgent: 'true' } }

/** The address of a topic, and of the tour of a demonstration. */
export const hrefOfTopic = (topic: string) => pathTo('help', {}, { topic })

/** The help page of the app (UI-6). What a topic says about a screen uses the words of that screen. */
export const topics: readonly Topic[] = [
  {
    id: 'first-hour',
    group: 'start',
    title: 'Set up a new organisation',
    text: [
      'This takes about an hour, and every step can be changed later. Wards need the role Admin, settings the role Admin or Forms Admin, and forms the role Forms Admin or Forms User.',
    ],
    steps: [
      'Add the wards or clinics whose patients you ask. Skip this if you have none.',
      'Add your colleagues. They get an email that tells them how to sign in, unless you give them a first password. Only a system administrator can add a Forms Admin or a Forms User.',
      'Enter how patients reach you, the hours in which messages are sent, and whom users ask for help.',
      'Create a form from a template, read it in the preview, and publish it as version 1.',
      'Send it to yourself first: create a patient with your own email address or phone number, and answer on your phone.',
      'Import the first list of patients. Every row is checked before anything is sent.',
    ],
    links: [
      { label: 'Wards', screen: 'usersList', search: { tab: 'wards' } },
      { label: 'Users', screen: 'usersList' },
      { label: 'Settings', screen: 'organisationSettings', search: { tab: 'settings' } },
      { label: 'Create form', screen: 'formCreate' },
      { label: 'Create patient', screen: 'patientCreate' },
      { label: 'Import form requests', screen: 'requestImport' },
    ],
  },
  {
    id: 'find-your-way',
    group: 'start',
    title: 'Find your way around',
    text: [
      'Press Ctrl+K on any screen to search patients, form requests, forms, users, pages and this help.',
      'Press ? to see the keys that work on the screen you are on. Keys of one letter can be turned off there.',
      'The bell in the header shows when form requests were assigned to you, when answers arrived, and when a job that you started has ended. If your installation sends emails to users, you can ask for one every morning in your profile.',
      'Filters, sorting and pages are kept in the address. Copy the address to show a colleague the same list; they see only what they may see.',
    ],
    links: [{ label: 'Notices', screen: 'notices' }],
  },
  {
    id: 'own-account',
    group: 'start',
    title: 'Your password, details and colours',
    text: [
      'Change your password, phone number and job title in your profile. An admin changes your name, email address and role.',
      'Set up a second factor, such as a passkey or an authenticator app, under “Sign-in security”.',
      'Formward is light or dark like your device. To use dark mode, choose it in the settings of your device or browser.',
    ],
    links: [
      { label: 'Profile', screen: 'profile' },
      { label: 'Sign-in security', screen: 'profileSecurity' },
    ],
  },
  {
    id: 'roles',
    group: 'start',
    title: 'What each role may do',
    text: [
      'Each user has one role. “Clinician” is not a role: it is a mark on a user, for people who review answers. Clinicians see first what needs a clinician, and can be signed out after a time without activity.',
      'In organisations that limit users to wards, users see only the patients of the wards they are assigned to, whatever their role.',
    ],
    links: [{ label: 'Users', screen: 'usersList' }],
  },
  {
    id: 'build-form',
    group: 'forms',
    title: 'Build a form',
    text: [
      'Start with a blank form, a template or a copy of one of your forms. Each template has a preview. The preview of a form shows each page as the patient sees it, from the start page to the page after sending.',
      'To add many options at once, select “Edit as text” and paste a column from a spreadsheet.',
      'What you type is saved as a draft. Patients see nothing of it until you publish. If a colleague edits the same form, you are told who it is, and nothing is overwritten.',
      'Ask only what a colleague will read. A question that nobody acts on costs every patient time.',
    ],
    links: [
      { label: 'Create form', screen: 'formCreate' },
      { label: 'Forms', screen: 'formsList' },
    ],
  },
  {
    id: 'question-library',
    group: 'forms',
    title: 'Use a question in many forms',
    text: [
      'The question library has the questions that your organisation uses in many forms, with their options, translations and clinical protocol.',
      'A question is added as a copy. Later changes in the library do not change the forms that already have the question.',
      'Conditions and scores are not saved, because they depend on other questions. A red flag that depends on this question alone is saved and added with the question.',
    ],
    steps: [
      'To save a question, open the question in the form builder, and select “Save to library”.',
      'To add a question to a form, select “Add from library”. Search, and open a question to read its preview.',
      'To change the name or the clinical protocol, or to remove a question, open the question library.',
    ],
    links: [{ label: 'Question library', screen: 'formLibrary' }],
  },
  {
    id: 'logic',
    group: 'forms',
    title: 'Conditions, scores and red flags',
    text: [
      'A condition shows a question only after certain answers. A score adds up points of answers, as in the PHQ-9.',
      'A red flag marks answers that need attention soon. A form request with a red flag is urgent: it is marked in the list of form requests. If its answers stay unread, an alert can be sent to the assignee or the admins.',
      'Every patient is told to use 999 or NHS 111 if they need help now; a red flag shows them nothing more, and Formward does not phone or page anyone. Agree who looks at urgent form requests, and how often, before you send a form with red flags.',
    ],
    links: [{ label: 'Forms', screen: 'formsList' }],
  },
  {
    id: 'translations',
    group: 'forms',
    title: 'Translate a form',
    text: [
      'The form builder shows each English text beside its translation. Patients read a text without a translation in English.',
      'If you change an English text, patients read the new English text until you change its translation or confirm that the translation is still right.',
      'Record the language that a patient reads in the details of the patient. Pages and messages are in that language where there is a text, and in English otherwise. An admin writes messages in other languages under “Languages” of a notification template.',
      'A file for a translator is XLIFF 2.1 or a spreadsheet. When you upload the file, you see what it would change before you add anything. The form can also be downloaded as a PDF to print in a language, if our fonts have its script. The copy of the answers that a patient can keep is in the language of the page too.',
    ],
    steps: [
      'Open the form in the form builder, and select “Translations”.',
      'Select the language. Type the translations, or select “Download” for a file for a translator.',
      'Ask a colleague who reads the language to check the translations. Then publish the form.',
    ],
    links: [{ label: 'Forms', screen: 'formsList' }],
  },
  {
    id: 'publish',
    group: 'forms',
    title: 'Publish and change a form',
    text: [
      'Publishing makes the draft the next version. Form requests that were sent before keep the version the patient was sent, and all answers are read with the questions as they were asked.',
      'The tab “Versions” shows what changed between two versions.',
    ],
    links: [{ label: 'Forms', screen: 'formsList' }],
  },
  {
    id: 'send-one',
    group: 'sending',
    title: 'Send a form to a patient',
    text: ['You see what is sent, to whom, how and when before anything leaves.'],
    steps: [
      'Select “Create form request”, or “Send a form” on the page of the patient.',
      'Choose the form, the patients and the method. Opt-outs and missing contact details are shown beside each patient.',
      'Check the review. Messages wait for the sending hours of your organisation.',
      'The page of the form request shows what happened to each message.',
    ],
    links: [{ label: 'Create form request', screen: 'requestCreate' }],
  },
  {
    id: 'import',
    group: 'sending',
    title: 'Import a list of patients',
    text: [
      'Use the template, or any spreadsheet whose columns you match to those of the template. Each row becomes a form request; patients who are not known yet are created.',
      'Every row is checked first, and all errors of a row are shown with its number in the file. Nothing is sent until you complete the import.',
      'You can download a file with the errors beside the rows, correct it, and upload it again.',
    ],
    links: [{ label: 'Import form requests', screen: 'requestImport' }],
  },
  {
    id: 'series',
    group: 'sending',
    title: 'Send the same form again and again',
    text: [
      'A series sends forms on days that you plan, such as 2, 6 and 12 weeks after an operation. Enrol patients with their first day, and pause or end the series for one patient at any time.',
    ],
    links: [{ label: 'Series', screen: 'seriesList' }],
  },
  {
    id: 'messages',
    group: 'sending',
    title: 'Messages, reminders and letters',
    text: [
      'Patients get a link by text message, email, NHS App or letter. The list of messages shows what was delivered and what was not, with the reason.',
      'If a message does not arrive, the next method can be tried by itself. Reminders are sent while a form request is open. Both are set by your organisation.',
      'Letters are printed by you or by your provider. Queue them, download the batch, and mark it as posted.',
    ],
    links: [
      { label: 'Messages', screen: 'messagesList' },
      { label: 'Letters', screen: 'lettersList' },
      { label: 'Settings', screen: 'organisationSettings', search: { tab: 'settings' } },
    ],
  },
  {
    id: 'worklist',
    group: 'answers',
    title: 'Work through form requests',
    text: [
      'The list of form requests is your worklist. Choose a view, such as “My work” or “Urgent to review”, or set filters and save them as a view. An admin can share a view with everyone in the organisation.',
      'Open a form request, read the answers, and close it with an outcome. “Close and next” opens the next one of the list. The keys j and k lead to the next and the previous one.',
      'On a wide screen “Reading pane”, or the key v, opens form requests beside the list. What is shown there is recorded as read. “Urgent first” puts urgent form requests at the top.',
      'Select several form requests to assign, close or remind them together. A change of many can be followed, and stopped.',
    ],
    links: [
      { label: 'Form requests', screen: 'requestsList' },
      { label: 'Bulk changes', screen: 'requestBulkList' },
    ],
  },
  {
    id: 'urgent',
    group: 'answers',
    title: 'Urgent answers',
    text: [
      'Form requests whose answers have a red flag are marked “Urgent” in their list. The number of urgent form requests to review is beside “Form requests” in the navigation, and the view “Urgent to review” lists them.',
      'If your organisation has outcomes for the form, a user closes an urgent form request only with an outcome, so that it is recorded what was done. Other answers are closed automatically after the days that your organisation has set; urgent answers wait until a user closes them.',
    ],
    links: [{ label: 'Urgent form requests', screen: 'requestsList', search: urgent }],
  },
  {
    id: 'by-phone',
    group: 'answers',
    title: 'Answer for a patient on the phone',
    text: [
      'Open the form request and select “Answer for the patient”. Say how you checked who you are speaking to; this is recorded. The answers are marked as typed by you.',
      'A form that came back on paper is entered the same way.',
    ],
    links: [{ label: 'Form requests', screen: 'requestsList' }],
  },
  {
    id: 'waiting-list',
    group: 'answers',
    title: 'Check a waiting list',
    text: [
      'A waiting-list form asks patients whether they still need their appointment. The answers are sorted into queues: patients who got worse, who no longer need it, who changed their mind, and who did not reply.',
      'A removal is a decision of a person, never of the form. It can be undone for the days that your organisation has set.',
    ],
    links: [{ label: 'Waiting list', screen: 'waitingList' }],
  },
  {
    id: 'matching',
    group: 'patients',
    title: 'One record for each patient',
    text: [
      'An NHS number belongs to one patient of an organisation. Without one, a patient is recognised when three of first name, last name, date of birth and postcode are the same.',
      'Records are never merged silently. When a new patient may already be known, you see the possible duplicates and decide.',
      'The page of a patient says when another record may be of the same patient. A Forms Admin or Admin compares the two records, merges them, and can undo the merge for 30 days.',
    ],
    links: [{ label: 'Patients', screen: 'patientList' }],
  },
  {
    id: 'overview',
    group: 'patients',
    title: 'See what has happened with a patient',
    text: [
      'The page of a patient opens with an overview: what is to do, the latest scores beside the ones before, and a timeline of form requests, messages, notes and changes of the record.',
      'Choose one kind above the timeline to see it alone. Contact details and the list of form requests have their own tabs.',
    ],
    links: [{ label: 'Patients', screen: 'patientList' }],
  },
  {
    id: 'erase',
    group: 'patients',
    title: 'Download or delete the record of a patient',
    text: [
      'A Forms Admin or Admin finds “Download record” and “Erase record” in the tab “Record” of the patient.',
      'Downloading makes a spreadsheet of everything that your organisation holds about the patient. Read it before you give it away, because it can name other people.',
      'Erasing deletes the patient with all form requests, answers, messages and notes, and cannot be undone. Most health records must be kept, so archive the patient if you only want the record out of the way. A record on legal hold cannot be erased.',
    ],
    links: [{ label: 'Patients', screen: 'patientList' }],
  },
  {
    id: 'no-contact',
    group: 'patients',
    title: 'Patients who want no messages, have moved or have died',
    text: [
      'A patient can stop emails with a link in each email, and text messages by replying STOP. Staff can record the same on the page “Manage” of the patient. Nothing is sent by a method that a patient has stopped.',
      '“Mark as deceased” closes what is open and stops every message. The mark can be removed if it was a mistake; form requests that it closed stay closed until they are reopened.',
      'Archive a patient who is no longer yours. Their form requests are closed. The record stays, and can be restored.',
    ],
    links: [{ label: 'Patients', screen: 'patientList' }],
  },
  {
    id: 'users',
    group: 'administration',
    title: 'Add, change and remove users',
    text: [
      'Users cannot give a role with permissions that they do not have; only a system administrator can. A removed user is signed out at once, and what they did stays in the audit log.',
      'Ask everyone for a second factor in the settings of the organisation. Users without one see a reminder until the day you choose.',
    ],
    links: [
      { label: 'Users', screen: 'usersList' },
      { label: 'Sign-in security', screen: 'profileSecurity' },
    ],
  },
  {
    id: 'audit',
    group: 'administration',
    title: 'See who looked at a record',
    text: [
      'Every look at a record and every change is recorded with the person and the time, and nobody can change the log. The page of a patient has a tab with their access log, and form requests link to it.',
      'What screens load by themselves is recorded too. It is hidden in the list until you ask for it.',
    ],
    links: [{ label: 'Audit log', screen: 'auditLog' }],
  },
  {
    id: 'exports',
    group: 'administration',
    title: 'Export answers',
    text: [
      'An export holds the form requests that your filters show. Without personal data is the default. With personal data you give a reason, which is recorded.',
      'Large exports are prepared in the background. You get a notice when the file is ready.',
    ],
    links: [
      { label: 'Form requests', screen: 'requestsList' },
      { label: 'Exports', screen: 'exportsList' },
    ],
  },
  {
    id: 'cannot-open',
    group: 'problems',
    title: 'A patient cannot open their form',
    text: ['The patient enters their date of birth before they see the form.'],
    steps: [
      'Compare the date of birth in the record with what the patient says. Correct the record if it is wrong.',
      'After five wrong dates the link is locked. Check who you are speaking to, then select “Unlock the link” under “More”.',
      'If the form request has expired, or was closed, reopen it and send the message again.',
      'If the message is lost, select “Send the message again”, or answer with the patient on the phone.',
    ],
    links: [{ label: 'Form requests', screen: 'requestsList' }],
  },
  {
    id: 'not-delivered',
    group: 'problems',
    title: 'A message was not delivered',
    text: [
      'The view “Not reached” lists open form requests whose patients got no message. Each says why. Correct the contact details there and the message is sent again, or phone the patient.',
    ],
    links: [
      { label: 'Form requests', screen: 'requestsList' },
      { label: 'Messages', screen: 'messagesList' },
    ],
  },
  {
    id: 'wrong-patient',
    group: 'problems',
    title: 'A form went to the wrong patient',
    text: ['Act at once, and tell the person in your organisation who is responsible for data protection.'],
    steps: [
      'Open the form request. While it is not answered, select “Mark as sent in error” under “More”: the link stops working. If it was answered, write a note that the answers are of another person, and close it.',
      'For a whole import, open the import and undo it. What patients have already opened is listed.',
      'The audit log shows what was opened, and when.',
    ],
    links: [
      { label: 'Form requests', screen: 'requestsList' },
      { label: 'Imports', screen: 'requestImport' },
    ],
  },
  {
    id: 'signed-out',
    group: 'problems',
    title: 'You were signed out',
    text: [
      'Organisations can sign clinicians out after a time without activity. What you had typed is kept for one day, and you can continue when you sign in again with the same browser.',
      'If you did not sign in yourself, end all other sessions under “Sign-in security” and tell your admin.',
    ],
    links: [{ label: 'Sign-in security', screen: 'profileSecurity' }],
  },
]
