import type { Page, Route } from '@playwright/test'

import { expect, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const dialogOf = (page: Page) => page.getByRole('dialog')
const withSelected = (page: Page) => page.getByRole('group', { name: 'With selected' })
const selectPage = (page: Page) => page.getByLabel('Select all on this page').check()

async function selectAllMatching(page: Page) {
  await selectPage(page)
  await page.getByRole('button', { name: /^Select all .*matching form requests$/ }).click()
}

async function askToClose(page: Page) {
  await selectAllMatching(page)
  await withSelected(page).getByRole('button', { name: 'Close', exact: true }).click()
}

async function askToSend(page: Page) {
  await selectPage(page)
  await withSelected(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Send the message again' }).click()
}

/** A bulk change that no server has begun. */
const changeWith = (status: string) => ({
  id: '22222222-2222-4222-8222-222222222222',
  act: 'unassign',
  status,
  totalRequests: 20,
  doneRequests: status === 'running' ? 5 : 20,
  refusedRequests: 0,
})
const isBeginning = (route: Route) => route.request().method() === 'POST'

test.describe('Bulk changes whose calls are slow or fail', () => {
  test.use({ expectedErrors: ['status of 409', 'status of 500'] })

  for (const [what, select] of [
    ['the selected form requests', selectPage],
    ['all matching form requests', selectAllMatching],
  ] as const)
    test(`closing ${what} waits for the outcomes, and says when they cannot be loaded (REQ-3, REQ-7)`, async ({ openAs }) => {
      const page = await openAs('user', '/requests?limit=10&filters[status]=completed')
      await page.route('**/outcomes', (route) => route.fulfill({ status: 500, json: {} }))
      await select(page)
      await withSelected(page).getByRole('button', { name: 'Close', exact: true }).click()
      await expect(dialogOf(page).getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(dialogOf(page).locator('form')).toHaveCount(0)
      expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
      await page.unrouteAll()
      await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
      await expect(dialogOf(page).getByLabel('Outcome')).toBeVisible()
      await expect(dialogOf(page).locator('form [type=submit]')).toBeEnabled()
    })

  test('the figures and lists are loaded once more when a bulk change ends (REQ-3, REQ-6)', async ({ openAs }) => {
    const page = await openAs('user', '/dashboard')
    let status = 'running'
    await page.route('**/request/bulk/*', (route) => route.fulfill({ json: changeWith(status) }))
    await page.evaluate(`localStorage.setItem('formward.bulk-changes', '${changeWith(status).id}')`)
    await page.reload()
    const watched = page.getByRole('complementary', { name: 'Bulk changes' })
    await expect(watched).toContainText('5 of 20')
    await expect(page.getByRole('main').locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
    let loads = 0
    page.on('request', (request) => /\/dashboard(\?|$)/.test(request.url()) && loads++)
    status = 'completed'
    await expect(watched).toContainText('20 form requests are unassigned')
    await expect.poll(() => loads).toBe(1)
    await watched.getByRole('button', { name: 'Dismiss' }).click()
    expect(loads).toBe(1)
  })

  test('counting again removes the refusal of the list that has changed (REQ-3)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10&filters[status]=completed')
    await page.route('**/request/bulk', (route) =>
      isBeginning(route) ? route.fulfill({ status: 409, json: { code: 'conflict', detail: 'The list has changed.' } }) : route.fallback(),
    )
    await askToClose(page)
    const confirm = dialogOf(page).getByRole('button', { name: /^Close \d+$/ })
    await confirm.click()
    await expect(dialogOf(page)).toContainText('The list has changed since you opened this dialog.')
    await dialogOf(page).getByRole('button', { name: 'Count again' }).click()
    await expect(dialogOf(page).locator('.alert')).toHaveCount(0)
    await expect(confirm).toBeEnabled()
  })

  for (const [dialog, status, ask, button] of [
    ['Close', 'completed', askToClose, /^Close \d+$/],
    ['Send the message again', 'opened', askToSend, /^Send \d+ messages?$/],
  ] as const)
    test(`the dialog “${dialog}” stays open and busy while the change begins (REQ-3)`, async ({ openAs }) => {
      const page = await openAs('user', `/requests?limit=10&filters[status]=${status}`)
      const { promise, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/request/bulk/2*', (route) => route.fulfill({ json: changeWith('running') }))
      await page.route('**/request/bulk', async (route) => {
        if (!isBeginning(route)) return route.fallback()
        await promise
        return route.fulfill({ status: 201, json: changeWith('running') })
      })
      await ask(page)
      await dialogOf(page).getByRole('button', { name: button }).click()
      await expect(dialogOf(page).getByRole('button', { name: /^(Back|Cancel)$/ })).toBeDisabled()
      await page.keyboard.press('Escape')
      await expect(dialogOf(page).getByRole('button', { name: 'Close', exact: true })).toBeDisabled()
      release()
      await expect(dialogOf(page)).toHaveCount(0)
      await expect(page.getByRole('complementary', { name: 'Bulk changes' })).toContainText('5 of 20')
      await page.evaluate("localStorage.removeItem('formward.bulk-changes')")
    })
})

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
    await expect(dialog.getByRole('button', { name: `Actions for ${name} mine` })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(views).toHaveText('Views')
  })

  test('an admin shares a view with everyone and stops sharing it; a colleague opens it and cannot change it (REQ-8)', async ({
    openAs,
  }) => {
    const admin = await openAs('admin', '/requests?limit=10&filters[search]=a')
    const name = `Ours ${Date.now() % 100_000}`
    const dialog = dialogOf(admin)
    const views = admin.getByRole('button', { name: /^View/ })
    await views.click()
    await admin.getByRole('button', { name: 'Save as new view' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('checkbox', { name: 'Share with everyone in the organisation' }).check()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog.getByRole('alert')).toContainText('A view with a search or of one patient cannot be shared.')
    expect(await violationsOn(admin)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await admin.goto('/requests?limit=10&filters[status]=completed')
    await views.click()
    await admin.getByRole('button', { name: 'Save as new view' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('checkbox', { name: 'Share with everyone in the organisation' }).check()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(views).toHaveText(`View: ${name}`)

    const colleague = await openAs('user', '/requests?limit=10')
    await colleague.getByRole('button', { name: /^View/ }).click()
    await colleague.getByRole('link', { name }).click()
    await expect(colleague.getByRole('button', { name: /^View/ })).toHaveText(`View: ${name}`)
    const tabs = colleague.getByRole('navigation', { name: 'Status' })
    await expect(tabs.getByRole('link', { name: /^Completed/ })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: /^Closed/ }).click()
    await expect(colleague.getByText('Changed since it was saved')).toBeVisible()
    await expect(colleague.getByRole('button', { name: /^Save changes/ })).toHaveCount(0)
    await colleague.getByRole('button', { name: /^View/ }).click()
    await expect(colleague.getByRole('button', { name: 'Save as new view' })).toBeVisible()
    await expect(colleague.getByRole('button', { name: 'Manage views' })).toHaveCount(0)
    expect(await violationsOn(colleague)).toEqual([])

    await views.click()
    await admin.getByRole('button', { name: 'Manage views' }).click()
    await dialog.getByRole('button', { name: `Actions for ${name}` }).click()
    await admin.getByRole('menuitem', { name: 'Stop sharing' }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).not.toContainText('shared')
    expect(await violationsOn(admin)).toEqual([])
    await dialog.getByRole('button', { name: `Actions for ${name}` }).click()
    await admin.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog.getByRole('button', { name: `Actions for ${name}` })).toHaveCount(0)
    await colleague.reload()
    await colleague.getByRole('button', { name: /^View/ }).click()
    await expect(colleague.getByRole('link', { name })).toHaveCount(0)
  })
})
