import { expect, startEmpty, test, violationsOn } from './staff.ts'

test.describe('Patients', () => {
  test('patients are found while typing, and the URL keeps the search (PAT-1)', async ({ openAs }) => {
    const page = await openAs('user', '/patients')
    const rows = page.getByRole('table').getByRole('row')
    const search = page.getByRole('searchbox', { name: 'Search patients' })
    await expect(rows.nth(10).getByRole('link')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    const name = (await rows.nth(7).getByRole('link').textContent()) ?? ''
    const [lastName = '', firstName = ''] = name.split(', ')
    // With the pauses of someone who thinks: the list is asked for in between, and no letter is lost.
    await search.pressSequentially(`${firstName.slice(0, 3)} ${lastName}`, { delay: 310 })
    await expect(page).toHaveURL(/search/)
    await expect(rows.nth(1)).toContainText(name)
    await page.reload()
    await expect(search).toHaveValue(`${firstName.slice(0, 3)} ${lastName}`)

    // What is no longer asked is called off, and an answer that comes late for it changes nothing.
    const isLate = (url: URL) => url.searchParams.get('filters[search]') === 'nobody'
    let letGo = () => {}
    const isLetGo = new Promise<void>((done) => (letGo = done))
    await page.route(isLate, async (route) => {
      await isLetGo
      await route.continue().catch(() => {}) // called off already
    })
    const asked = page.waitForRequest((request) => isLate(new URL(request.url())))
    const calledOff = page.waitForEvent('requestfailed', (request) => isLate(new URL(request.url())))
    await search.fill('nobody')
    await asked
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await search.fill(lastName)
    await calledOff
    await expect(rows.filter({ hasText: name }).first()).toBeVisible()
    letGo()
    await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy')
    await expect(rows.filter({ hasText: name }).first()).toBeVisible()

    await search.fill('nobody is called this')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(11)
    await page.getByLabel('Show archived').check()
    await expect(rows.nth(1)).toContainText('Archived')
  })

  test('a patient is created, changed, archived and restored, and errors are shown next to their fields (PAT-2, PAT-3, VAL-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/patients/create')
    await page.getByLabel('Email address').fill('amira@')
    await page.getByLabel('Phone number').focus()
    await expect(page.getByText('Email address must be a valid email address.')).toBeVisible()
    await page.getByLabel('Email address').fill('amira@example.com')
    await expect(page.getByText('Email address must be a valid email address.')).toBeHidden()

    await page.getByRole('button', { name: 'Create patient' }).click()
    await expect(page.getByRole('alert')).toContainText('First name is required.')
    // A number is wanted where the method asks for it, and no longer when it does not.
    await page.getByLabel('Contact method').selectOption('SMS')
    await page.getByLabel('Phone number').focus()
    await expect(page.getByRole('link', { name: 'Phone number is required when the contact method is SMS.' })).toBeVisible()
    await page.getByLabel('Contact method').selectOption('')
    await expect(page.getByText('Phone number is required')).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Date of birth is required.' }).click()
    await page.keyboard.type('9')
    await page.getByLabel('Month').fill('3')
    await page.getByLabel('Year').fill('1961')
    await page.getByLabel('First name').fill('Amira')
    await page.getByLabel('Last name').fill("Khan-O'Brien")
    await page.getByLabel('NHS number').fill('999 000 0018')
    await page.getByRole('button', { name: 'Create patient' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Amira Khan-O'Brien")
    await expect(page.getByText('NHS number 999 000 0018 · born 09-Mar-1961')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('link', { name: 'Manage' }).click()
    await page.getByLabel('Postcode').fill('zz993vz')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('ZZ99 3VZ')).toBeVisible()

    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive patient' }).click()
    await expect(page.getByText('The patient gets no messages until you restore the record.')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('link', { name: 'Send a form' })).toBeVisible()
  })
})

test.describe('An entry that the server refuses', () => {
  test.use({ expectedErrors: ['status of 409'] })

  test('an NHS number in use is explained, and the entry is kept (PAT-3)', async ({ openAs }) => {
    const page = await openAs('user', '/patients')
    const row = page.getByRole('table').getByRole('row').nth(1)
    await expect(row.getByRole('link')).toBeVisible()
    const taken = (await row.getByRole('cell').first().textContent()) ?? ''
    await page.getByRole('link', { name: 'Create patient' }).click()
    await page.getByLabel('First name').fill('Amira')
    await page.getByLabel('Last name').fill('Khan')
    await page.getByLabel('Day').fill('9')
    await page.getByLabel('Month').fill('3')
    await page.getByLabel('Year').fill('1961')
    await page.getByLabel('NHS number').fill(taken)
    await page.getByRole('button', { name: 'Create patient' }).click()

    await expect(page.getByRole('alert')).toContainText('A patient already exists with that NHS number.')
    await expect(page.getByRole('heading', { name: 'NHS number in use' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'This is the same person' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Different patient' })).toHaveCount(0)
    await expect(page.getByLabel('First name')).toHaveValue('Amira')
    await page.getByRole('textbox', { name: 'NHS number' }).fill('')
    await expect(page.getByText('A patient already exists with that NHS number.')).toBeHidden()
  })

  test('saving a patient keeps what a colleague changed meanwhile, and asks before it replaces a colleague’s change (PAT-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/patients/create')
    await page.getByLabel('First name').fill('Wilma')
    await page.getByLabel('Last name').fill(`Changed${Date.now() % 1_000_000}`)
    for (const [part, value] of Object.entries({ Day: '9', Month: '3', Year: '1961' })) await page.getByLabel(part).fill(value)
    await page.getByLabel('Phone number').fill('07700 900 456')
    await page.getByRole('button', { name: 'Create patient' }).click()
    await page.getByRole('link', { name: 'Manage' }).click()
    await expect(page.getByLabel('Town')).toBeVisible()
    const colleague = await openAs('admin', new URL(page.url()).pathname)
    await colleague.getByLabel('Town').fill('Exampleton')
    await colleague.getByLabel('The patient may be contacted about forms').uncheck()
    await colleague.getByRole('button', { name: 'Save changes' }).click()
    await expect(colleague.getByText('Patient saved.')).toBeVisible()

    await page.getByLabel('County').fill('Westshire')
    await page.getByLabel('Town').fill('Newtown')
    await page.getByRole('button', { name: 'Save changes' }).click()

    // The refusal loads the record again. Only what the user has changed is saved after it.
    await expect(page.getByRole('link', { name: 'Town has changed since you opened the record.' })).toBeVisible()
    await expect(page.getByText('The record has changed', { exact: true })).toBeVisible()
    await expect(page.getByLabel('County')).toHaveValue('Westshire')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Patient saved.')).toBeVisible()
    await expect(page.getByText('Westshire')).toBeVisible()
    await expect(page.getByText('Newtown', { exact: true })).toBeVisible()
    await expect(page.getByText('Do not contact').first()).toBeVisible()
  })

  test('possible duplicates are shown; the same person is opened, another person is created, and no entry is lost (PAT-4)', async ({
    openAs,
  }, testInfo) => {
    const page = await openAs('user', '/patients/create')
    const surname = `Okonjo${testInfo.repeatEachIndex}`
    const fillIn = async (firstName: string, lastName: string) => {
      await page.goto('/patients/create')
      await startEmpty(page)
      await page.getByLabel('First name').fill(firstName)
      await page.getByLabel('Last name').fill(lastName)
      await page.getByLabel('Day').fill('7')
      await page.getByLabel('Month').fill('6')
      await page.getByLabel('Year').fill('1950')
      await page.getByLabel('Address line 1').fill('4 Mill Lane')
      await page.getByLabel('Postcode').fill('LS1 1AA')
    }
    const submit = page.getByRole('button', { name: 'Create patient' })
    const title = page.getByRole('heading', { level: 1 })
    await fillIn('Possy', surname)
    await submit.click()
    await expect(title).toHaveText(`Possy ${surname}`)
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive patient' }).click()
    await expect(page.getByText('The patient gets no messages until you restore the record.')).toBeVisible()

    await fillIn('Possy', 'Marriedname')
    await submit.click()
    const heading = page.getByRole('heading', { name: 'Possible duplicate' })
    await expect(heading).toBeFocused()
    const card = page.getByRole('article', { name: `Possy ${surname}` })
    await expect(card).toContainText('Archived')
    await expect(card).toContainText('Same first name, date of birth and postcode')
    await expect(card).toContainText('07-Jun-1950')
    await expect(card).toContainText('4 Mill Lane, LS1 1AA')
    expect(await violationsOn(page)).toEqual([])
    const opened = page.waitForEvent('popup')
    await card.getByRole('link', { name: 'This is the same person' }).click()
    const record = await opened
    await expect(record.getByRole('heading', { level: 1 })).toHaveText(`Possy ${surname}`)
    await record.close()
    await expect(page.getByLabel('Last name')).toHaveValue('Marriedname')

    await card.getByRole('button', { name: 'Different patient' }).click()
    await expect(title).toHaveText('Possy Marriedname')

    await fillIn('Possy', surname)
    await submit.click()
    await expect(page.getByRole('heading', { name: '2 possible duplicates' })).toBeFocused()
    await page.getByRole('button', { name: 'Different patient' }).first().click()
    const undo = page.getByRole('article').first().getByRole('button', { name: 'Undo' })
    await expect(undo).toBeFocused()
    await undo.click()
    await expect(page.getByRole('button', { name: 'Different patient' })).toHaveCount(2)
    // With another name it is not the same question any more.
    await page.getByLabel('Last name').fill('Otherwise')
    await expect(heading).toBeHidden()
    await submit.click()
    await expect(page.getByRole('button', { name: 'Different patient' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Different patient' }).first().click()
    await page.getByRole('button', { name: 'Different patient' }).click()
    await expect(title).toHaveText('Possy Otherwise')

    await page.getByRole('link', { name: 'Manage' }).click()
    await page.getByLabel('Last name').fill(surname)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(title).toHaveText(`Possy ${surname}`)
  })
})
