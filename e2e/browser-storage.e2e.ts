import type { Page } from '@playwright/test'

import { emailOf, expect, signIn, test } from './staff.ts'

const perPage = (page: Page) => page.getByRole('combobox', { name: 'Per page' })
const firstPatient = (page: Page) => page.getByRole('table', { name: 'Patients' }).getByRole('link').first()

type Kept = { local: Record<string, string>; session: Record<string, string>; proofKeys: string[]; caches: string[]; workers: number }

/** All that a browser can keep for a site. Of its databases, the one that may be there: the key that tokens are bound to. */
async function keptIn(page: Page) {
  await page.goto('/config.json') // of the app's origin, and nothing runs there
  return page.evaluate<Kept>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const proofKeys = []
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        for (const { keys } of await done(db.transaction(store).objectStore(store).getAll()))
          proofKeys.push(name + ' ' + (await crypto.subtle.exportKey('jwk', keys.publicKey)).x)
      db.close()
    }
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      proofKeys,
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }
  })()`)
}

test.describe('What the browser stores', () => {
  test('the page size of a list is kept until sign-out, and a page size in the URL takes precedence (UI-4)', async ({ page }) => {
    await signIn(page, 'user', '/patients')
    await expect(perPage(page)).toHaveValue('10')
    await perPage(page).selectOption('20')
    await expect(page).toHaveURL(/limit=20/)
    await page.goto('/patients')
    await expect(perPage(page)).toHaveValue('20')
    await expect(page.getByRole('table', { name: 'Patients' }).getByRole('row')).toHaveCount(21)
    await page.reload()
    await expect(perPage(page)).toHaveValue('20')
    await page.goto('/patients?limit=10')
    await expect(perPage(page)).toHaveValue('10')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\/patients\?page=2&(cursor=[^&]+&)?limit=10$/)
    await expect(perPage(page), 'the address still says so on the next page').toHaveValue('10')
    await page.goto('/forms')
    await expect(perPage(page), 'another list is another choice').toHaveValue('10')

    await page.goto('/logout')
    await page.getByLabel('Email address').waitFor()
    await signIn(page, 'user', '/patients')
    await expect(perPage(page)).toHaveValue('10')
  })

  test('signing out in one tab removes all data of the user and of patients from the browser and from other tabs (UI-4, SIGN-6)', async ({
    page,
    context,
  }) => {
    await signIn(page, 'second', '/patients')
    await perPage(page).selectOption('50')
    const surname = (await firstPatient(page).innerText()).split(/[ ,]/)[0]!
    await firstPatient(page).click()
    await page.getByRole('link', { name: 'Manage', exact: true }).click()
    const typing = page.getByLabel('First name')
    const kept = page.waitForResponse((response) => response.url().includes('/drafts') && response.request().method() !== 'GET')
    await typing.fill('Somebody-Else')
    await kept
    const other = await context.newPage()
    await other.goto('/patients')
    await firstPatient(other).waitFor()
    expect(await other.content()).toContain(surname)
    const third = await context.newPage()
    const before = await keptIn(third)
    expect(before.local['formward.page-size:/patients']).toBe('50')
    expect(before.proofKeys).toHaveLength(1)

    await other.getByRole('button', { name: 'Lucy Farrow' }).click()
    await other.getByRole('link', { name: 'Sign out' }).click()
    await other.getByLabel('Email address').waitFor()
    await page.getByLabel('Email address').waitFor()
    expect(await page.content()).not.toContain(surname)
    expect(await page.evaluate(`JSON.stringify({ ...sessionStorage })`), 'nor is the next person led there').not.toContain('/patients')
    await page.goBack()
    await page.getByLabel('Email address').waitFor()
    expect(await page.content()).not.toContain(surname)
    await page.close()

    const { local, session, proofKeys, caches, workers } = await keptIn(third)
    expect(Object.keys(local), 'when something was kept, of nobody').toEqual(['formward.kept-at'])
    const text = JSON.stringify(local)
    for (const personal of [surname, 'Somebody-Else', emailOf('second'), 'Farrow', 'token":"']) expect(text).not.toContain(personal)
    expect(local['formward.kept-at']).toMatch(/^\d{13}$/)
    expect(session).toEqual({})
    expect(
      proofKeys.filter((key) => before.proofKeys.includes(key)),
      'the key that tokens are bound to',
    ).toEqual([])
    expect([caches, workers]).toEqual([[], 0])
    const cookies = (await context.cookies()).map(({ name }) => name.replace(/\.sig$/, ''))
    const left = 'what signing in anew began, and that somebody has signed in here, not who'
    expect([...new Set(cookies)].toSorted(), left).toEqual(['_interaction', '_interaction_resume', 'device'])
  })

  test('while one tab signs out, another does not start to sign in with the session that is ending (SIGN-6)', async ({ page, context }) => {
    const leaving = await context.newPage()
    await leaving.goto('/health/ready')
    await leaving.evaluate(`void navigator.locks.request('formward.leaving', () => new Promise(() => {}))`)

    await page.goto('/patients')
    const waiting = () => leaving.evaluate(`navigator.locks.query().then(({ pending }) => pending.map(({ name }) => name))`)
    await expect.poll(waiting).toEqual(['formward.leaving'])
    expect(page.url()).toMatch(/\/patients$/)

    await leaving.close()
    await page.getByLabel('Email address').waitFor()
  })

  test('a tab that does not respond does not stop another from signing out (SIGN-6)', async ({ page, context }) => {
    await signIn(page, 'second', '/patients')
    const hanging = await context.newPage()
    await hanging.goto('/health/ready')
    await hanging.evaluate(`void navigator.locks.request('formward.leaving', () => new Promise(() => {}))`)

    await page.goto('/logout')

    await page.getByLabel('Email address').waitFor()
    const { local } = await keptIn(hanging)
    expect(Object.keys(local).filter((key) => key.startsWith('formward.user:'))).toEqual([])
  })
})
