import type { Page } from '@playwright/test'

import { expect, startEmpty, test } from './staff.ts'

/** Every search box that looks its options up on the server, what is typed first, and then. */
const pickers = [
  { label: 'Patients', path: '/requests/create', first: 'h', next: 'okafor', wanted: /Okafor/ },
  { label: 'Form', path: '/requests/create', first: 'p', next: 'falls', wanted: /^Falls risk check/ },
  { label: 'Assign to', path: '/requests', first: 'a', next: 'helen', wanted: /^Helen Marsh/, open: openAssignDialog },
  { label: 'Form to copy', path: '/forms/create', first: 'p', next: 'falls', wanted: /^Falls risk check/, open: chooseCopy },
]

async function openAssignDialog(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
}

async function chooseCopy(page: Page) {
  await page.getByRole('button', { name: 'Choose a form to copy' }).click()
}

async function leaveUnsaved(page: Page) {
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/(requests|forms)$/)
}

/** Holds every answer to that search until the test lets it go. */
async function holdSearch(page: Page, text: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.search.includes(`search%5D=${text}`) || url.search.includes(`search]=${text}`),
    async (route) => {
      await promise
      await route.continue()
    },
  )
  return release
}

test.describe('A search box whose answer is slow', () => {
  for (const { label, path, first, next, wanted, open } of pickers)
    test(`${label}: offers no results of the previous text, Enter chooses nothing until the results arrive, then they can be chosen (REQ-5)`, async ({
      openAs,
    }) => {
      const page = await openAs('orgadmin', path)
      const release = await holdSearch(page, next)
      await open?.(page)
      const field = page.getByRole('combobox', { name: label, exact: true })
      const options = page.getByRole('listbox', { name: label }).locator('.menu__item')
      await field.fill(first)
      await expect(options.first()).toBeVisible()
      await field.press('ArrowDown')

      await field.fill(next)
      await expect(page.getByText('Searching…')).toBeVisible()
      await expect(options).toHaveCount(0)
      await field.press('ArrowDown')
      await field.press('Enter')
      await expect(field).toHaveValue(next)
      await expect(page.getByRole('list', { name: 'Selected patients' })).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(0)

      release()
      await expect(options.filter({ hasText: wanted }).first()).toBeVisible()
      // Other tests make forms with similar titles meanwhile.
      expect(await options.filter({ hasNotText: new RegExp(next, 'i') }).count()).toBe(0)
      await options.filter({ hasText: wanted }).first().click()
      if (label === 'Patients') await expect(page.getByRole('list', { name: 'Selected patients' }).getByText(wanted)).toBeVisible()
      else await expect(field).toHaveValue(wanted)
      if (label !== 'Assign to') await leaveUnsaved(page)
    })
})

test.describe('A search box on a page that still scrolls', () => {
  for (const label of ['Patients', 'Form', 'Specialty'])
    test(`${label}: keeps what is typed, with its list open (REQ-5)`, async ({ openAs }) => {
      const page = await openAs('orgadmin', '/requests/create')
      await page.setViewportSize({ width: 320, height: 640 })
      const field = page.getByRole('combobox', { name: label })
      await page.getByLabel('Event').focus()
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      const hasScrolled = () => page.evaluate<boolean>('scrollY > 300')
      await expect.poll(hasScrolled).toBe(true)

      // The focus scrolls the page, and what is typed comes before the browser has told of it.
      await page.evaluate(`{
        const input = document.getElementById(${JSON.stringify(await field.getAttribute('id'))})
        addEventListener('scroll', () => (window.wasScrolledAfterwards = input.value === 'an'), { once: true, capture: true })
        input.focus()
        for (const typed of ['a', 'an']) {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, typed)
          input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
      }`)

      await expect.poll(() => page.evaluate('window.wasScrolledAfterwards')).toBe(true)
      await expect(page.getByRole('listbox', { name: label }).locator('.menu__item, .menu__empty').first()).toBeVisible()
      await expect(field).toHaveValue('an')
      await expect(field).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Escape')
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
    })
})

test.describe('A search box that has a choice', () => {
  const choices = [
    { label: 'Form', typed: 'waiting', chosen: /^Waiting list check/ },
    { label: 'Specialty', typed: 'trauma', chosen: /Trauma/ },
  ]

  /** Chooses, and goes through the list that opens around the choice by Tab. */
  async function passThrough(page: Page, { label, typed, chosen }: (typeof choices)[number], whileSearching = async () => {}) {
    const field = page.getByRole('combobox', { name: label })
    await field.fill(typed)
    await page.getByRole('option', { name: chosen }).first().click()
    await expect(field).toHaveValue(chosen)
    const before = await field.inputValue()
    await page.getByLabel('Event').focus()

    await field.press('ArrowDown')
    await whileSearching()
    await expect(page.getByRole('option').nth(1)).toBeVisible()
    await field.press('Tab')

    await expect(field).not.toBeFocused()
    await expect(field).toHaveValue(before)
    await leaveUnsaved(page)
  }

  for (const choice of choices)
    test(`${choice.label}: the list starts at the chosen option, so Tab keeps it (REQ-5)`, async ({ openAs }) => {
      await passThrough(await openAs('orgadmin', '/requests/create'), choice)
    })

  test('Form: results that arrive after the list was opened keep the choice, with or without it among them (REQ-5)', async ({ openAs }) => {
    for (const isThere of [true, false]) {
      const page = await openAs('orgadmin', '/requests')
      const { promise, resolve: release } = Promise.withResolvers<void>()
      await page.route(/\/forms\/form\?(?!.*waiting)/, async (route) => {
        await promise
        const response = await route.fetch()
        const list = (await response.json()) as { docs: { title: string }[] }
        const docs = list.docs.filter(({ title }) => isThere || title !== 'Waiting list check')
        await route.fulfill({ response, json: { ...list, docs } })
      })
      await page.goto('/requests/create')
      await startEmpty(page)
      await passThrough(page, choices[0]!, async () => {
        await expect(page.getByText('Searching…')).toBeVisible()
        release()
      })
    }
  })
})
