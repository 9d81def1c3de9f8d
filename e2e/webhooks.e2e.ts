import type { Page } from '@playwright/test'

import { chooseAction, dialogOn, fitsAndSaysWhenItFails, menuOf, rowOf } from './list-actions.ts'
import { closesByEscape, expect, test, violationsOn } from './staff.ts'

const open = '/organisation?tab=webhooks'
const row = (page: Page, name: string) => rowOf(page, 'Webhooks', name)

test.describe('Webhooks', () => {
  test.use({ expectedErrors: ['status of 400', 'net::ERR_FAILED'] })

  test('an admin creates an endpoint by keyboard, copies the secret once, tries it, changes it and deletes it (INT-3)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', open)
    const name = `Engine ${Date.now()}`

    await page.getByRole('button', { name: 'Create endpoint' }).press('Enter')
    await dialogOn(page).getByRole('button', { name: 'Create endpoint' }).press('Enter')
    await expect(dialogOn(page)).toContainText('Description is required.')
    await expect(dialogOn(page)).toContainText('Choose at least one event.')
    await dialogOn(page).getByLabel('Description').fill(name)
    await dialogOn(page).getByLabel('Address').fill('http://127.0.0.1/events')
    await dialogOn(page).getByRole('checkbox', { name: 'Answers submitted' }).press('Space')
    await dialogOn(page).getByRole('checkbox', { name: 'Patient changed' }).press('Space')
    await dialogOn(page).getByRole('button', { name: 'Create endpoint' }).press('Enter')
    await expect(dialogOn(page)).toContainText('Address must start with https:// and must not include a user name or #.')
    // Private networks are refused when the endpoint is called, so nothing leaves this machine.
    await dialogOn(page).getByLabel('Address').fill('https://127.0.0.1/events')
    await dialogOn(page).getByRole('button', { name: 'Create endpoint' }).press('Enter')

    const secret = await dialogOn(page).getByLabel('Secret', { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialogOn(page).getByRole('button', { name: 'I have copied the secret' }).press('Enter')
    await expect(dialogOn(page)).toHaveCount(0)
    await expect(row(page, name)).toContainText('Answers submitted, Patient changed')
    await expect(row(page, name)).toContainText('In use')
    await expect(page.getByText(secret)).toHaveCount(0)

    await chooseAction(page, name, 'Send a test event')
    await expect(page.getByText(`The test event was not delivered to ${name}. The address is on a private network`)).toBeVisible()
    await page.route('**/webhooks/*/test', (route) => route.fulfill({ json: { failure: null, status: 202, durationMs: 1_234 } }))
    await chooseAction(page, name, 'Send a test event')
    await expect(page.getByText(`The test event was delivered to ${name} with HTTP status 202 in 1,234 ms.`)).toBeVisible()
    await page.unrouteAll()
    for (const action of ['Create a new secret', 'Switch off', 'Delete']) {
      await chooseAction(page, name, action)
      await closesByEscape(page, menuOf(page, name))
    }
    await chooseAction(page, name, 'Create a new secret')
    await dialogOn(page).getByRole('button', { name: 'Create new secret' }).press('Enter')
    expect(await dialogOn(page).getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    await dialogOn(page).getByRole('button', { name: 'I have copied the secret' }).press('Enter')

    await chooseAction(page, name, 'Edit')
    await dialogOn(page).getByRole('checkbox', { name: 'Answers submitted' }).press('Space')
    await dialogOn(page).getByRole('button', { name: 'Save endpoint' }).press('Enter')
    await expect(page.getByText(`${name} was saved.`)).toBeVisible()
    await expect(row(page, name)).not.toContainText('Answers submitted')
    await chooseAction(page, name, 'Switch off')
    await dialogOn(page).getByRole('button', { name: 'Switch off' }).press('Enter')
    await expect(row(page, name)).toContainText('A user switched the endpoint off.')
    await chooseAction(page, name, 'Switch on')
    await expect(row(page, name)).toContainText('In use')
    await chooseAction(page, name, 'Delete')
    await dialogOn(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText(`${name} was deleted.`)).toBeVisible()
    await expect(row(page, name)).toHaveCount(0)
  })

  test('an event that was not delivered is listed with its reason, and sent again by a user (INT-3)', async ({ openAs }) => {
    const page = await openAs('admin', open)
    const name = `Engine ${Date.now()}`
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await dialogOn(page).getByLabel('Description').fill(name)
    await dialogOn(page).getByLabel('Address').fill('https://127.0.0.1/events')
    await dialogOn(page).getByRole('checkbox', { name: 'Patient added' }).check()
    await dialogOn(page).getByRole('button', { name: 'Create endpoint' }).click()
    await dialogOn(page).getByRole('button', { name: 'I have copied the secret' }).click()
    await chooseAction(page, name, 'Show deliveries')
    const deliveries = page.getByRole('region', { name: `Deliveries to ${name}` })
    await expect(deliveries).toContainText('No deliveries')

    const other = await openAs('admin', '/patients/create')
    await other.getByLabel('First name').fill('Katherine')
    await other.getByLabel('Last name').fill(`Johnson ${Date.now()}`)
    for (const [part, value] of Object.entries({ Day: '26', Month: '8', Year: '1958' })) await other.getByLabel(part).fill(value)
    await other.getByLabel('Phone number').fill('07700 900 457')
    await other.getByRole('button', { name: 'Create patient' }).click()
    await expect(other.getByText('Patient created.')).toBeVisible()
    await other.close()

    await expect(async () => {
      await deliveries.getByRole('button', { name: 'Refresh' }).click()
      await expect(deliveries).toContainText('The address is on a private network', { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expect(deliveries.getByRole('row', { name: /Patient added/ }).first()).toContainText('Waiting')
    await expect(deliveries).toContainText(/Next attempt: \d\d-\w{3}-\d{4}/)
    await deliveries.getByLabel('Show').selectOption('Delivered')
    await expect(deliveries).toContainText('No deliveries')
    await deliveries.getByLabel('Show').selectOption('All deliveries')

    let sent = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/deliveries/*/replay', async (route) => {
      sent++
      await released
      await route.continue()
    })
    const again = deliveries.getByRole('button', { name: /^Send again: Patient added/ }).first()
    await again.dblclick()
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect(page.getByText('The event will be sent again within a few seconds.')).toBeVisible()
    expect(sent).toBe(1)
    await page.unrouteAll()

    await chooseAction(page, name, 'Switch off')
    await dialogOn(page).getByRole('button', { name: 'Switch off' }).click()
    await expect(deliveries.getByRole('row', { name: /Patient added/ }).first()).toContainText('Failed')
    await chooseAction(page, name, 'Switch on')
    await deliveries.getByRole('button', { name: 'Send failed events again' }).press('Enter')
    await closesByEscape(page, deliveries.getByRole('button', { name: 'Send failed events again' }))
    await deliveries.getByRole('button', { name: 'Send failed events again' }).press('Enter')
    const year = dialogOn(page).getByLabel('Year')
    const thisYear = await year.inputValue()
    await year.fill('')
    await dialogOn(page).getByRole('button', { name: 'Send failed events again' }).click()
    await expect(dialogOn(page).getByRole('group', { name: 'From date' })).toContainText('From date must be a real date.')
    await year.fill(thisYear)
    await dialogOn(page).getByRole('button', { name: 'Send failed events again' }).click()
    await expect(page.getByText(/events? will be sent again\./)).toBeVisible()
    await deliveries.getByRole('button', { name: 'Close' }).click()
    await expect(deliveries).toHaveCount(0)
  })

  test('the list and the dialog fit a screen 320 px wide, and a list that cannot be loaded says so (INT-3, UI-2, UI-3)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', open)
    await fitsAndSaysWhenItFails(page, { create: 'Create endpoint', calls: '**/webhooks' })
  })
})
