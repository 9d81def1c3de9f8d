import type { Page } from '@playwright/test'

import type { ScreenName } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'

import type { DemoName } from './staff.ts'

export type DialogVisit = {
  /** the file under web/staff that draws it */
  of: string
  on: ScreenName
  as?: DemoName
  /** the record on which the dialog is opened */
  addressFrom?: (page: Page) => Promise<string>
  query?: string
  /** the preparation that the button needs */
  before?: (page: Page) => Promise<unknown>
  /** the group of the button, where another has the same name */
  within?: string
  /** the button stands in the header of every screen */
  isInHeader?: boolean
  /** the names of the button and of the buttons that it opens */
  press: (string | RegExp)[]
}

const firstRow = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
const selectFirst = (page: Page) => firstRow(page).check()

async function selectAllThatMatch(page: Page) {
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: /^Select all .*matching form requests$/ }).click()
}

const firstRequest = (query: string) => async (page: Page) => {
  await page.goto(`/requests?limit=10&${query}`)
  return (await page.getByRole('table', { name: 'Form requests' }).getByRole('rowheader').getByRole('link').first().getAttribute('href'))!
}

const memberFound = (search: string, screen: 'userDetails' | 'userManage') => async (page: Page) => {
  await page.goto(`/users?filters[search]=${search}`)
  const href = await page.getByRole('table').getByRole('rowheader').getByRole('link').first().getAttribute('href')
  return pathTo(screen, { id: /[0-9a-f-]{36}/.exec(href ?? '')![0] })
}

async function addNote(page: Page) {
  await page.getByLabel('New note').fill('Phoned the patient')
  await page.getByLabel('New note').press('Control+Enter')
  await page
    .getByRole('button', { name: /^Correct the note of / })
    .first()
    .waitFor()
}

