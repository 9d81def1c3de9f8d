import type { Page } from '@playwright/test'

import { chooseAction, dialogOn, fitsAndSaysWhenItFails, menuOf, rowOf } from './list-actions.ts'
import { closesByEscape, expect, test, violationsOn } from './staff.ts'

const open = '/organisation?tab=clients'
const row = (page: Page, name: string) => rowOf(page, 'Integration clients', name)

test.describe('Integration clients', () => {
  test.use({ expectedErrors: ['status of 400', 'net::ERR_FAILED'] })

  test('an admin creates a client by keyboard, copies the secret once, changes to a new one and switches the client off (INT-1)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', open)
    const name = `PAS ${Date.now()}`

    await page.getByRole('button', { name: 'Create client' }).press('Enter')
    await dialogOn(page).getByRole('button', { name: 'Create client' }).press('Enter')
    await expect(dialogOn(page)).toContainText('Name is required.')
    await expect(dialogOn(page)).toContainText('Choose at least one permission.')
    await dialogOn(page).getByLabel('Name').fill(name)
    await dialogOn(page).getByRole('checkbox', { name: 'See patients' }).press('Space')
    await dialogOn(page).getByRole('checkbox', { name: 'Send forms' }).press('Space')
    await dialogOn(page).getByRole('radio', { name: 'A public key' }).check()
    await dialogOn(page).getByLabel('Public key', { exact: true }).fill('no key')
    await dialogOn(page).getByRole('button', { name: 'Create client' }).press('Enter')
    await expect(dialogOn(page)).toContainText('The public key cannot be read.')
    await dialogOn(page).getByRole('radio', { name: 'A secret' }).check()
    await dialogOn(page).getByRole('button', { name: 'Create client' }).press('Enter')

    const secret = await dialogOn(page).getByLabel('Secret', { exact: true }).inputValue()
    expect(secret).toMatch(/^fwcs_[\w-]{43}$/)
    await expect(dialogOn(page).getByLabel('Client ID')).toHaveValue(/^[0-9a-f-]{36}$/)
    await expect(dialogOn(page).getByLabel('Token endpoint')).toHaveValue(/\/identity\/oauth\/token$/)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    // It is not shown again, so that a key that was pressed too early does not lose it.
    await page.keyboard.press('Escape')
    await expect(dialogOn(page).getByLabel('Secret', { exact: true })).toHaveValue(secret)
    await expect(dialogOn(page).getByRole('link', { name: 'API reference (opens in a new tab)' })).toHaveAttribute('target', '_blank')
    await dialogOn(page).getByRole('button', { name: 'I have copied the secret' }).press('Enter')
    await expect(dialogOn(page)).toHaveCount(0)
    await expect(row(page, name)).toContainText('See patients, Send forms')
    await expect(row(page, name)).toContainText(`…${secret.slice(-4)}`)
    await expect(row(page, name)).toContainText('Not used yet')
    await expect(page.getByText(secret)).toHaveCount(0)

    for (const action of ['Connection details', 'Create a new secret', 'Switch off']) {
      await chooseAction(page, name, action)
      await closesByEscape(page, menuOf(page, name))
    }
    await chooseAction(page, name, 'Create a new secret')
    await dialogOn(page).getByRole('button', { name: 'Create new secret' }).press('Enter')
    expect(await dialogOn(page).getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    await dialogOn(page).getByRole('button', { name: 'I have copied the secret' }).press('Enter')
    await expect(row(page, name)).toContainText(/, until \d\d-\w{3}-\d{4}/)
    await chooseAction(page, name, 'Remove the old secret')
    await dialogOn(page).getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await expect(row(page, name)).not.toContainText('until')

    await chooseAction(page, name, 'Edit')
    await dialogOn(page).getByLabel('Calls per minute').fill('0')
    await dialogOn(page).getByRole('button', { name: 'Save client' }).press('Enter')
    await expect(dialogOn(page)).toContainText('Calls per minute must be a whole number from 1 to 6,000.')
    await dialogOn(page).getByLabel('Calls per minute').fill('60')
    const year = dialogOn(page).getByLabel('Year')
    const lastYear = await year.inputValue()
    await year.fill('')
    await dialogOn(page).getByRole('button', { name: 'Save client' }).press('Enter')
    await expect(dialogOn(page)).toContainText('Last day must be a real date.')
    await year.fill(lastYear)
    await dialogOn(page).getByRole('button', { name: 'Save client' }).press('Enter')
    await expect(page.getByText(`${name} was saved.`)).toBeVisible()
    await chooseAction(page, name, 'Switch off')
    await dialogOn(page).getByRole('button', { name: 'Switch off' }).press('Enter')
    await expect(row(page, name)).toContainText('Switched off')
    await chooseAction(page, name, 'Switch on')
    await expect(row(page, name)).toContainText('In use')
  })

  test('the list and the dialog fit a screen 320 px wide, and a list that cannot be loaded says so (INT-1, UI-2, UI-3)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', open)
    await fitsAndSaysWhenItFails(page, { create: 'Create client', calls: '**/integration-clients' })
  })
})
