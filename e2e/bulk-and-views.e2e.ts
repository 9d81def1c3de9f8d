import { expect, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('Bulk changes and saved views', () => {
  // A few expired requests are opened again, which no other test of the same demonstration looks at; what is open stays as it is.
  test('all matching form requests on every page are selected and changed in the background, with a result for each (REQ-3)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests?limit=10&filters[status][0]=unopened&filters[status][1]=expired&filters[search]=PW-15')
    const bar = page.getByRole('group', { name: 'With selected' })
    await page.getByLabel('Select all on this page').check()
    await expect(bar).toContainText('10 selected')
    await page.getByRole('button', { name: /^Select all \d+ matching form requests$/ }).click()
    await expect(page.getByText(/^All \d+ matching form requests are selected/)).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByLabel('Select all on this page')).toBeChecked()

    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Reopen' }).click()
    await expect(page.getByRole('dialog', { name: /^Reopen \d+ of \d+ form requests\?$/ })).toContainText(
      /\d+ form requests? cannot be reopened in (its|their) current status/,
    )
    await page.getByRole('radio', { name: /^No, list/ }).check()
    expect(await violationsOn(page)).toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Reopen \d+$/ })
      .click()

    const watched = page.getByRole('complementary', { name: 'Bulk changes' })
    await expect(watched).toContainText(/\d+ form requests? (is|are) reopened, \d+ could not be/)
    await page.reload()
    await expect(watched).toContainText(/could not be/)
    expect(await violationsOn(page)).toEqual([])
    await watched.getByRole('link', { name: 'See the results' }).click()
    await page.getByRole('link', { name: /^This form request is already open/ }).click()
    await expect(page.getByRole('cell', { name: 'This form request is already open.' }).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await expect(watched).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Bulk Changes' }).click()
    await expect(page.getByRole('row', { name: /^Reopen \d+ form requests Done/ }).first()).toBeVisible()
  })

  test('messages are sent again to the selected patients after their number is shown, and a second press sends nothing (NOT-9)', async ({
    openAs,
  }) => {
    // Not those that the test above opens again, which are older.
    const from = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    const page = await openAs('bookings', `/requests?limit=10&filters[status]=opened&filters[createdFrom]=${from}&sort=createdAt`)
    const bar = page.getByRole('group', { name: 'With selected' })
    const dialog = page.getByRole('dialog')
    const ask = async (name: string) => {
      await page.getByLabel('Select all on this page').check()
      await bar.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await ask('Send the message again')
    const send = dialog.getByRole('button', { name: /^Send \d+ messages?$/ })
    await expect(dialog.getByRole('heading', { name: /^Send \d+ messages? again\?$/ })).toBeVisible()
    await expect(dialog).toContainText('kept in the outbox of this system')
    expect(await violationsOn(page)).toEqual([])
    await send.dblclick()
    const watched = page.getByRole('complementary', { name: 'Bulk changes' })
    await expect(watched).toContainText(/\d+ messages? (is|are) queued/)
    await expect(watched.getByRole('link', { name: 'See the results' })).toHaveCount(1)

    // The same patients get nothing within ten minutes.
    await page.reload()
    await ask('Send the message again')
    await expect(dialog).toContainText(/Wait ten minutes before you send another\.|The message is already waiting to be sent\./)
  })

  test('a view is saved, set as the default, changed, renamed and deleted, and unsaved changes to it are shown (REQ-1)', async ({
    openAs,
  }) => {
    const page = await openAs('orgadmin', '/requests?limit=10&filters[status]=completed')
    const views = page.getByRole('button', { name: /^View/ })
    const name = `Answered ${Date.now() % 100_000}`
    const dialog = page.getByRole('dialog')
    await views.click()
    await page.getByRole('button', { name: 'Save as new view' }).click()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Name is required.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('checkbox', { name: 'Open Form Requests with this view' }).check()
    expect(await violationsOn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(views).toHaveText(`View: ${name}`)

    // From anywhere else Form Requests opens with it, and one may still look at all.
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: /^Good / }), 'one has really left').toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Form requests' }).click()
    await expect(views).toHaveText(`View: ${name}`)
    const tabs = page.getByRole('navigation', { name: 'Status' })
    await expect(tabs.getByRole('link', { name: /^Completed/ })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: /^All/ }).click()
    await expect(page.getByText('Changed since it was saved')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Discard changes' }).click()
    await expect(page.getByText('Changed since it was saved')).toHaveCount(0)
    await tabs.getByRole('link', { name: /^Closed/ }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Changed since it was saved')).toHaveCount(0)

    await views.click()
    await page.getByRole('button', { name: 'Manage views' }).click()
    await dialog.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} mine`)
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog.getByRole('heading', { name: 'Manage views' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await dialog.getByRole('button', { name: `Actions for ${name} mine` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog.getByText('No saved views.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(views).toHaveText('Views')
  })
})
