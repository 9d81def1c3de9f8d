import type { Page } from '@playwright/test'

import type { ScreenName } from '#domain/screen-paths.ts'

import { emailPatient } from './email-patient.ts'
import { visits } from './screen-visits.ts'
import { expect, mainLayout, signIn, test, violationsOn } from './staff.ts'
import { addressOf, visit } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'"] })

const darkPage = 'rgb(18, 24, 29)'
const lightPage = 'rgb(240, 244, 245)'
const ground = (page: Page) => page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)
const groundOfBody = (page: Page) => page.evaluate(`getComputedStyle(document.body).backgroundColor`)

/** Of the page that the preview shows, once it shows one. */
async function groundOfPreview(page: Page) {
  await page.frameLocator('.preview-frame iframe').getByRole('heading').first().waitFor()
  return page.evaluate(`getComputedStyle(document.querySelector('.preview-frame iframe').contentDocument.body).backgroundColor`)
}

/** The screens that differ most from one another. The others are made of the same parts, and e2e/screens.e2e.ts looks at all of them in light colours. */
const different: [ScreenName, string][] = [
  ['dashboard', ''],
  ['requestsList', 'limit=10'],
  ['requestDetails', ''],
  ['requestImportDetails', ''],
  ['patientDetails', 'tab=scores'],
  ['formManage', ''],
  ['formDetails', 'tab=versions&from=1&to=draft'],
  ['notificationTemplateDetails', ''],
  ['organisationSettings', 'tab=logo'],
  ['auditLog', 'limit=10'],
]

test.describe('Dark colours', () => {
  for (const [name, query] of different)
    test(`${name} passes axe (UI-5)`, async ({ lookAs }) => {
      const page = await lookAs(visits[name].as)
      await page.emulateMedia({ colorScheme: 'dark' })
      await visits[name].prepare?.(page)
      const address = await addressOf(page, name)
      await visit(page, name, query ? `${address}?${query}` : address)
      expect(await ground(page)).toBe(darkPage)
      if (name === 'formManage') expect(await groundOfPreview(page), 'the preview of the patient’s page').toBe(darkPage)
      expect(await violationsOn(page)).toEqual([])
      await page.close()
    })

  test('the sign-in pages and the pages for patients pass axe (UI-5)', async ({ openAs, browser }, { repeatEachIndex }) => {
    const { formLink: link } = await emailPatient(await openAs('bookings', '/patients/create'), `Darkwell${repeatEachIndex}`)
    const phone = await (await browser.newContext({ viewport: { width: 375, height: 812 }, colorScheme: 'dark' })).newPage()
    for (const address of [link, `${link}/privacy`, '/r/of-nobody', '/profile', '/identity/sign-in/of-nobody']) {
      await phone.goto(address)
      // Without a session the app has a heading of its own until the page of the provider has come.
      await (address === '/profile' ? phone.getByLabel('Email address') : phone.getByRole('heading', { level: 1 })).waitFor()
      // Until its style sheet has come, nothing of the page is painted, though its elements are there.
      await phone.waitForLoadState()
      expect.soft(await groundOfBody(phone), address).toBe(darkPage)
      expect.soft(await violationsOn(phone), address).toEqual([])
    }
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await phone.getByRole('heading', { name: 'There is a problem' }).waitFor()
    expect.soft(await violationsOn(phone), 'with an error').toEqual([])
    await phone.context().close()
  })
})

test.describe('The colours of a browser', () => {
  const choose = async (page: Page, name: string) => {
    const opener = page.getByRole('banner').getByRole('button', { name: 'Joanna Whitfield' })
    await opener.click()
    await page.getByRole('group', { name: 'Colours' }).getByRole('radio', { name }).check()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }

  test('are those chosen in the account menu, from the first paint on and also on the sign-in page (UI-5)', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await signIn(page, 'admin', '/profile')
    expect(await ground(page)).toBe(lightPage)
    await choose(page, 'Dark')
    expect(await ground(page)).toBe(darkPage)

    const answer = await page.reload()
    expect(await answer!.text(), 'no script has to run for it').toContain('<html data-colour-scheme="dark"')
    await mainLayout(page).waitFor()
    expect(await ground(page)).toBe(darkPage)

    await page.goto('/logout')
    await page.getByLabel('Email address').waitFor()
    expect(await groundOfBody(page)).toBe(darkPage)

    await signIn(page, 'admin', '/profile')
    await page.emulateMedia({ colorScheme: 'dark' })
    await choose(page, 'Light')
    expect(await ground(page), 'the choice wins over the system').toBe(lightPage)
    await choose(page, 'System')
    expect(await ground(page)).toBe(darkPage)
    expect(await (await page.reload())!.text()).not.toContain('data-colour-scheme')
  })
})
