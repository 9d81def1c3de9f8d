import { expect, signIn, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

test.describe('Help', () => {
  test('a topic is found by its words, on the page and with Ctrl+K, and leads to its screens (UI-6, REQ-9)', async ({ openAs }) => {
    const page = await openAs('user', '/profile')
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('link', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
    await expect(page.getByText('Digital services help desk')).toBeVisible()
    await page.getByLabel('Search the help').fill('wrong pati')
    await expect(page.getByRole('status').filter({ hasText: 'topic' })).toHaveText(/^\d topics?$/)
    await page.getByRole('link', { name: 'A form went to the wrong patient' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A form went to the wrong patient')
    await expect(page.getByText('the link stops working')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Form requests' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Requests')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('died')
    await page.getByRole('option', { name: 'Patients who want no messages, have moved or have died' }).click()
    await expect(page.getByText('“Mark as deceased” closes what is open')).toBeVisible()

    await page.goto('/help')
    await page.getByLabel('Search the help').fill('xylophone')
    await expect(page.getByText('No topic matches')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })

  test('the roles are explained as they are, also on a phone, and a screen that a user may not open has no button (UI-6, ROLE-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/help?topic=roles')
    const row = page.getByRole('row').filter({ hasText: 'Manage users' })
    await expect(row.getByRole('cell')).toHaveText(['Yes', /No$/, /No$/, 'Yes', /No$/])
    await expect(page.getByRole('columnheader', { name: / Your role$/ })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysOn(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
    await page.goto('/help?topic=audit')
    await expect(page.getByText('nobody can change the log')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Audit log', exact: true })).toHaveCount(0)
  })

  test('help is one press from the keyboard shortcuts, and the dashboard of the demonstration offers the tour (UI-6)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/dashboard')
    await page.getByRole('main').getByRole('link', { name: 'See it work in ten minutes' }).click()
    await expect(page.locator('ol.tour > li')).toHaveCount(5)

    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Help with tasks, roles and problems' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the tour of the demonstration leads from the PHQ-9 to the urgent form requests, each step in a new tab (UI-6)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/help')
    await page.getByRole('link', { name: 'Start the tour' }).click()
    const steps = page.locator('ol.tour > li')
    await expect(steps).toHaveCount(5)
    const openStep = async (nth: number) => {
      const opened = page.waitForEvent('popup')
      await steps.nth(nth).getByRole('link').click()
      return opened
    }
    await expect(steps.first().getByRole('link')).toHaveAttribute('href', /formId=/)
    const sending = await openStep(0)
    await expect(sending.getByRole('combobox', { name: 'Form' })).toHaveValue(/PHQ-9/)
    await sending.close()
    const outbox = await openStep(1)
    await expect(outbox.getByRole('heading', { level: 1 })).toHaveText('Outbox')
    await outbox.close()
    const urgent = await openStep(2)
    await expect(urgent.getByRole('button', { name: 'Remove filter Urgent', exact: true })).toBeVisible()
    await urgent.close()
  })

  test('the tour opens the records of three patients, each with the first fact of their story (UI-6, RUN-1)', async ({ openAs }) => {
    const page = await openAs('user', '/help?topic=tour')
    const stories = page.getByRole('region', { name: 'Three patients to look at' })
    await expect(stories.getByRole('listitem')).toHaveCount(3)
    const told = [
      ['Margaret Ellison', 'Red flag: Symptoms much worse while waiting'],
      ['Daniel Osei', 'Thoughts of death or self-harm'],
      ['Ivor Pritchard', 'The phone number does not exist, or its network refused the message.'],
    ] as const
    for (const [name, fact] of told) {
      const opened = page.waitForEvent('popup')
      await stories.getByRole('link', { name: `Open the record of ${name}` }).click()
      const record = await opened
      await expect(record.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(record.getByText(fact).first()).toBeVisible()
      await record.close()
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysOn(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
  })

  test('the tour of an organisation without these patients has its steps only (UI-6)', async ({ page }) => {
    const searched = page.waitForResponse((response) => response.url().includes('/patients/patient?') && response.url().includes('N48120'))
    await signIn(page, 'second', '/help?topic=tour')
    expect((await (await searched).json()).docs).toEqual([])
    await expect(page.locator('ol.tour > li')).toHaveCount(5)
    await expect(page.getByRole('heading', { name: 'Three patients to look at' })).toHaveCount(0)
  })

  test('an admin enters whom to ask, and users see it (UI-6, ORG-6)', async ({ openAs }) => {
    const admin = await openAs('admin', '/organisation?tab=settings')
    const contact = admin.getByLabel('Support contact')
    const before = await contact.inputValue()
    await contact.fill('Ask Priya, extension 12')
    await admin.getByRole('button', { name: 'Save settings' }).click()
    await expect(admin.getByText('The settings were saved.')).toBeVisible()
    const user = await openAs('user', '/help')
    await expect(user.getByText('Ask Priya, extension 12')).toBeVisible()
    await contact.fill(before)
    await admin.getByRole('button', { name: 'Save settings' }).click()
    await expect(contact).toHaveValue(before)
  })
})
