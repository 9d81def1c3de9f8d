import type { Browser, Page } from '@playwright/test'

import { emailPatient } from './email-patient.ts'
import { expect, signIn, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The page at the widths of a phone and a desktop: nothing that axe finds, nothing that scrolls sideways. */
async function look(page: Page, name: string) {
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOn(page), `${name} at ${width}`).toEqual([])
    expect(await sidewaysOn(page), `${name} at ${width}`).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`), fullPage: true })
  }
}

async function openOnPhone(browser: Browser, address: string, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled, bypassCSP: javaScriptEnabled, viewport: { width: 375, height: 800 } })
  const page = await context.newPage()
  await page.goto(address)
  return page
}

test.describe('The language of the patient pages', () => {
  test('a patient reads every page in Welsh, chosen without JavaScript, and comes back to English (PTN-8, PTN-1)', async ({
    page,
    browser,
  }, { repeatEachIndex }) => {
    await signIn(page, 'bookings', '/patients/create')
    const { formLink: link } = await emailPatient(page, `Welshman${repeatEachIndex}`)
    const phone = await openOnPhone(browser, link, false)

    await phone.getByRole('button', { name: 'Cymraeg' }).click()
    await expect(heading(phone)).toHaveText('Beth yw eich dyddiad geni?')
    await expect(phone.locator('html')).toHaveAttribute('lang', 'cy')
    await phone.getByRole('link', { name: 'Cwcis' }).click()
    await expect(heading(phone)).toHaveText('Cwcis')
    await phone.getByRole('button', { name: 'English' }).click()
    await expect(heading(phone)).toHaveText('Cookies')
    await phone.context().close()
  })

  test('the pages are mirrored for a language that is written from right to left, without overflow (PTN-8, UI-2)', async ({
    page,
    browser,
  }, { repeatEachIndex }) => {
    await signIn(page, 'bookings', '/patients/create')
    const { formLink: link } = await emailPatient(page, `Mirror${repeatEachIndex}`)
    const phone = await openOnPhone(browser, link, true)
    await look(phone, 'identity-english')
    await phone.getByRole('button', { name: 'Cymraeg' }).click()
    await look(phone, 'identity-welsh')

    const edges = () =>
      phone.evaluate(`(() => {
        const left = (selector) => document.querySelector(selector).getBoundingClientRect().left
        return { isNameFirst: left('.patient-header__name') < left('.patient-language'), isDayFirst: left('[id$="-day"]') < left('[id$="-year"]') }
      })()`)
    await phone.setViewportSize({ width: 1440, height: 900 })
    expect(await edges()).toEqual({ isNameFirst: true, isDayFirst: true })
    // No dictionary of such a language exists yet, so the direction is turned on the page itself.
    await phone.evaluate(`document.documentElement.dir = 'rtl'`)
    expect(await edges()).toEqual({ isNameFirst: false, isDayFirst: false })
    await look(phone, 'identity-right-to-left')
    await phone.locator('main button[type=submit]').click()
    await phone.evaluate(`document.documentElement.dir = 'rtl'`)
    await look(phone, 'error-right-to-left')
    await phone.context().close()
  })
})
