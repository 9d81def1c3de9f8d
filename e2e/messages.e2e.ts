import type { Page } from '@playwright/test'

import { expect, test } from './staff.ts'

test.use({ expectedErrors: ['status of 409'] })

/** Opens the first form request of the list whose patient can be contacted. */
async function openReachable(page: Page) {
  const main = page.getByRole('main')
  await main.locator('tbody tr:not(.data-table__skeleton) a').first().click()
  const badge = main.getByText('No message can be sent to this patient')
  for (;;) {
    await expect(main.getByText('Timeline')).toBeVisible()
    if (!(await badge.isVisible())) return
    const name = await main.getByRole('heading', { level: 1 }).textContent()
    await main.getByRole('link', { name: 'Next' }).click()
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(name ?? '')
  }
}

test.describe('A patient who has lost the message', () => {
  test('gets it again from the form request, not twice within ten minutes, and the clerk can copy the link (NOT-9)', async ({ openAs }) => {
    const page = await openAs('bookings', '/requests?filters[status]=unopened&filters[notReached]=false&sort=createdAt')
    const main = page.getByRole('main')
    const more = main.getByRole('button', { name: 'More', exact: true })
    const choose = async (name: string) => {
      await more.click()
      await page.getByRole('menuitem', { name }).click()
    }
    await openReachable(page)
    await expect(main.getByText('Timeline')).toBeVisible()

    await choose('Copy the link')
    await expect(page.getByRole('dialog').getByLabel('Link')).toHaveValue(/\/r\/[\w-]{43}$/)
    await page.keyboard.press('Escape')

    await choose('Send the message again')
    await expect(page.getByRole('alertdialog')).toContainText('kept in the outbox of this system')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The message is queued.')).toBeVisible()
    await expect(main.getByText('Message queued')).toBeVisible()

    // A reminder is offered when nothing waits any more.
    await expect(main.getByRole('listitem').filter({ hasText: 'Kept, not sent' })).toHaveCount(2)
    await choose('Send a reminder')
    await page.getByRole('button', { name: 'Send reminder' }).click()
    await expect(page.getByText(/Wait ten minutes before you send another\./)).toBeVisible()

    // The patient on the phone says that the number was wrong: the correction sends the message at once.
    await choose('Correct the contact details')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mobile phone').fill('07700 9')
    await dialog.getByLabel('Email').fill('rhys@example.com')
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(dialog.getByText('must be a valid UK mobile phone number', { exact: false }).first()).toBeVisible()
    await dialog.getByLabel('Mobile phone').fill('07700 900777')
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(page.getByText('The contact details are saved and the message is queued.')).toBeVisible()
    await expect(main.getByText('07700 900777')).toBeVisible()
    await expect(main.getByRole('listitem').filter({ hasText: 'Kept, not sent' })).toHaveCount(3)
  })
})
