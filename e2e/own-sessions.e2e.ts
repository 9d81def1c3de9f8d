import { expect, signIn, test, violationsOn } from './staff.ts'

// What the browser says of the calls that the session which ended still makes.
test.use({ expectedErrors: ['status of 401', 'status of 400'] })

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const security = '/profile/security'

test.describe('Own sessions', () => {
  test('a member sees their sessions, and signs out of another browser at once (SIGN-9)', async ({ page, browser }) => {
    const there = await browser.newContext({ userAgent: firefox })
    const other = await there.newPage()
    await signIn(other, 'clinician', '/patients')
    await signIn(page, 'clinician', security)

    const sessions = page.getByRole('region', { name: 'Where you are signed in' })
    const own = sessions.getByRole('listitem').filter({ hasText: 'This session' })
    await expect(own).toHaveCount(1)
    await expect(own.getByRole('button')).toHaveCount(0)
    await expect(own).toContainText(/Signed in \d\d-\w{3}-\d{4}/)
    expect(await violationsOn(page)).toEqual([])
    await sessions
      .getByRole('button', { name: /^Sign out of Firefox on Windows/ })
      .first()
      .click()

    await expect(page.getByText('You are signed out of Firefox on Windows.')).toBeVisible()
    await expect(sessions.getByRole('button', { name: /^Sign out of Firefox on Windows/ })).toHaveCount(0)
    await other.goto('/forms')
    await expect(other.getByRole('heading', { name: 'Form List' })).toHaveCount(0)
    await there.close()
  })
})
