import type { Locator, Page } from '@playwright/test'

import { expect, startEmpty } from './staff.ts'

/**
 * Creates a patient with an email address on the screen for it, which is open, and sends them a form by email. Returns the paths of the record, of
 * the link to the form and of the link that stops emails.
 */
export async function emailPatient(page: Page, lastName: string) {
  const email = `${lastName.toLowerCase()}@example.com`
  await startEmpty(page)
  await page.getByLabel('First name').fill('Olive')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Day').fill('9')
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Year').fill('1961')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Create patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Olive ${lastName}`)
  const record = page.url()

  await page.getByRole('link', { name: 'Send a form' }).click()
  await startEmpty(page)
  await page.getByRole('combobox', { name: 'Form' }).fill('phq')
  await page.getByRole('option', { name: 'Mood check (PHQ-9)' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Reminders', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Send to Olive ${lastName}` }).click()
  await expect(page.getByText('1 form request created.')).toBeVisible()

  await page.goto(`/outbox?filters[search]=${email}`)
  const links = page.getByRole('list', { name: 'Messages' }).getByRole('link')
  const formLink = links.and(page.getByRole('link', { name: '/r/' }))
  const stopLink = links.and(page.getByRole('link', { name: '/stop-emails/' }))
  await expect(async () => {
    await page.reload()
    await expect(stopLink).toHaveCount(1)
  }).toPass()
  // The messages of the demonstration name another address.
  const pathOf = async (link: Locator) => new URL((await link.getAttribute('href'))!).pathname
  return { record, formLink: await pathOf(formLink), stopLink: await pathOf(stopLink) }
}
