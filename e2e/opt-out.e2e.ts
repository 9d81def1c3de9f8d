import type { Browser } from '@playwright/test'

import { emailPatient } from './email-patient.ts'
import { expect, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

/** Stops emails with the page of the link, as a patient does. */
async function stopEmails(browser: Browser, link: string, { javaScriptEnabled }: { javaScriptEnabled: boolean }) {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled })
  const phone = await context.newPage()
  const heading = phone.getByRole('heading', { level: 1 })
  const check = async () => {
    if (!javaScriptEnabled) return
    expect(await violationsOn(phone)).toEqual([])
    expect(await sidewaysOn(phone)).toEqual([])
  }
  await phone.goto(link)
  await expect(heading).toHaveText('Stop emails about forms')
  await expect(phone.getByRole('main')).not.toContainText('Olive')
  await check()
  await phone.getByRole('button', { name: 'Stop emails' }).press('Enter')
  await expect(heading).toHaveText('You have stopped emails about forms')
  await check()
  await phone.goto(link)
  await expect(heading).toHaveText('You have stopped emails about forms')
  await context.close()
}

test.describe('A patient who wants no emails', () => {
  test('stops them with the link in an email, with and without JavaScript, and staff see and undo it (NOT-5, PTN-1, PAT-2)', async ({
    openAs,
    browser,
  }, testInfo) => {
    const page = await openAs('bookings', '/patients/create')
    const { record, stopLink } = await emailPatient(page, `Stopford${testInfo.repeatEachIndex}`)
    const contact = page.getByRole('main').getByText('with the link in an email')

    for (const javaScriptEnabled of [false, true]) {
      await stopEmails(browser, stopLink, { javaScriptEnabled })
      await page.goto(`${record}?tab=details`)
      await expect(contact).toBeVisible()
      expect(await violationsOn(page)).toEqual([])

      await page.getByRole('link', { name: 'Manage' }).click()
      const email = page.getByRole('group', { name: 'The patient does not want messages by' }).getByLabel('Email')
      await expect(email).toBeChecked()
      await email.press('Space')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Patient saved.')).toBeVisible()
      await expect(contact).toBeHidden()
    }

    await page.getByRole('link', { name: 'Manage' }).click()
    await page.getByRole('group', { name: 'The patient does not want messages by' }).getByLabel('Email').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Email, ', { exact: false }).getByText('recorded by a user')).toBeVisible()
    await page.goto('/patients?filters[optedOut]=true')
    await expect(page.getByRole('row').filter({ hasText: `Stopford${testInfo.repeatEachIndex}` })).toContainText('Not by email')
  })
})

test.describe('A patient who has died', () => {
  test('is marked after the consequences are read, gets no form, is found in the list, and the mark can be undone (NOT-5, PAT-2)', async ({
    openAs,
  }, testInfo) => {
    const page = await openAs('bookings', '/patients/create')
    const lastName = `Lateman${testInfo.repeatEachIndex}`
    const { record } = await emailPatient(page, lastName)
    await page.goto(record)
    await page.getByRole('button', { name: 'Mark as deceased' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('All form requests that are not closed yet are closed, answered or not.')
    await dialog.getByLabel('Day').fill('1')
    await dialog.getByLabel('Month').fill('1')
    await dialog.getByLabel('Year').fill('1960')
    await dialog.getByRole('button', { name: 'Mark as deceased' }).click()
    await expect(dialog.getByText('Date of death must not be before the date of birth.').first()).toBeVisible()
    await dialog.getByLabel('Year').fill('2026')
    await dialog.getByRole('button', { name: 'Mark as deceased' }).click()

    await expect(page.getByText('This patient died on 01-Jan-2026')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send a form' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Timeline' }).getByText(/^Auto closed/)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.goto('/patients')
    await page.getByLabel('Marked as').selectOption('Deceased')
    await expect(page.getByRole('row').filter({ hasText: lastName })).toContainText('Deceased')

    await page.goto(record)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Restore record' }).click()
    await expect(page.getByText('The patient is no longer marked as deceased.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send a form' })).toBeVisible()
  })
})
