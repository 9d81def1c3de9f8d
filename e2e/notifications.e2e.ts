import { closesByEscape, expect, test, violationsOn } from './staff.ts'

test.describe('Notification templates and the outbox', () => {
  test('an administrator writes a template, inserts fields, previews it as a patient and activates it (NOT-1, NOT-2)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', '/notifications')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notification Templates')
    await expect(page.getByRole('row', { name: /Form request created SMS/ })).toContainText('In use')
    await expect(page.getByRole('row', { name: /Form request reminder SMS/ })).toContainText('In use')
    await expect(page.getByText('NHS App messages are turned off.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('link', { name: 'Create template' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Template') // the list has a Category, too
    await page.getByLabel('Category').selectOption('request_reminder')
    await page.getByRole('textbox', { name: 'Body' }).fill('Dear ((nickName)), please answer: ')
    await page.getByRole('button', { name: 'Create template' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(page.getByRole('alert')).toContainText('Description is required.')
    await expect(page.getByRole('alert')).toContainText('Unknown field ((nickName)).')
    expect(await violationsOn(page)).toEqual([])

    await page.getByLabel('Description').fill('Kind and short')
    await page.getByRole('textbox', { name: 'Body' }).fill('Dear , please answer: ')
    await page.getByRole('textbox', { name: 'Body' }).press('Home')
    for (let step = 0; step < 'Dear '.length; step++) await page.getByRole('textbox', { name: 'Body' }).press('ArrowRight')
    await page.getByRole('button', { name: '((firstName))' }).click()
    await page.getByRole('textbox', { name: 'Body' }).press('End')
    await page.getByRole('button', { name: '((link))' }).click()
    await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue('Dear ((firstName)), please answer: ((link))')
    await expect(page.getByRole('group', { name: 'Preview of the SMS message' })).toContainText('Dear Samira, please answer: https://')
    await expect(page.getByText('1 SMS part (billed)')).toBeVisible()

    await page.getByRole('button', { name: 'Create template' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kind and short')
    await expect(page.getByText('No message is sent with this template')).toHaveCount(0)
    await page.getByLabel('Description').fill('Kind')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kind')
    expect(await violationsOn(page)).toEqual([])

    const remove = page.getByRole('button', { name: 'Delete' })
    await remove.click()
    await closesByEscape(page, remove)
    await remove.click()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await expect(page).toHaveURL(/\/notifications$/)
    await expect(page.getByRole('row', { name: /^Kind/ })).toHaveCount(0)
  })

  test('a default template is opened, and a new one is created from it (NOT-1)', async ({ openAs }) => {
    const page = await openAs('admin', '/notifications?filters[method]=email')
    await page
      .getByRole('link', { name: /Default email/ })
      .first()
      .click()
    await expect(page.getByRole('group', { name: 'Preview of the Email message' })).toContainText('Hello Samira')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Customise' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue(/organisationName/)
  })

  test('the outbox shows its messages, newest first (NOT-4)', async ({ openAs }) => {
    const page = await openAs('user', '/outbox')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox')
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Search messages').fill('no such words')
    await expect(page.getByText('No message matches')).toBeVisible()
  })
})
