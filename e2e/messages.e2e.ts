import { expect, test } from './staff.ts'

test.use({ expectedErrors: ['status of 409'] })

test.describe('A patient who has lost the message', () => {
  test('gets it again from the form request, not twice within ten minutes, and the clerk can copy the link (NOT-9)', async ({ openAs }) => {
    const page = await openAs('bookings', '/requests?filters[status]=unopened&filters[notReached]=false&sort=createdAt')
    await page.getByRole('main').locator('tbody tr:not(.data-table__skeleton) a').first().click()
    const main = page.getByRole('main')
    const more = main.getByRole('button', { name: 'More', exact: true })
    const choose = async (name: string) => {
      await more.click()
      await page.getByRole('menuitem', { name }).click()
    }
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
  })
})
