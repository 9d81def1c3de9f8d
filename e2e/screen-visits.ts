import { expect, type Page } from '@playwright/test'

import { screenPaths, type ScreenName } from '#domain/screen-paths.ts'

import { everyHeader, thirtyRows, xlsxType } from './spreadsheet.ts'
import type { DemoName } from './staff.ts'

export type Visit = {
  /** the account that opens it */
  as: DemoName
  /** the screen whose first link to one of these has the id */
  idFrom?: ScreenName
  /** or a function that finds the path, if it has more than one id */
  addressFrom?: (page: Page) => Promise<string>
  /** so that a long list is looked at in seconds */
  query?: string
  /** other states of it, as queries */
  also?: string[]
  /** the preparation without which there is nothing to see */
  prepare?: (page: Page) => Promise<unknown>
}

/** Every screen there is, by the account that opens it: a new one without an entry does not compile. */
export const visits: Record<ScreenName, Visit> = {
  dashboard: { as: 'user' },
  patientList: { as: 'user', query: 'limit=10', also: ['filters[search]=nobody-is-called-so'] },
  patientCreate: { as: 'user' },
  patientDetails: { as: 'admin', idFrom: 'patientList', also: ['tab=scores', 'tab=log'] },
  patientManage: { as: 'user', idFrom: 'patientList' },
  usersList: { as: 'admin', also: ['tab=wards'] },
  userCreate: { as: 'admin' },
  userDetails: { as: 'admin', idFrom: 'usersList', also: ['tab=wards', 'tab=log'] },
  userManage: { as: 'admin', idFrom: 'usersList' },
  notificationsList: { as: 'admin' },
  notificationTemplateDetails: { as: 'admin', idFrom: 'notificationsList' },
  notificationTemplateCreate: { as: 'admin' },
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
    also: ['tab=users', 'tab=logo', 'tab=settings', 'tab=log'],
  },
  organisationSettings: { as: 'admin', also: ['tab=logo', 'tab=settings'] },
  organisationMemberCreate: { as: 'sysadmin', idFrom: 'organisationList' },
  organisationMemberDetails: { as: 'sysadmin', addressFrom: firstMember, also: ['tab=log'] },
  organisationMemberManage: { as: 'sysadmin', addressFrom: async (page) => `${await firstMember(page)}/manage` },
  reportsList: { as: 'sysadmin' },
  formsList: { as: 'orgadmin' },
  formCreate: { as: 'orgadmin' },
  formImport: { as: 'orgadmin' },
  formDetails: {
    as: 'orgadmin',
    idFrom: 'formsList',
    also: ['tab=information', 'tab=submissions', 'tab=versions&from=1&to=draft'],
  },
  formManage: { as: 'orgadmin', idFrom: 'formsList' },
  requestsList: {
    as: 'user',
    query: 'limit=10',
    also: ['filters[search]=nobody-is-called-so'],
  },
  requestCreate: { as: 'user' },
  requestImport: { as: 'user' },
  requestImportDetails: { as: 'user', idFrom: 'requestImport', prepare: uploadRows },
  requestBulkList: { as: 'user' },
  requestBulkDetails: { as: 'user', idFrom: 'requestBulkList', prepare: changeInBulk },
  requestDetails: { as: 'user', idFrom: 'requestsList' },
  exportsList: { as: 'user' },
  profile: { as: 'clinician' },
  profileSecurity: { as: 'sysadmin' },
  unauthorised: { as: 'user' },
  // Gone at once, unless the provider takes its time to say where to.
  logout: { as: 'user', prepare: (page) => page.route('**/openid-configuration', () => {}) },
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

/** Of the first organisation there is. */
async function firstMember(page: Page) {
  await page.goto(screenPaths.organisationList)
  await page.getByRole('main').getByRole('link', { name: 'Northbury University Hospitals' }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  const link = page.locator('main table a[href*="/members/"]').first()
  return (await link.getAttribute('href'))!
}
