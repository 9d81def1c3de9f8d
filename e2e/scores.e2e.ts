import type { Browser, Page } from '@playwright/test'

import { expect, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [firstName, form] = ['Noor', 'Mood check (PHQ-9)']
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function createPatient(page: Page, lastName: string) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  for (const [part, value] of Object.entries({ Day: '9', Month: '3', Year: '1961' })) await page.getByLabel(part).fill(value)
  await page.getByLabel('Email address').fill(`${lastName.toLowerCase()}@example.com`)
  await page.getByLabel('Contact method').selectOption('Email')
  await page.getByRole('button', { name: 'Create patient' }).click()
  await expect(heading(page)).toHaveText(`${firstName} ${lastName}`)
  return page.url()
}

/** Sends the form from the patient's own page, and gives back the link that the patient receives. */
async function send(page: Page, lastName: string, nth: number) {
  await page.getByRole('link', { name: 'Send a form' }).click()
  await page.getByRole('combobox', { name: 'Form' }).fill('phq')
  await page.getByRole('option', { name: form }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: `Send to ${firstName} ${lastName}` }).click()
  await expect(page.getByText('1 form request created.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outbox' }).click()
  await page.getByLabel('Search messages').fill(`${lastName.toLowerCase()}@example.com`)
  const messages = page
    .getByRole('list', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: `Hello ${firstName}` })
  await expect(messages).toHaveCount(nth)
  return (await messages.first().getByRole('link', { name: '/r/' }).getAttribute('href'))!
}

/** On the patient's phone, without scripts. */
async function answer(browser: Browser, link: string, answers: string[]) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const phone = await context.newPage()
  await phone.goto(link)
  for (const [part, value] of Object.entries({ Day: '9', Month: '3', Year: '1961' })) await phone.getByLabel(part).fill(value)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByRole('link', { name: 'Start' }).click()
  for (const one of answers) {
    await phone.getByLabel(one, { exact: true }).check()
    await phone.getByRole('button', { name: 'Save and continue' }).click()
  }
  await phone.getByRole('button', { name: 'Send my answers' }).click()
  await expect(heading(phone)).toHaveText('Your answers have been sent')
  await context.close()
}

test.describe('Scores of a patient', () => {
  test('a patient answers the PHQ-9 twice; staff see the red flag, the answer that raised it, the score and its trend (FORM-7, REQ-1, REQ-4, UI-2)', async ({
    openAs,
    browser,
  }) => {
    const lastName = `Faraday${Date.now() % 1_000_000}`
    const page = await openAs('user', '/patients/create')
    const patient = await createPatient(page, lastName)
    const first = await send(page, lastName, 1)
    await answer(browser, first, [...Array<string>(8).fill('More than half the days'), 'Several days', 'Very difficult'])

    await page.goto('/requests?filters[redFlag]=true')
    await page.getByRole('searchbox', { name: 'Search form requests' }).fill(lastName)
    const row = page.getByRole('row').filter({ hasText: `${firstName} ${lastName}` })
    await expect(row).toContainText('Urgent')
    await expect(row).toContainText('Thoughts of death or self-harm')
    await expect(row).toContainText('PHQ-9 17, Moderately severe')
    await expect(page.getByRole('button', { name: 'Remove filter Red flag' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await row.getByRole('link').click()

    const banner = page.getByRole('alert').filter({ hasText: 'The answers made this form request urgent.' })
    const answers = page.getByRole('region', { name: 'Answers' })
    const raised = answers.locator('.ruled-item').filter({ hasText: 'Red flag:' })
    await expect(raised).toHaveCount(1)
    await expect(raised).toContainText(/better off dead[\s\S]*Several days[\s\S]*Red flag: Thoughts of death or self-harm/)
    const address = page.url()
    await banner.getByRole('link', { name: 'Red flag: Thoughts of death or self-harm' }).click()
    await expect(raised).toBeFocused()
    await expect(raised).toBeInViewport()
    expect(page.url(), 'Back still leads to the list').toBe(address)
    await expect(page.getByText('The answers made this form request urgent.')).toBeVisible()
    await expect(page.getByText('2 + 2 + 2 + 2 + 2 + 2 + 2 + 2 + 1 = 17')).toBeVisible()
    await expect(page.getByText('Red flag raised')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.goto(patient)
    await answer(browser, await send(page, lastName, 2), Array<string>(9).fill('Not at all'))
    await page.goto(patient)
    await page.getByRole('link', { name: 'Scores', exact: true }).click()
    const rows = page.getByRole('table', { name: /PHQ-9/ }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('None-minimal')
    await expect(rows.nth(2)).toContainText('Moderately severe')
    await expect(rows.nth(2)).toContainText('Thoughts of death or self-harm')
    await expect(page.getByRole('figure', { name: 'PHQ-9 over time' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })
})
