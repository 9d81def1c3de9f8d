import type { Page } from '@playwright/test'

import { expect, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

/** The page of a patient of the demonstration whose answers have a score and wait for review. */
async function openPatientWithScore(page: Page) {
  await page
    .getByRole('row')
    .filter({ hasText: /PHQ-9 \d/ })
    .first()
    .getByRole('rowheader')
    .getByRole('link')
    .click()
  await page.getByRole('link', { name: 'Patient details' }).click()
}
const completed = '/requests?limit=100&filters[status]=completed'

test.describe('The overview of a patient', () => {
  test('shows what waits, the latest scores and the timeline, filtered by an address that can be shared (PAT-2, REQ-8)', async ({
    openAs,
  }) => {
    const page = await openAs('orgadmin', completed)
    await openPatientWithScore(page)

    const waiting = page.getByRole('region', { name: 'To do' })
    await expect(waiting.getByText(/nswers to review$/).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Latest scores' }).getByRole('heading', { level: 3 }).first()).toBeVisible()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText(/^Completed/).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await timeline.getByRole('link', { name: 'Messages', exact: true }).click()
    await expect(page).toHaveURL(/show=messages/)
    await expect(timeline.getByText(/^Completed/)).toHaveCount(0)
    await expect(timeline.getByText(/^Message by|^Message in|^Reminder/).first()).toBeVisible()
    await page.reload()
    await expect(timeline.getByRole('link', { name: 'Messages', exact: true })).toHaveAttribute('aria-current', 'page')
    await timeline.getByRole('link', { name: 'Everything' }).click()
    await timeline.getByRole('link', { name: 'Show who opened the record' }).click()
    await expect(page).toHaveURL(/tab=log/)
  })

  test('fits a narrow screen (PAT-2, UI-4)', async ({ openAs }) => {
    const page = await openAs('user', completed)
    await openPatientWithScore(page)
    await expect(
      page
        .getByRole('region', { name: 'Timeline' })
        .getByText(/^Completed/)
        .first(),
    ).toBeVisible()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sidewaysOn(page)).toEqual([])
  })
})
