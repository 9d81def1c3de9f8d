import { expect, test, violationsOn } from './staff.ts'

test.describe('The API reference', () => {
  test('is a page under a strict policy: calls by group, with permission, parameters and causes of errors, readable for everybody and at 320 px (INT-4, UI-2)', async ({
    page,
  }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    // The address of a group opens it, so that it can be sent to a colleague.
    await page.goto('/api/docs#/Form%20requests')
    await expect(page.getByRole('heading', { level: 1, name: /^Formward/ })).toBeVisible()
    const call = page.locator('.opblock-get').filter({ has: page.locator('[data-path="/api/forms/request"]') })
    await call.getByRole('button').first().click()
    await expect(call).toContainText('Requires the permission')
    await expect(call.getByText('filters[status]')).toBeVisible()
    await expect(call.getByText('There is no access token, or it has expired or was revoked. Get a new one.')).toBeVisible()
    await expect(call.getByRole('button', { name: 'Try it out' })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])

    const find = page.getByRole('searchbox', { name: 'Find calls by name or address' })
    await find.fill('FHIR exports')
    await expect(page.locator('.opblock-tag-section')).toHaveCount(1)
    await find.fill('task')
    await page.getByRole('button', { name: 'FHIR', exact: true }).or(page.locator('[data-tag="FHIR"]')).first().click()
    await expect(page.locator('.opblock').filter({ hasText: 'FHIR: search tasks by POST' })).toBeVisible()
    await find.fill('no such call')
    await expect(page.getByRole('status')).toHaveText('No calls match. Try a part of a name or address, such as export or /request.')
    await find.fill('')
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    expect(errors).toEqual([])
  })
})
