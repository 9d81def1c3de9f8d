import { closesByEscape, expect, test, violationsOn } from './staff.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('The NHS App settings of an organisation', () => {
  test('an admin turns the NHS App on and leaves out clinics and specialties, with the keyboard and at 320 pixels (PEP-3, UI-3)', async ({
    openAs,
  }) => {
    const page = await openAs('sysadmin', '/admin/organisation/create')
    await page.getByLabel('Name').fill('Lindale Hospital')
    await page.getByLabel('ODS code').fill(`X${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`)
    await page.getByRole('button', { name: 'Create organisation' }).click()
    await page.getByRole('navigation', { name: 'Organisation' }).getByRole('link', { name: 'NHS App' }).click()
    await expect(page.getByText('No specialty is left out.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByLabel('Show form requests in the NHS App').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Clinics to leave out').fill('x'.repeat(201))
    await page.getByRole('button', { name: 'Save NHS App settings' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Each clinic must be 200 characters or fewer.'])
    await page.getByLabel('Clinics to leave out').fill('Sexual Health\n\n  Clinic 7 ')
    await page.getByRole('button', { name: 'Choose specialties' }).press('Enter')
    await page.getByLabel('360 Genitourinary Medicine').press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: 'Genitourinary Medicine' })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Save NHS App settings' }).click()
    await expect(page.getByText('The NHS App settings were saved.')).toBeVisible()

    await page.reload()
    await expect(page.getByLabel('Show form requests in the NHS App')).toBeChecked()
    await expect(page.getByLabel('Clinics to leave out')).toHaveValue('Sexual Health\nClinic 7')
    await expect(page.getByText('Genitourinary Medicine', { exact: true })).toBeVisible()

    // The server of these tests has no Record Service.
    const lastError = 'The Record Service did not answer.'
    await page.route(/\/tenant\/[\da-f-]{36}\/nhs-app$/, async (route) => {
      const answer = await route.fetch()
      const settings = (await answer.json()) as { recordService: object }
      const state = { isConfigured: true, waiting: 12, acknowledged: 4_800, ended: 3, refused: 2, lastError }
      await route.fulfill({ response: answer, json: { ...settings, recordService: { ...settings.recordService, ...state } } })
    })
    await page.reload()
    await expect(page.getByText(lastError)).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    expect(await violationsOn(page)).toEqual([])
    const replay = page.getByRole('button', { name: 'Send all patients again' })
    await replay.click()
    await closesByEscape(page, replay)
  })
})

test.describe('What the NHS App leaves out', () => {
  test('a patient is left out on their record, which says so (PEP-3)', async ({ openAs }) => {
    const page = await openAs('user', '/patients/create')
    await page.getByLabel('First name').fill('Agnes')
    await page.getByLabel('Last name').fill(`Leftout${Date.now()}`)
    const born = page.getByRole('group', { name: 'Date of birth' })
    await born.getByLabel('Day').fill('9')
    await born.getByLabel('Month').fill('3')
    await born.getByLabel('Year').fill('1961')
    await page.getByLabel('Leave the patient out of the NHS App').check()
    await page.getByRole('button', { name: 'Create patient' }).click()

    await expect(page.getByRole('banner').or(page.getByRole('main')).getByText('Left out of the NHS App').first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })

  test('a form is marked as sensitive in its information (PEP-3)', async ({ openAs }) => {
    const page = await openAs('user', '/forms?filters[search]=Your experience of our service')
    await page.getByRole('rowheader').getByRole('link', { name: 'Your experience of our service', exact: true }).click()
    await page.getByRole('link', { name: 'Information', exact: true }).click()
    const change = page.getByRole('button', { name: 'Change what the NHS App shows' })
    await change.click()
    await closesByEscape(page, change)
    await change.click()
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('This form is sensitive').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The NHS App does not show this form.')).toBeVisible()
    await expect(page.getByText('Sensitive: not shown')).toBeVisible()
  })
})
