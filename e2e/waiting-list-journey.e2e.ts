import { readFileSync } from 'node:fs'

import type { Browser, Page } from '@playwright/test'

import { screenPaths } from '#domain/screen-paths.ts'
import { readPdf } from '#test/pdf.ts'

import { openOwnOrganisation, type OwnOrganisation } from './own-organisation.ts'
import { everyHeader, tabsOf, workbookOf, xlsxType } from './spreadsheet.ts'
import { expect, signIn, test } from './staff.ts'
import { answerByForms, bornParts, groups, makePatients, placesOf, type Patient } from './waiting-patients.ts'

test.use({ acceptDownloads: true })

const patients = makePatients()
const silent = patients.filter(({ answers }) => answers === undefined).length
const [byPhone, byLetter] = [placesOf('noLongerNeeded')[0]!, placesOf('notOnList')[0]!]
const inBrowser = [placesOf('muchWorse')[0]!, placesOf('noLongerNeeded')[1]!]
/** Removals are approved for all who no longer need the appointment, and for some who are not on a list. */
const approvedNotOnList = 5
const approved = groups.noLongerNeeded.count + approvedNotOnList
const worse = groups.littleWorse.count + groups.muchWorse.count
const notSure = groups.notSureOfNeed.count + groups.notSureOfList.count

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const queue = (page: Page, name: string) =>
  main(page)
    .getByRole('navigation', { name: 'Queues' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
const rows = (page: Page) => main(page).locator('tbody tr:not(.data-table__skeleton)')
const isCounted = (page: Page, name: string, count: number) =>
  expect(queue(page, name).locator('.tab-nav__count')).toHaveText(String(count))

async function importPatients(page: Page) {
  await page.goto('/requests/import')
  const buffer = await workbookOf(
    patients.map(({ row }) => row),
    everyHeader,
  )
  await page.locator('input[type=file]').setInputFiles({ name: 'waiting.xlsx', mimeType: xlsxType, buffer })
  await page.getByRole('button', { name: `Create ${patients.length} form requests`, exact: true }).click()
  await page.getByRole('button', { name: `Create ${patients.length} form requests and send ${patients.length} messages` }).click()
  await expect(page.getByText(`${patients.length} form requests created`)).toBeVisible()
}

/** The links of the messages in the outbox, by the mobile phone of the patient. */
async function readLinks(page: Page, { id, query }: OwnOrganisation) {
  const messages = () =>
    query<{ recipient: string; body: string }>('select recipient, body from outbox_messages where organisation_id = $1', [id])
  await expect.poll(async () => (await messages()).length).toBe(patients.length)
  await page.goto('/outbox')
  await expect(main(page).getByText(`of ${patients.length}`)).toBeVisible()
  return new Map((await messages()).map(({ recipient, body }) => [recipient, /https?:\/\/\S+/.exec(body)![0]]))
}

const mobile = ({ row }: Patient) => `+44${String(row.phone).replace(/ /g, '').slice(1)}`

async function openOnPhone(browser: Browser, link: string, patient: Patient) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const phone = await context.newPage()
  await phone.goto(link)
  await enterBirth(phone, patient)
  return phone
}

async function enterBirth(phone: Page, patient: Patient) {
  const [day, month, year] = bornParts(patient)
  await phone.getByLabel('Day').fill(day!)
  await phone.getByLabel('Month').fill(month!)
  await phone.getByLabel('Year').fill(year!)
  await phone.getByRole('button', { name: 'Continue' }).click()
}

/** Chooses the patient's answer on each page, and sends the answers. */
async function answerOnPhone(phone: Page, { answers }: Patient) {
  await phone.getByRole('link', { name: 'Start', exact: true }).click()
  for (;;) {
    const title = await heading(phone).textContent()
    if (title?.includes('Check your answers')) break
    const field = phone.locator('main input[type=radio], main input[type=checkbox], main textarea').first()
    const [type, id] = [await field.getAttribute('type'), (await field.getAttribute('name'))!]
    if (type) await phone.locator(`input[name="${id}"][value="${answers![id] ?? ''}"]`).check()
    await phone.getByRole('button', { name: 'Save and continue' }).click()
  }
  await phone.getByRole('button', { name: 'Send my answers' }).click()
  await expect(heading(phone)).toHaveText('Your answers have been sent')
  await phone.context().close()
}

async function openRequest(page: Page, { row }: Patient) {
  await page.goto(`/requests?filters[search]=${encodeURIComponent(String(row.nhsNumber))}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
}

async function answerByTelephone(page: Page, patient: Patient) {
  await openRequest(page, patient)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Answer for the patient' }).click()
  for (const detail of ['Full name', 'Date of birth', 'Phone number']) await page.getByRole('checkbox', { name: detail }).check()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const choose = (answer: string | RegExp) => page.getByRole('radio', { name: answer }).check()
  await choose(/Yes, I am waiting$/)
  await choose(/No, I no longer need it$/)
  await choose(/My symptoms have gone$/)
  await page.locator('[data-question]').filter({ hasText: 'right?' }).getByRole('radio', { name: /Yes$/ }).check()
  await page.getByRole('checkbox', { name: /No, thank you$/ }).check()
  await expect(page.getByText('Saved by', { exact: false })).toHaveCount(5)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await expect(page.getByText('The answers have been sent')).toBeVisible()
}

/** The mobile phone of a patient does not exist. A letter is printed, and the patient answers with its code. */
async function answerByLetter(page: Page, browser: Browser, patient: Patient, { id, query }: OwnOrganisation) {
  await query(
    `update notifications n set status = 'failed', reason_code = 'wrong_contact_detail', reason = 'The number does not exist.', failed_at = now()
     from form_requests r join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
     where n.organisation_id = $1 and r.organisation_id = $1 and r.id = n.request_id and p.nhs_number = $2`,
    [id, patient.row.nhsNumber],
  )
  await openRequest(page, patient)
  await page.getByRole('button', { name: 'Queue a letter' }).click()
  await expect(page.getByText('The letter waits to be printed.')).toBeVisible()
  await page.goto('/letters')
  await page.getByRole('button', { name: 'Make a batch of 1 letter' }).click()
  await page.getByRole('button', { name: 'Make batch' }).click()
  const batch = page.getByRole('row', { name: /^Batch 1\b/ })
  await expect(batch).toContainText('Ready to print')
  const downloading = page.waitForEvent('download')
  await batch.getByRole('button', { name: 'Download' }).click()
  const { parts } = await readPdf(readFileSync(await (await downloading).path()))
  const texts = parts.map(({ text }) => text.replace(/\s+/g, ' '))
  await batch.getByRole('button', { name: 'Mark as printed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as printed' }).click()
  await expect(batch).toContainText('Printed')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const phone = await context.newPage()
  await phone.goto(`http://${texts.map((text) => /go to: (\S+)$/.exec(text)?.[1]).find(Boolean)}`)
  await phone
    .getByLabel('Enter the code from your letter')
    .fill(texts.map((text) => /^Enter this code: (.*)$/.exec(text)?.[1]).find(Boolean)!)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await enterBirth(phone, patient)
  await answerOnPhone(phone, patient)
}

/** The messages of those who stay silent left four days ago, and a reminder is due. */
async function remind(page: Page, { id, query, runJob }: OwnOrganisation) {
  await query(
    `update notifications n set status = 'sent', sent_at = now() - interval '4 days' from form_requests r
     where n.organisation_id = $1 and r.organisation_id = $1 and r.id = n.request_id and r.status = 'unopened'`,
    [id],
  )
  await query(`update form_requests set notified_at = now() - interval '4 days' where organisation_id = $1 and status = 'unopened'`, [id])
  await runJob('send-reminders')
  await page.goto('/messages?filters[category]=request_reminder')
  await expect(main(page).getByText(`of ${silent}`).first()).toBeVisible()
}

async function openQueue(page: Page, name: string) {
  await page.goto(`${screenPaths.waitingList}?filters[queue]=${name}&limit=100`)
  await expect(rows(page).first()).toBeVisible()
}

/** Decides the first rows of the queue that is open, or all of it. */
async function decide(page: Page, button: string, count: number | 'all') {
  if (count === 'all') {
    await main(page).getByRole('checkbox', { name: 'Select all on this page' }).check()
    const everything = main(page).getByRole('button', { name: /^Select all \d+ form requests in this queue$/ })
    // A full page is followed by another one.
    if ((await rows(page).count()) === 100) await everything.click()
  } else for (let nth = 0; nth < count; nth++) await rows(page).nth(nth).getByRole('checkbox').check()
  await main(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  if (button === 'Approve removal') await expect(dialog.getByText(/final before the end of \d\d-\w{3}-\d{4}/)).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** The clinician's first screen leads to the worst patients, and each review leads to the next patient. */
async function reviewWorse(page: Page) {
  const work = main(page).getByRole('table', { name: 'Work for a clinician' })
  await expect(work.getByRole('row', { name: /^Symptoms worse/ })).toContainText(String(worse))
  await work.getByRole('button', { name: 'Open the oldest of: Symptoms worse' }).click()
  for (let nth = 1; nth <= worse; nth++) {
    await expect(page.getByText(new RegExp(`^${nth} of ${worse}`))).toBeVisible()
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await page.getByRole('dialog').getByLabel('Note (optional)').fill('Phoned, priority checked')
    await page.keyboard.press('Control+Enter')
  }
  await expect(page.getByText(/^Reviewed by .*Lindqvist/)).toBeVisible()
}

/** Both have the queue open. The second is told what the first has decided. */
async function decideAtTheSameTime(clerk: Page, clinician: Page) {
  await Promise.all([openQueue(clerk, 'not_on_list'), openQueue(clinician, 'not_on_list')])
  await decide(clerk, 'Keep on the waiting list', 1)
  await decide(clinician, 'Approve removal', 2)
  const told = main(clinician).getByText(/Already decided by Kezia Lindqvist at .*: Kept on the waiting list\./)
  await expect(told).toBeVisible()
}

async function stayOnTheList(browser: Browser, link: string, patient: Patient) {
  const phone = await openOnPhone(browser, link, patient)
  await phone.getByRole('button', { name: 'I still need the appointment' }).click()
  await expect(heading(phone)).toContainText('You stay on the waiting list')
  await phone.context().close()
}

/** Sends the form again to a patient whose removal is approved, and returns the new link. */
async function askAgain(page: Page, patient: Patient, { id, query }: OwnOrganisation) {
  await openRequest(page, patient)
  await page.getByRole('link', { name: 'Patient details' }).click()
  await page.getByRole('link', { name: 'Send a form' }).click()
  await page.getByRole('combobox', { name: 'Form' }).fill('waiting')
  await page.getByRole('option', { name: 'Waiting list check' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Send to / }).click()
  await expect(page.getByText('1 form request created.')).toBeVisible()
  const links = () =>
    query<{ body: string }>(
      `select o.body from outbox_messages o join notifications n on n.organisation_id = o.organisation_id and n.id = o.notification_id
       where o.organisation_id = $1 and o.recipient = $2 and n.category = 'request_created' order by o.created_at desc`,
      [id, mobile(patient)],
    )
  await expect.poll(async () => (await links()).length).toBe(2)
  return /https?:\/\/\S+/.exec((await links())[0]!.body)![0]
}

/** The two weeks in which patients can change their mind are over. */
async function makeFinal({ id, query, runJob }: OwnOrganisation) {
  await query(
    `update waiting_list_removals set approved_at = approved_at - interval '15 days', final_at = final_at - interval '15 days'
     where organisation_id = $1 and state = 'approved'`,
    [id],
  )
  await query(
    `update notifications set status = 'sent', created_at = created_at - interval '15 days', sent_at = created_at - interval '15 days'
     where organisation_id = $1 and category = 'removal_approved'`,
    [id],
  )
  await runJob('follow-removals')
}

async function downloadReport(page: Page, name: string) {
  await page.goto(screenPaths.reportsList)
  await page.getByRole('button', { name: 'Create report' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Organisation' }).fill(name)
  await page.getByRole('option', { name }).click()
  await dialog.getByLabel('Month').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Create report' }).click()
  const row = rows(page).filter({ hasText: name })
  await expect(row).toContainText('Completed')
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  return tabsOf(await (await downloading).path())
}

async function exportRequests(page: Page, count: number) {
  await page.goto('/requests')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: `Export ${count} form requests` })
  await dialog.getByRole('button', { name: 'Generate file' }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  return tabsOf(await (await downloading).path())
}

const countBy = (values: readonly unknown[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, same]) => [value, same.length]))

test.describe('A waiting-list check from the import to the report', () => {
  // A patient may answer while a user looks at the form request, and answers are not loaded by themselves.
  test.use({ expectedErrors: ['status of 409'] })

  test('200 patients are asked, 60 answer by every way, 2 users decide, removals are undone, stopped and final, and report and export agree (PTN-5, PTN-6, PTN-7, REQ-7, REP-1, EXP-1)', async ({
    page,
    browser,
    openAs,
    server,
  }) => {
    test.setTimeout(360_000) // two minutes where nothing else runs
    const organisation = await openOwnOrganisation(server)
    const [clerkEmail, clinicianEmail] = [await organisation.user('Kezia'), await organisation.user('Anneli', { isClinician: true })]
    await signIn(page, clerkEmail)
    const links = await test.step('200 patients are imported and their messages are in the outbox', async () => {
      await importPatients(page)
      return readLinks(page, organisation)
    })
    const linkOf = (place: number) => links.get(mobile(patients[place]!))!

    await test.step('60 patients answer: on devices, by phone and by letter', async () => {
      const byForms = patients.flatMap(({ answers }, place) =>
        answers && place !== byPhone && place !== byLetter && !inBrowser.includes(place) ? [place] : [],
      )
      const byDevices = async () => {
        for (let nth = 0; nth < byForms.length; nth += 6)
          await Promise.all(byForms.slice(nth, nth + 6).map((place) => answerByForms(linkOf(place), patients[place]!)))
      }
      const onPhones = async () => {
        for (const place of inBrowser) await answerOnPhone(await openOnPhone(browser, linkOf(place), patients[place]!), patients[place]!)
      }
      const byStaff = async () => {
        await answerByTelephone(page, patients[byPhone]!)
        await answerByLetter(page, browser, patients[byLetter]!, organisation)
      }
      await Promise.all([byDevices(), onPhones(), byStaff()])
    })

    await test.step('those who are silent get a reminder, and nobody is removed by silence', async () => {
      await remind(page, organisation)
      const { id, query, runJob } = organisation
      await query(`update form_requests set expires_at = now() - interval '1 minute' where organisation_id = $1 and status = 'unopened'`, [
        id,
      ])
      await runJob('end-requests')
      await openQueue(page, 'no_reply')
      for (const [name, count] of [
        ['Symptoms worse', worse],
        ['Not on a waiting list', groups.notOnList.count],
        ['Not sure', notSure],
        ['No longer needed', groups.noLongerNeeded.count],
        ['Contact details changed', groups.moved.count],
        ['No reply', silent],
      ] as const)
        await isCounted(page, name, count)
      await expect(main(page).getByRole('button', { name: 'Approve removal' })).toHaveCount(0)
    })

    const clinician = await (await browser.newContext()).newPage()
    await test.step('a clerk and a clinician work through the queues at the same time', async () => {
      await signIn(clinician, clinicianEmail)
      await reviewWorse(clinician)
      await decideAtTheSameTime(page, clinician)
      const decideOthers = async () => {
        await openQueue(clinician, 'not_on_list')
        await decide(clinician, 'Approve removal', approvedNotOnList - 1)
        await isCounted(clinician, 'Not on a waiting list', groups.notOnList.count - approvedNotOnList - 1)
        await decide(clinician, 'Keep on the waiting list', 'all')
      }
      const decideMost = async () => {
        for (const [name, button] of [
          ['no_longer_needed', 'Approve removal'],
          ['not_sure', 'Keep on the waiting list'],
          ['details_changed', 'Mark as reviewed'],
          ['no_reply', 'Keep on the waiting list'],
        ] as const) {
          await openQueue(page, name)
          await decide(page, button, 'all')
        }
      }
      await Promise.all([decideOthers(), decideMost()])
      await page.goto(`${screenPaths.waitingList}?filters[queue]=removal_approved`)
      await isCounted(page, 'Removal approved', approved)
      await isCounted(page, 'No reply', 0)
    })

    const [changing, worsening] = [placesOf('noLongerNeeded')[2]!, placesOf('noLongerNeeded')[3]!]
    await test.step('every approved removal was told, one patient changes their mind, and another gets worse', async () => {
      const told = () =>
        organisation.query<{ count: string }>(
          `select count(*) from outbox_messages o join notifications n on n.organisation_id = o.organisation_id and n.id = o.notification_id
           where o.organisation_id = $1 and n.category = 'removal_approved'`,
          [organisation.id],
        )
      await expect.poll(async () => Number((await told())[0]!.count)).toBe(approved)
      await stayOnTheList(browser, linkOf(changing), patients[changing]!)
      const link = await askAgain(page, patients[worsening]!, organisation)
      await answerByForms(link, { ...patients[worsening]!, answers: groups.muchWorse.answers })
    })

    await test.step('after two weeks the removals are final, except the two', async () => {
      await makeFinal(organisation)
      await clinician.goto('/dashboard')
      const work = main(clinician).getByRole('table', { name: 'Work for a clinician' })
      await expect(work.getByRole('row', { name: /^Symptoms worse 1\b/ })).toBeVisible()
      await expect(work.getByRole('row', { name: /^Changed their mind 1\b/ })).toBeVisible()
      await openQueue(page, 'removal_approved')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(patients[worsening]!.name)
    })

    await test.step('the report of the month and the export agree with what was done', async () => {
      const report = await downloadReport(await openAs('sysadmin', screenPaths.reportsList), organisation.name)
      const answered = patients.length - silent + 1
      expect(Object.fromEntries(report.get('Waiting list')!.slice(1))).toEqual({
        Asked: patients.length + 1,
        Answered: answered,
        'Still need the appointment': groups.fine.count + worse + groups.notSureOfList.count + groups.moved.count + 1,
        'No longer need the appointment': groups.noLongerNeeded.count,
        'Not on a waiting list': groups.notOnList.count,
        'Not sure': notSure,
        'Symptoms worse': worse + 1,
        'No reply': silent,
        'Removals approved': approved,
        'Removals withdrawn by staff': 0,
        'Patients who changed their mind': 1,
        'Removals final': approved - 2,
      })
      expect(Object.fromEntries(report.get('Summary')!.slice(1))).toMatchObject({
        'Form requests created': patients.length + 1,
        'Of these, answered by the end of the month': answered,
        'Of these, urgent': groups.muchWorse.count + 1,
        'Patients asked': patients.length,
        'Answers received': answered,
      })

      const tabs = await exportRequests(page, patients.length + 1)
      const [headers = [], ...exported] = tabs.get('Form requests') ?? []
      const column = (name: string) => exported.map((row) => row[headers.indexOf(name)])
      expect(countBy(column('Status'))).toEqual({ Completed: answered, Expired: silent })
      expect(countBy(column('Urgent'))).toEqual({ Yes: groups.muchWorse.count + 1, No: patients.length - groups.muchWorse.count })
      expect(countBy(column('Answered')), 'by phone once; a letter leads to the patient’s own pages').toEqual({
        Online: answered - 1,
        'By phone': 1,
        '': silent,
      })
      const [answerHeaders = [], ...answers] = tabs.get('Waiting list check v1') ?? []
      expect(countBy(answers.map((row) => row[answerHeaders.indexOf('Do you still need the appointment?')]))).toEqual({
        'Yes, I still need it': groups.fine.count + worse + groups.notSureOfList.count + groups.moved.count + 1,
        'No, I no longer need it': groups.noLongerNeeded.count,
        'I am not sure': groups.notSureOfNeed.count,
        '': groups.notOnList.count,
      })
    })
    await clinician.context().close()
    await organisation.end()
  })
})
