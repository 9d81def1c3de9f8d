import { expect, type Page } from '@playwright/test'

import { screenPaths, type ScreenName } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'

import { everyHeader, thirtyRows, xlsxType } from './spreadsheet.ts'
import type { DemoName } from './staff.ts'

export type Visit = {
  /** the account that opens it */
  as: DemoName
  /** the screen whose first link to one of these has the id */
  idFrom?: ScreenName
  /** the name of the record there, where other tests add some */
  named?: string
  /** or a function that finds the path, if it has more than one id */
  addressFrom?: (page: Page) => Promise<string>
  /** so that a long list is looked at in seconds */
  query?: string
  /** other states of it, as queries */
  also?: string[]
  /** the preparation without which there is nothing to see */
  prepare?: (page: Page) => Promise<unknown>
}

const northbury = 'Northbury University Hospitals'
const afterOperation = 'PHQ-9 after an operation'

/** Every screen there is, by the account that opens it: a new one without an entry does not compile. */
export const visits: Record<ScreenName, Visit> = {
  dashboard: { as: 'user', also: ['period=last12Months', 'period=custom&from=2026-02-02&to=2026-02-01'] },
  patientList: { as: 'user', query: 'limit=10', also: ['filters[search]=nobody-is-called-so'] },
  patientCreate: { as: 'user' },
  patientDetails: {
    as: 'admin',
    idFrom: 'patientList',
    also: ['show=notes', 'tab=details', 'tab=forms', 'tab=scores', 'tab=series', 'tab=log', 'tab=duplicates', 'tab=record'],
  },
  patientManage: { as: 'user', idFrom: 'patientList' },
  usersList: { as: 'admin', also: ['tab=wards'] },
  userCreate: { as: 'admin' },
  userDetails: { as: 'admin', idFrom: 'usersList', also: ['tab=wards', 'tab=log'] },
  userManage: { as: 'admin', idFrom: 'usersList' },
  notificationsList: { as: 'admin' },
  notificationTemplateDetails: { as: 'admin', idFrom: 'notificationsList', also: ['tab=languages', 'tab=history', 'tab=messages'] },
  notificationTemplateCreate: { as: 'admin' },
  messagesList: {
    as: 'user',
    query: 'limit=10',
    also: ['filters[reason]=deceased', 'filters[status][]=delivered&filters[from]=2020-01-01'],
  },
  outbox: { as: 'user' },
  auditLog: {
    as: 'admin',
    query: 'limit=10',
    also: ['filters[memberId]=00000000-0000-4000-8000-000000000000'],
  },
  organisationList: { as: 'sysadmin' },
  organisationCreate: { as: 'sysadmin' },
  organisationDetails: {
    as: 'sysadmin',
    idFrom: 'organisationList',
    named: northbury,
    also: ['tab=users', 'tab=logo', 'tab=settings', 'tab=outcomes', 'tab=providers', 'tab=clients', 'tab=nhsApp', 'tab=log'],
  },
  organisationSettings: {
    as: 'admin',
    also: ['tab=logo', 'tab=settings', 'tab=outcomes', 'tab=providers', 'tab=clients', 'tab=webhooks', 'tab=nhsApp', 'tab=records'],
  },
  organisationMemberCreate: { as: 'sysadmin', idFrom: 'organisationList', named: northbury },
  organisationMemberDetails: { as: 'sysadmin', addressFrom: firstMember, also: ['tab=log'] },
  organisationMemberManage: { as: 'sysadmin', addressFrom: async (page) => `${await firstMember(page)}/manage` },
  reportsList: { as: 'sysadmin', also: ['tab=monthly'] },
  reportDetails: { as: 'sysadmin', addressFrom: anyReport },
  formsList: { as: 'orgadmin' },
  formCreate: { as: 'orgadmin' },
  formImport: { as: 'orgadmin' },
  formLibrary: { as: 'orgadmin', also: ['filters[search]=nothing-is-called-so'] },
  formDetails: {
    as: 'orgadmin',
    idFrom: 'formsList',
    named: 'Waiting list check',
    also: ['tab=information', 'tab=submissions', 'tab=versions&from=1&to=draft', 'tab=translations'],
  },
  formManage: { as: 'orgadmin', addressFrom: questionnaire, also: ['tab=translations&language=ar'] },
  requestsList: {
    as: 'user',
    query: 'limit=10',
    also: ['filters[search]=nobody-is-called-so', 'filters[notReached]=true&filters[status]=unopened'],
  },
  requestCreate: { as: 'user' },
  requestImport: { as: 'user' },
  requestImportDetails: { as: 'user', idFrom: 'requestImport', prepare: uploadRows },
  requestBulkList: { as: 'user' },
  requestBulkDetails: { as: 'user', idFrom: 'requestBulkList', prepare: changeInBulk },
  requestDetails: { as: 'user', idFrom: 'requestsList' },
  seriesList: { as: 'orgadmin', also: ['filters[search]=nothing-is-called-so'] },
  seriesCreate: { as: 'orgadmin' },
  seriesDetails: { as: 'orgadmin', idFrom: 'seriesList', named: afterOperation, also: ['tab=patients', 'tab=attention'] },
  seriesManage: { as: 'orgadmin', idFrom: 'seriesList', named: afterOperation },
  seriesEnrol: { as: 'orgadmin', idFrom: 'seriesList', named: afterOperation },
  waitingList: { as: 'user', query: 'limit=10', also: ['filters[queue]=no_reply', 'filters[queue]=changed_mind'] },
  requestAnswer: { as: 'user', addressFrom: answerOfUnopened },
  lettersList: { as: 'admin', also: ['tab=batches'] },
  exportsList: { as: 'user' },
  notices: { as: 'user' },
  help: { as: 'user', also: ['topic=roles', 'topic=cannot-open', 'topic=tour'] },
  profile: { as: 'clinician' },
  profileSecurity: { as: 'sysadmin' },
  unauthorised: { as: 'user' },
  // Gone at once, unless the provider takes its time to say where to. A page that has just signed in knows it already, so it is loaded anew.
  logout: {
    as: 'user',
    prepare: async (page) => {
      await page.route('**/openid-configuration', () => {})
      await page.goto('/profile')
    },
  },
}

