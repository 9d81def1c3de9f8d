import type { Page } from '@playwright/test'

import { expect, signIn, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

const responsesOn = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Responses' })

/** Chooses other figures and waits until they are shown: the figures of the last choice stay until then, and cannot be opened. */
async function figuresAfter(page: Page, choose: () => Promise<unknown>) {
  const answer = page.waitForResponse((response) => response.url().includes('/dashboard/responses?'))
  await choose()
  await answer
  await expect(responsesOn(page).locator('.response-figures')).toHaveAttribute('aria-busy', 'false')
}

/** Opens the list of a figure and compares the number of its form requests with the figure. */
async function expectList(page: Page, figure: string, open: () => Promise<void>) {
  await open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Requests')
  if (figure === '0') await expect(page.getByRole('main').locator('tbody tr a')).toHaveCount(0)
  else
    await expect(
      page
        .getByRole('main')
        .getByText(new RegExp(`of ${figure}(?![\\d,])`))
        .first(),
    ).toBeVisible()
  await page.goBack()
  await expect(responsesOn(page)).toBeVisible()
}

test.describe('The dashboard', () => {
  test('the tiles of “My work” are as high as those of “The organisation” (REP-2, UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/dashboard')
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const heightsIn = async (name: string) => {
        const tiles = await page.getByRole('region', { name }).locator('.stat-tile').all()
        return Promise.all(tiles.map(async (tile) => Math.round((await tile.boundingBox())!.height)))
      }
      await expect(page.getByRole('region', { name: 'My work' }).locator('.stat-tile')).toHaveCount(3)
      expect(await heightsIn('My work'), `${width} pixels`).toEqual(await heightsIn('The organisation'))
    }
  })

  test('figures of a period are compared with the period before, and each opens the list that it counts (REP-2)', async ({ openAs }) => {
    const page = await openAs('admin', '/dashboard')
    const responses = responsesOn(page)
    await expect(responses.getByText(/compared with the same number of days before/)).toBeVisible()
    await figuresAfter(page, () => responses.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 days'))
    await expect(page).toHaveURL(/period=last90/)
    const tiles = responses.locator('.stat-tile')
    await expect(tiles).toHaveCount(6)
    await expect(tiles.first()).toContainText(/more than|fewer than|The same as/)

    for (const name of ['Created', 'Completed', 'Urgent', 'Not reached']) {
      const tile = tiles.filter({ has: page.getByText(name, { exact: true }) })
      const figure = (await tile.locator('.stat-tile__figure').textContent()) ?? ''
      await expectList(page, figure, () => tile.getByRole('link').first().click())
    }
    const created = tiles
      .filter({ has: page.getByText('Created', { exact: true }) })
      .getByRole('link')
      .last()
    const before = /^[\d,]+/.exec((await created.textContent()) ?? '')![0]
    await expectList(page, before, () => created.click())

    const rate = tiles.filter({ has: page.getByText('Response rate', { exact: true }) })
    const answered = /^[\d,]+/.exec((await rate.locator('.stat-tile__note').textContent()) ?? '')![0]
    await expectList(page, answered, () => rate.getByRole('link').first().click())

    const methods = responses.getByRole('table', { name: 'Responses by method' })
    const sms = methods.getByRole('row', { name: /^SMS/ }).getByRole('link').first()
    await expectList(page, (await sms.textContent()) ?? '', () => sms.click())
    expect(await violationsOn(page)).toEqual([])
  })

  test('form, specialty and other days are chosen, stay in the address, and can be cleared (REP-2, NAV-7)', async ({ openAs }) => {
    const page = await openAs('admin', '/dashboard')
    const responses = responsesOn(page)
    const created = responses.locator('.stat-tile__figure').first()
    const all = Number(((await created.textContent()) ?? '').replaceAll(',', ''))

    const form = responses.getByRole('combobox', { name: 'Form' })
    await form.fill('PHQ-9')
    await figuresAfter(page, () => page.getByRole('option', { name: /PHQ-9/ }).first().click())
    await expect(form).toBeFocused()
    await expect(page).toHaveURL(/formId=[\da-f-]{36}/)
    const ofForm = (await created.textContent()) ?? ''
    expect(Number(ofForm.replaceAll(',', ''))).toBeLessThan(all)
    const title = await form.inputValue()

    await page.reload()
    await expect(form).toHaveValue(title)
    await expect(created).toHaveText(ofForm)
    await expectList(page, ofForm, () => responses.locator('.stat-tile').first().getByRole('link').first().click())

    await responses.getByRole('combobox', { name: 'Specialty' }).fill('cardio')
    await page.getByRole('option', { name: '320 Cardiology' }).click()
    await expect(page).toHaveURL(/specialty=320/)
    await responses.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/formId|specialty/)
    await expect(form).toHaveValue('')
    await expect(created).toHaveText(all.toLocaleString('en-GB'))

    await responses.getByRole('combobox', { name: 'Period' }).selectOption('Other dates')
    const to = responses.getByRole('group', { name: 'To' })
    await to.getByLabel('Year').fill('2001')
    await responses.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(to).toContainText('The last day is before the first day.')
    const from = responses.getByRole('group', { name: 'From' })
    await from.getByLabel('Year').fill('2000')
    await responses.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/period=custom&from=2000-/)
    await expect(responses.getByText(/^No form requests were created or completed/)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.goto('/dashboard?period=custom&from=2026-10-27&to=2026-10-26')
    await expect(responses.getByText('The last day is before the first day.')).toBeVisible()
    await expect(responses.locator('.stat-tile')).toHaveCount(0)
  })

  test('a chart has dates and round numbers, and its values are read with the pointer, with the keys and as a table (REP-2, UI-2)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', '/dashboard')
    const chart = responsesOn(page).getByRole('figure').filter({ hasText: 'Form requests created' })
    const slider = chart.getByRole('slider', { name: 'Form requests created' })
    const chosen = chart.locator('.trend__chosen a').first()
    await expect(chart.locator('.trend__number').first()).toHaveText('0')
    await expect(chart.locator('.trend__day').first()).toHaveText(/^\d\d-[A-Z][a-z]{2}$/)

    const last = (await chosen.textContent()) ?? ''
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(chosen).not.toHaveText(last)
    const second = (await chosen.textContent()) ?? ''
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${second}. Before, \\d\\d-[A-Z][a-z]{2}-\\d{4}: [\\d,]+$`))
    await page.keyboard.press('End')
    await expect(chosen).toHaveText(last)

    const area = chart.locator('.trend__area')
    await area.hover({ position: { x: 0, y: 20 } })
    const read = chart.locator('.trend__reading')
    await expect(read).toBeVisible()
    const first = (await read.locator('span').first().textContent()) ?? ''
    expect(first).not.toBe(last)
    await expect(chosen, 'the link stays while the pointer moves').toHaveText(last)
    await expect(slider).toHaveValue('30')
    await page.mouse.move(0, 0)
    await expect(read).toHaveCount(0)
    await area.click({ position: { x: 0, y: 20 } })
    await expect(slider).toHaveValue('1')
    await expect(chosen).toHaveText(first)
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveValue('2')

    await chart.getByText('Show as a table').click()
    const rows = chart.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(30)
    const [day, value] = first.split(': ')
    await expect(rows.first().getByRole('rowheader')).toHaveText(day!)
    await expect(rows.first().getByRole('link').first()).toHaveText(value!)
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sidewaysOn(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.keyboard.press('End')
    const [, figure] = ((await chosen.textContent()) ?? '').split(': ')
    await expectList(page, figure!, () => chosen.click())
  })
})

test.describe('The dashboard of a new organisation', () => {
  test('an admin is led to wards, colleagues, patients and an import, each step to its screen (UI-6, NAV-3)', async ({ page }) => {
    await signIn(page, 'admin@new.formward.example', '/dashboard')
    await expect(page.getByRole('heading', { name: 'No form requests yet' })).toBeVisible()
    const steps = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(steps).toHaveText(['Add wards', 'Add colleagues', 'Add patients', 'Send the form', 'Or import a list'])
    await page.getByRole('main').getByRole('link', { name: 'Create user' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create User')
  })
})

test.describe('The dashboard without an answer', () => {
  test.use({ expectedErrors: ['status of 400'] })

  test('a failed answer says so below the filters, and can be asked for again (REP-2, ERR-1)', async ({ openAs }) => {
    const page = await openAs('admin')
    let isBroken = true
    await page.route('**/api/forms/dashboard/responses**', (route) =>
      isBroken ? route.fulfill({ status: 400, json: { message: 'Broken.' } }) : route.continue(),
    )
    await page.goto('/dashboard')
    const responses = responsesOn(page)
    const again = responses.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(page.getByRole('region', { name: 'My work' }).getByRole('link').first()).toBeVisible()
    isBroken = false
    await again.click()
    await expect(responses.locator('.stat-tile')).toHaveCount(6)
    await page.unrouteAll()
  })
})
