import type { Page } from '@playwright/test'

import { openFilter } from './list-actions.ts'
import { openOwnOrganisation } from './own-organisation.ts'
import { expect, test } from './staff.ts'

test.use({ expectedErrors: ['status of 409'] })

/** Opens the first form request of the list whose patient can be contacted and has had no letter, as another test may print one. */
async function openReachable(page: Page) {
  const main = page.getByRole('main')
  await main.locator('tbody tr:not(.data-table__skeleton) a').first().click()
  const isUnsuitable = main.getByText(/^(No message can be sent to this patient|The message cannot be sent again|Letter printed)/).first()
  for (;;) {
    await expect(main.getByText('Timeline')).toBeVisible()
    if (!(await isUnsuitable.isVisible())) return
    const name = await main.getByRole('heading', { level: 1 }).textContent()
    await main.getByRole('link', { name: 'Next' }).click()
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(name ?? '')
  }
}

test.describe('A patient who has lost the message', () => {
  test('gets it again from the form request, not twice within ten minutes, and the clerk can copy the link (NOT-9)', async ({ openAs }) => {
    // Not the older ones, which have expired and are opened again by another test.
    const from = new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10)
    const page = await openAs(
      'bookings',
      `/requests?filters[status]=unopened&filters[notReached]=false&filters[createdFrom]=${from}&sort=createdAt`,
    )
    const main = page.getByRole('main')
    const more = main.getByRole('button', { name: 'More', exact: true })
    const choose = async (name: string) => {
      await more.click()
      await page.getByRole('menuitem', { name }).click()
    }
    await openReachable(page)
    // How many there are already depends on how old the form request is today.
    const kept = main.getByRole('listitem').filter({ hasText: 'Kept, not sent' })
    const before = await kept.count()

    await choose('Copy the link')
    await page.getByRole('button', { name: 'Show the link' }).click()
    await expect(page.getByRole('dialog').getByText('Choose how you checked who you are speaking to.').first()).toBeVisible()
    await page.getByRole('radio', { name: 'The person gave 3 correct details' }).check()
    await page.getByRole('button', { name: 'Show the link' }).click()
    await expect(page.getByRole('dialog').getByLabel('Link')).toHaveValue(/\/r\/[\w-]{43}$/)
    await page.keyboard.press('Escape')

    await choose('Send the message again')
    await expect(page.getByRole('alertdialog')).toContainText('kept in the outbox of this system')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The message is queued.')).toBeVisible()
    await expect(main.getByText('Message queued').first()).toBeVisible()

    // A reminder is offered when no message is waiting.
    await expect(kept).toHaveCount(before + 1)
    await choose('Send a reminder')
    await page.getByRole('button', { name: 'Send reminder' }).click()
    await expect(page.getByText(/Wait ten minutes before you send another\./)).toBeVisible()

    // The patient on the phone says that the number was wrong: the correction sends the message at once.
    await choose('Correct the contact details')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mobile phone').fill('07700 9')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('rhys@example.com')
    await dialog.getByRole('radio', { name: 'The person gave 3 correct details' }).check()
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(dialog.getByText('must be a valid UK mobile phone number', { exact: false }).first()).toBeVisible()
    await dialog.getByLabel('Mobile phone').fill('07700 900777')
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(page.getByText('The contact details are saved and the message is queued.')).toBeVisible()
    await expect(main.getByText('07700 900777')).toBeVisible()
    await expect(kept).toHaveCount(before + 2)
    await expect(main.getByRole('listitem').filter({ hasText: 'of the patient changed' })).toContainText(
      'Identity check: the person gave 3 correct details.',
    )
    await expect(main.getByText('Patient’s link viewed by a user')).toBeVisible()
  })
})

test.describe('A form request in the NHS App', () => {
  test('says why its message cannot be sent again, and how to use another method (NOT-9)', async ({ openAs, server }) => {
    // As if the installation had sent NHS App messages until now.
    const { query, end } = await openOwnOrganisation(server)
    await query(
      `update form_requests set notification_method = 'nhs_app' where id = (
         select r.id from form_requests r join organisations o on o.id = r.organisation_id join patients p on p.id = r.patient_id
         where o.name = 'Northbury University Hospitals' and r.status = 'unopened' and not r.is_unreached and r.expires_at > now()
           and p.phone_number is not null and p.may_be_contacted and p.archived_at is null
         order by r.created_at limit 1)`,
    )
    await end()
    const page = await openAs('bookings', '/requests?filters[status]=unopened&filters[method]=nhs_app&filters[notReached]=false')
    const main = page.getByRole('main')
    await main.locator('tbody tr:not(.data-table__skeleton) a').first().click()
    await expect(main.getByText('The message cannot be sent again')).toBeVisible()
    await expect(main.getByText('NHS App messages cannot be sent at the moment.')).toContainText('select “Correct the contact details”')
    await main.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Send the message again' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Correct the contact details' }).click()
    await expect(page.getByRole('dialog').getByRole('radio', { name: 'SMS' })).toBeVisible()
  })
})

test.describe('Patients whom no message reached', () => {
  test('are a list with reason and next step, from the dashboard, and a corrected number sends the message (NOT-6, REP-2)', async ({
    openAs,
  }) => {
    const page = await openAs('bookings', '/dashboard')
    const main = page.getByRole('main')
    await main.getByRole('link', { name: /Not reached.*No message arrived/ }).click()
    const table = main.getByRole('table', { name: 'Form requests' })
    await expect(table.getByRole('columnheader', { name: 'Reason' })).toBeVisible()
    await openFilter(page, 'Reason')
    await page.getByRole('checkbox', { name: /^Wrong contact details/ }).check()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/unreachedReason/)
    const row = table.getByRole('row').filter({ hasText: 'Correct the mobile phone number and send again.' }).first()
    await expect(row).toContainText('Wrong contact details')

    await row.getByRole('button', { name: /^Correct and send/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct the contact details' })
    await dialog.getByLabel('Mobile phone').fill('')
    await dialog.getByRole('radio', { name: /^No one contacted us/ }).check()
    await dialog.getByRole('radio', { name: 'SMS' }).check()
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(dialog.getByText(/Mobile phone/).first()).toBeVisible()
    await dialog.getByLabel('Mobile phone').fill('07700 900778')
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(page.getByText('The contact details are saved and the message is queued.')).toBeVisible()
  })
})