async function saveView(page: Page) {
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Save as new view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`View ${Date.now()}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: /^View: / }).waitFor()
}

/** A form in which nothing has changed cannot be published. */
async function changeQuestion(page: Page) {
  const text = page.locator('.question-card__editor').getByRole('textbox').first()
  await text.fill(`${await text.inputValue()} now`)
}

/** A form whose first question is read by a score. */
async function scoredForm(page: Page) {
  await page.goto('/forms?filters[search]=PHQ-9')
  const href = await page.getByRole('table').getByRole('rowheader').getByRole('link').first().getAttribute('href')
  return pathTo('formManage', { id: /[0-9a-f-]{36}/.exec(href ?? '')![0] })
}

const worklist = { on: 'requestsList', query: 'limit=10&filters[status]=unopened' } as const

/** Every dialog that a button of a screen opens, and that closes without a trace. */
export const dialogs: DialogVisit[] = [
  { of: 'exports/ExportDialog.tsx', ...worklist, press: ['Export'] },
  { of: 'exports/ExportTable.tsx', on: 'auditLog', press: ['Export'] },
  { of: 'exports/ExportEverywhereDialog.tsx', on: 'reportsList', press: ['Export all organisations'] },
  { of: 'forms/FormActions.tsx', on: 'formDetails', press: ['More actions', 'Archive'] },
  { of: 'forms/builder/editor/EditOptionsDialog.tsx', on: 'formManage', addressFrom: scoredForm, press: ['Edit as text'] },
  { of: 'forms/builder/PublishDialog.tsx', on: 'formManage', before: changeQuestion, press: ['Publish'] },
  { of: 'forms/builder/questions/DeleteUsedDialog.tsx', on: 'formManage', addressFrom: scoredForm, press: [/^Delete: /] },
  { of: 'forms/library/SaveToLibraryDialog.tsx', on: 'formManage', addressFrom: scoredForm, press: ['Save to library'] },
  { of: 'forms/library/AddFromLibraryDialog.tsx', on: 'formManage', addressFrom: scoredForm, press: ['Add from library'] },
  { of: 'forms/library/EditLibraryQuestionDialog.tsx', on: 'formLibrary', press: ['Allergies'] },
  { of: 'forms/library/LibraryPage.tsx', on: 'formLibrary', press: ['Actions for Allergies', 'Remove'] },
  { of: 'forms/information/PepCode.tsx', on: 'formDetails', query: 'tab=information', press: [/^Change the PEP/] },
  { of: 'forms/information/FormReminders.tsx', on: 'formDetails', query: 'tab=information', press: [/^Change the reminders/] },
  {
    of: 'forms/translations/TranslationFiles.tsx',
    on: 'formManage',
    addressFrom: scoredForm,
    query: 'tab=translations&language=cy',
    press: ['Upload translations'],
  },
  { of: 'forms/versions/RestoreDialog.tsx', on: 'formDetails', query: 'tab=versions', press: [/^Actions for version/, 'Restore as draft'] },
  { of: 'organisations/clients/ClientEditor.tsx', on: 'organisationSettings', query: 'tab=clients', press: ['Create client'] },
  { of: 'organisations/webhooks/WebhookEditor.tsx', on: 'organisationSettings', query: 'tab=webhooks', press: ['Create endpoint'] },
  { of: 'imports/CompleteImport.tsx', on: 'requestImportDetails', press: [/^Create \d+ form requests?$/] },
  { of: 'members/MemberDetails.tsx', on: 'userDetails', addressFrom: memberFound('admin@', 'userDetails'), press: ['Reset password'] },
  {
    of: 'members/manage/ManageMember.tsx',
    on: 'userManage',
    addressFrom: memberFound('bookings@', 'userManage'),
    press: ['Remove user'],
  },
  {
    of: 'profile/security/ResetFactors.tsx',
    on: 'userManage',
    addressFrom: memberFound('bookings@', 'userManage'),
    press: ['Reset second factor'],
  },
  { of: 'patients/PatientActions.tsx', on: 'patientDetails', press: ['Archive'] },
  {
    of: 'notifications/SendTest.tsx',
    on: 'notificationTemplateDetails',
    as: 'admin',
    addressFrom: async () => '/notifications/template/details/default-sms-request-created',
    press: ['Send me a test message'],
  },
  { of: 'patients/PatientDeath.tsx', on: 'patientDetails', press: ['Mark as deceased'] },
  { of: 'patients/record/PatientRecord.tsx', on: 'patientDetails', query: 'tab=record', as: 'admin', press: ['Put on legal hold'] },
  { of: 'profile/security/PasskeysSection.tsx', on: 'profileSecurity', press: ['Add a passkey'] },
  { of: 'profile/security/AuthenticatorSection.tsx', on: 'profileSecurity', press: ['Set up an authenticator app'] },
  {
    of: 'waiting-list/DecisionDialog.tsx',
    on: 'waitingList',
    query: 'filters[queue]=not_sure',
    before: selectFirst,
    press: ['Keep on the waiting list'],
  },
  { of: 'series/SeriesPage.tsx', on: 'seriesDetails', press: ['More actions', 'Pause series'] },
  {
    of: 'series/OccasionDialogs.tsx',
    on: 'seriesDetails',
    query: 'tab=attention',
    before: selectFirst,
    within: 'With selected',
    press: ['Skip'],
  },
  {
    of: 'series/OccasionDialogs.tsx',
    on: 'seriesDetails',
    query: 'tab=attention',
    before: selectFirst,
    within: 'With selected',
    press: ['Move'],
  },
  { of: 'series/EnrolmentDialogs.tsx', on: 'seriesDetails', query: 'tab=patients', press: [/^Actions for/, 'Correct the date'] },
  {
    of: 'series/EnrolmentDialogs.tsx',
    on: 'seriesDetails',
    query: 'tab=patients',
    before: selectFirst,
    within: 'With selected',
    press: ['End'],
  },
  {
    of: 'series/SeriesEditPages.tsx',
    on: 'seriesManage',
    before: (page) => page.getByLabel('Number, time 1').fill('7'),
    press: ['Save changes'],
  },
  { of: 'reports/CreateReportDialog.tsx', on: 'reportsList', press: ['Create report'] },
  { of: 'reports/ScheduleReportDialog.tsx', on: 'reportsList', query: 'tab=monthly', press: ['Schedule a report'] },
  { of: 'requests/bulk/BulkDialog.tsx', ...worklist, before: selectFirst, press: ['Assign'] },
  { of: 'requests/bulk/BulkDialog.tsx', ...worklist, before: selectFirst, press: ['Close'] },
  {
    of: 'requests/bulk/BulkDialog.tsx',
    ...worklist,
    before: selectFirst,
    within: 'With selected',
    press: ['More', 'Mark as sent in error'],
  },
  {
    of: 'requests/bulk/BulkMessagesDialog.tsx',
    ...worklist,
    before: selectFirst,
    within: 'With selected',
    press: ['More', 'Send the message again'],
  },
  {
    of: 'requests/bulk/BulkMessagesDialog.tsx',
    ...worklist,
    before: selectAllThatMatch,
    within: 'With selected',
    press: ['More', 'Send a reminder'],
  },
  { of: 'requests/bulk/BulkAllDialog.tsx', ...worklist, before: selectAllThatMatch, press: ['Assign'] },
  {
    of: 'requests/details/RequestQuestions.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=unopened'),
    press: ['More', 'Assign to…'],
  },
  {
    of: 'requests/closing/CloseDialog.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=unopened'),
    press: ['Close'],
  },
  {
    of: 'requests/closing/OutcomeDialog.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=expired'),
    press: ['Record outcome'],
  },
  {
    of: 'requests/closing/WaitingSinceDialog.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[waited]=12'),
    press: ['More', 'Correct “Waiting since”'],
  },
  {
    of: 'requests/notes/RequestNotes.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=unopened'),
    before: addNote,
    press: [/^Correct the note of /],
  },
  {
    of: 'organisations/outcomes/OutcomesPanel.tsx',
    on: 'organisationSettings',
    as: 'admin',
    query: 'tab=outcomes',
    press: ['Actions for Referred on', 'Take out of use'],
  },
  {
    of: 'organisations/outcomes/OutcomeEditor.tsx',
    on: 'organisationSettings',
    as: 'admin',
    query: 'tab=outcomes',
    press: ['Add outcome'],
  },
  {
    of: 'requests/details/RequestQuestions.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=unopened'),
    press: ['More', 'Mark as sent in error'],
  },
  {
    of: 'requests/details/ContactDialog.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=unopened'),
    press: ['More', 'Correct the contact details'],
  },
  {
    of: 'requests/details/ContactDialog.tsx',
    on: 'requestsList',
    query: 'limit=10&filters[notReached]=true&filters[status]=unopened',
    press: [/^Correct and send: /],
  },
  {
    of: 'requests/details/LinkDialog.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=unopened'),
    press: ['More', 'Copy the link'],
  },
  {
    of: 'requests/details/RequestQuestions.tsx',
    on: 'requestDetails',
    addressFrom: firstRequest('filters[status]=expired'),
    press: ['Reopen'],
  },
  { of: 'keys/ShortcutsDialog.tsx', ...worklist, isInHeader: true, press: ['Keyboard shortcuts'] },
  { of: 'search/SearchDialog.tsx', on: 'patientList', isInHeader: true, press: ['Search everything'] },
  { of: 'requests/worklist/ColumnsDialog.tsx', ...worklist, press: ['Columns'] },
  { of: 'requests/views/SaveViewDialog.tsx', ...worklist, as: 'bookings', press: [/^View/, 'Save as new view'] },
  { of: 'requests/views/ManageViewsDialog.tsx', ...worklist, as: 'bookings', before: saveView, press: [/^View/, 'Manage views'] },
  { of: 'wards/WardsPanel.tsx', on: 'usersList', query: 'tab=wards', press: ['Create ward'] },
  { of: 'wards/WardsPanel.tsx', on: 'usersList', query: 'tab=wards', press: [/^Actions for/, 'Rename'] },
  { of: 'wards/WardsPanel.tsx', on: 'usersList', query: 'tab=wards', press: [/^Actions for/, 'Archive'] },
]

/** Those that need more than a button, by the journey that opens them. */
export const dialogsOfJourneys: Record<string, string> = {
  'forms/information/FormSensitivity.tsx': 'nhs-app.e2e.ts',
  'forms/create/StartPreview.tsx': 'form-versions.e2e.ts',
  'forms/translations/Translations.tsx': 'translations.e2e.ts',
  'idle/IdleWatch.tsx': 'idle.e2e.ts',
  'imports/ImportProgress.tsx': 'imports.e2e.ts',
  'letters/BatchActions.tsx': 'letters.e2e.ts',
  'letters/MakeBatchDialog.tsx': 'letters.e2e.ts',
  'letters/WaitingLetters.tsx': 'letters.e2e.ts',
  'notifications/TemplatePage.tsx': 'notifications.e2e.ts',
  'notifications/TemplateLanguages.tsx': 'patient-language.e2e.ts',
  'notifications/TemplateHistory.tsx': 'notifications.e2e.ts',
  'organisations/clients/ClientsPanel.tsx': 'integration-clients.e2e.ts',
  'organisations/clients/ConnectionDetails.tsx': 'integration-clients.e2e.ts',
  'organisations/clients/RotateClient.tsx': 'integration-clients.e2e.ts',
  'organisations/webhooks/ReplayDialog.tsx': 'webhooks.e2e.ts',
  'organisations/webhooks/WebhookSecret.tsx': 'webhooks.e2e.ts',
  'organisations/webhooks/WebhooksPanel.tsx': 'webhooks.e2e.ts',
  'organisations/logo/LogoSection.tsx': 'organisations.e2e.ts',
  'organisations/nhs-app/RecordService.tsx': 'nhs-app.e2e.ts',
  'organisations/pep/PepSection.tsx': 'organisations.e2e.ts',
  'organisations/providers/ProviderPanel.tsx': 'organisations.e2e.ts',
  'patients/merging/MergeList.tsx': 'merging.e2e.ts',
  'patients/merging/PatientDuplicates.tsx': 'merging.e2e.ts',
  'profile/security/RecoveryCodesDialog.tsx': 'second-factor.e2e.ts',
  'profile/security/RemoveFactorDialog.tsx': 'second-factor.e2e.ts',
  'proof/ProofDialog.tsx': 'people.e2e.ts',
  'styleguide/OverlaysSample.tsx': 'variants.e2e.ts',
  'unsaved/LeaveDialog.tsx': 'unsaved.e2e.ts',
}
