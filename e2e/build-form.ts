import type { Page } from '@playwright/test'

import { expect, startEmpty } from './staff.ts'

// What an author does in the form builder, with its own controls.

export async function createForm(page: Page, title: string) {
  await page.goto('/forms/create')
  await startEmpty(page)
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create and add questions' }).click()
  await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}\/manage$/)
}

/** The type as the list of question types begins it. The question stays open. */
export async function addQuestion(page: Page, type: string, title: string) {
  const text = page.getByRole('textbox', { name: 'Question' })
  await page.getByRole('button', { name: 'Add question' }).click()
  await page
    .getByRole('list', { name: 'Question types' })
    .getByRole('button', { name: new RegExp(`^${type}`) })
    .click()
  await expect(text).toBeFocused()
  await text.fill(title)
}

/** Sets the options of the open question. */
export async function setOptions(page: Page, options: readonly string[]) {
  await page.getByRole('button', { name: 'Edit as text' }).click()
  await page.getByLabel('One option per line').fill(options.join('\n'))
  await page.getByRole('button', { name: 'Update options' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