async function answerOfUnopened(page: Page) {
  await page.goto(`${screenPaths.requestsList}?limit=10&filters[status]=unopened`)
  const link = page.locator('main table a[href^="/requests/"]').first()
  return `${(await link.getAttribute('href'))!.split('?')[0]}/answer`
}

/** A report, made if there is none yet. */
async function anyReport(page: Page) {
  await page.goto(screenPaths.reportsList)
  const links = page.getByRole('table').getByRole('rowheader').getByRole('link')
  await page.getByRole('button', { name: 'Create report' }).first().waitFor()
  await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
  if ((await links.count()) === 0) {
    await page.getByRole('button', { name: 'Create report' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Organisation' }).fill('Northbury')
    await page
      .getByRole('option', { name: /^Northbury/ })
      .first()
      .click()
    await dialog.getByLabel('Month').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Create report' }).click()
  }
  return (await links.first().getAttribute('href'))!
}

/** The same form each time: the list has first what was changed last, also by another test. */
async function questionnaire(page: Page) {
  await page.goto(`${screenPaths.formsList}?filters[search]=Health questionnaire`)
  const link = page.getByRole('table').getByRole('rowheader').getByRole('link').first()
  return pathTo('formManage', { id: /[0-9a-f-]{36}/.exec((await link.getAttribute('href')) ?? '')![0] })
}

async function uploadRows(page: Page) {
  await page.goto(screenPaths.requestImport)
  const file = await thirtyRows(everyHeader, 'Waiting list check')
  await page.locator('input[type=file]').setInputFiles({ name: 'one.xlsx', mimeType: xlsxType, buffer: file })
  await expect(page).toHaveTitle(/^Import Details/)
}

/** A few expired ones are opened again, which no other test looks at; once, as none of them is expired afterwards. */
async function changeInBulk(page: Page) {
  await page.goto(screenPaths.requestBulkList)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
  if ((await page.locator('main table a[href^="/"]').count()) > 0) return
  await page.goto(`${screenPaths.requestsList}?limit=10&filters[status][0]=unopened&filters[status][1]=expired&filters[search]=PW-16`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: /^Select all .* matching form requests$/ }).click()
  await page.getByRole('group', { name: 'With selected' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'No, list the form requests as not reached' }).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reopen \d+$/ })
    .click()
  await page.getByRole('complementary', { name: 'Bulk changes' }).getByRole('button', { name: 'Dismiss' }).click()
}

/** Of the organisation with all the users. */
async function firstMember(page: Page) {
  await page.goto(`${screenPaths.organisationList}?filters[search]=Northbury`)
  await page.getByRole('main').getByRole('link', { name: northbury }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  const link = page.locator('main table a[href*="/members/"]').first()
  return (await link.getAttribute('href'))!
}
