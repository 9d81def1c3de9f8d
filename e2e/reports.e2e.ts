import type { Page } from '@playwright/test'

import { screenPaths } from '#domain/screen-paths.ts'

import { openOwnOrganisation } from './own-organisation.ts'
import { expect, signIn, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

const rows = (page: Page) => page.getByRole('table').getByRole('row')

test('a report is made for an organisation that is searched for, again by one press, and every month for a user who opens its link (REP-1)', async ({
  openAs,
  browser,
  server,
}) => {
  const organisation = await openOwnOrganisation(server)
  const { id, name, query } = organisation
  const recipient = await organisation.user('Ingrid')
  await query(`update members set role = 'Forms OrgAdmin' where organisation_id = $1`, [id])
  const page = await openAs('sysadmin', screenPaths.reportsList)
  const dialog = page.getByRole('dialog')

  await test.step('the organisation is found by typing its name, and missing fields are named', async () => {
    await page.getByRole('button', { name: 'Create report' }).first().click()
    await dialog.getByRole('button', { name: 'Create report' }).click()
    await expect(dialog.getByText('Organisation is required.').first()).toBeVisible()
    await expect(dialog.getByText('Month is required.').first()).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Organisation' }).fill(name)
    await page.getByRole('option', { name }).click()
    await dialog.getByLabel('Month').selectOption({ index: 2 })
    await dialog.getByRole('button', { name: 'Create report' }).click()
    await expect(rows(page).filter({ hasText: name })).toContainText('Completed')
  })

  await test.step('one press makes another report of the same month', async () => {
    await page
      .getByRole('button', { name: `Create again ${name}` })
      .first()
      .click()
    await expect(rows(page).filter({ hasText: name })).toHaveCount(2)
    await expect(rows(page).filter({ hasText: name }).getByText('Completed')).toHaveCount(2)
  })

  await test.step('a monthly report is scheduled, switched off and on', async () => {
    await page.getByRole('link', { name: 'Monthly reports' }).click()
    await page.getByRole('button', { name: 'Schedule a report' }).first().click()
    await expect(dialog).toContainText('This system keeps emails in its outbox, so the user gets no email.')
    await dialog.getByRole('combobox', { name: 'Organisation' }).fill(name)
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('combobox', { name: 'User' }).fill('Ingrid')
    await page.getByRole('option', { name: /^Ingrid Lindqvist/ }).click()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog.getByRole('button', { name: 'Schedule report' }).click()
    const row = rows(page).filter({ hasText: name })
    await expect(row).toContainText('Ingrid Lindqvist')
    await row.getByRole('button', { name: /^Switch off/ }).click()
    await expect(row.getByText('Off', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: /^Switch on/ }).click()
    await expect(row.getByText('On', { exact: true })).toBeVisible()
    expect(await sidewaysOn(page)).toEqual([])
  })

  await test.step('the email has a link, and the user downloads the report there', async () => {
    // The last month counts as not done, as it would on the first of a month.
    await query(`update report_schedules set done_month = done_month - interval '1 month' where organisation_id = $1`, [id])
    await organisation.runJob('monthly-reports')
    const links = () =>
      query<{ body: string }>('select body from outbox_messages where organisation_id = $1 and recipient = $2', [id, recipient])
    await expect.poll(async () => (await links()).length).toBe(1)
    const address = new URL(/https?:\/\/\S+\/reports\/\S+/.exec((await links())[0]!.body)![0]).pathname
    const theirs = await (await browser.newContext()).newPage()
    await signIn(theirs, recipient, address)
    await expect(theirs.getByRole('heading', { level: 1, name: /^Report for / })).toBeVisible()
    expect(await violationsOn(theirs)).toEqual([])
    const downloading = theirs.waitForEvent('download')
    await theirs.getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^system-report-.+\.xlsx$/)
  })
  await organisation.end()
})
