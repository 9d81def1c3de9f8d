import { expect, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Nothing is done to anything by reopening what is open: other tests use the same demonstration at the same time.
test('REQ-3 all that match are selected over every page, changed while one goes on working, and each is answered for', async ({ openAs }) => {
  const page = await openAs('user', '/requests?limit=10&filters[status]=unopened')
  const bar = page.getByRole('group', { name: 'With selected' })
  await page.getByLabel('Select all on this page').check()
  await expect(bar).toContainText('10 selected')
  await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click()
  await expect(page.getByText(/^All \d+ form requests that match are selected/)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByLabel('Select all on this page')).toBeChecked()

  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await expect(page.getByRole('dialog')).toContainText(/\d+ form requests cannot be reopened as they stand/)
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: /^Reopen \d+$/ }).click()

  const watched = page.getByRole('complementary', { name: 'Bulk changes' })
  await expect(watched).toContainText(/0 form requests reopened, \d+ could not be/)
  await page.reload()
  await expect(watched).toContainText(/could not be/)
  expect(await violationsOn(page)).toEqual([])
  await watched.getByRole('link', { name: 'See the results' }).click()
  await page.getByRole('link', { name: /^This form request is open already/ }).click()
  await expect(page.getByRole('cell', { name: 'This form request is open already.' }).first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await watched.getByRole('button', { name: 'Dismiss' }).click()
  await expect(watched).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Bulk Changes' }).click()
  await expect(page.getByRole('row', { name: /^Reopen \d+ form requests Done/ }).first()).toBeVisible()
})
