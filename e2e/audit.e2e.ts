import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import readExcelFile from 'read-excel-file/node'

import { openOwnOrganisation } from './own-organisation.ts'
import { expect, signIn, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const firstRow = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr:not(.data-table__skeleton)').first()

/** Opens the first patient of the list, as anybody would. */
async function openPatient(page: Page) {
  const link = page.getByRole('table').getByRole('row').nth(1).getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: name.split(', ').reverse().join(' ') })).toBeVisible()
  return new URL(page.url()).pathname
}

test.describe('Audit logs', () => {
  test('the page of a patient lists who viewed the record, and can be filtered by colleague (AUD-4)', async ({ openAs, browser }) => {
    const theirs = await (await browser.newContext()).newPage()
    await signIn(theirs, 'user', '/patients?limit=10')
    const path = await openPatient(theirs)
    await expect(theirs.getByRole('link', { name: 'Access Log' })).toHaveCount(0)

    const page = await openAs('admin', path)
    await page.getByRole('link', { name: 'Access Log' }).click()
    const colleague = page.getByRole('table', { name: 'Access log' }).getByRole('button').filter({ hasNotText: 'Joanna Whitfield' }).first()
    await expect(colleague).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await colleague.click()
    await expect(page.getByRole('button', { name: /Remove filter By / })).toBeVisible()
    await expect(page).toHaveURL(/memberId/)
    await page.reload()
    await expect(
      page
        .getByRole('table', { name: 'Access log' })
        .getByRole('row')
        .filter({ hasText: /Viewed/ })
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Access log' })).not.toContainText('Joanna Whitfield')
  })

  test('the organisation’s audit log is filtered by event and date, keeps the filters in the URL, and exports what they leave (AUD-4)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', '/audit')
    await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
    await expect(firstRow(page, 'Audit log')).toBeVisible()
    await page.getByRole('button', { name: 'Event type' }).click()
    await page.getByRole('checkbox', { name: 'User login' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Days' }).click()
    // Not today only: at midnight nobody has signed in yet.
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expect(page.getByRole('button', { name: 'Remove filter Event: User login' })).toBeVisible()
    await expect(firstRow(page, 'Audit log')).toContainText('Opened Formward after signing in')
    expect(await violationsOn(page)).toEqual([])
    await page.reload()
    await expect(firstRow(page, 'Audit log')).toContainText('Opened Formward after signing in')

    const dialog = page.getByRole('dialog', { name: 'Export the audit log' })
    const exportAs = async (type: string) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await dialog.getByRole('radio', { name: type }).check()
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download' }).click()
      await expect(dialog).toHaveCount(0)
      return downloading
    }
    const download = await exportAs('Excel workbook')
    expect(download.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.xlsx$/)
    const [sheet] = await readExcelFile(await download.path())
    expect(sheet!.data[0]).toEqual(['When', 'Who', 'What', 'Event', 'Number'])
    expect(new Set(sheet!.data.slice(1).map((row) => row[2]))).toEqual(new Set(['Opened Formward after signing in']))
    const csv = await exportAs('CSV')
    expect(csv.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/)
    const [header, ...lines] = readFileSync(await csv.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(header).toBe('\uFEFFWhen,Who,What,Event,Number')
    expect(lines.length).toBeGreaterThanOrEqual(sheet!.data.length - 1)
    for (const line of lines) expect(line).toContain(',Opened Formward after signing in,')

    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Exported the audit log')
  })

  test('automatic reads are shown on demand, a user is found by name, and a patient’s access log is one choice away (AUD-4)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', '/audit')
    const table = page.getByRole('table', { name: 'Audit log' })
    await expect(firstRow(page, 'Audit log')).toBeVisible()
    await expect(table).not.toContainText('Viewed the organisation')
    await page.getByRole('checkbox', { name: 'Show automatic reads' }).check()
    await expect(table).toContainText('Viewed the organisation')
    await page.getByRole('button', { name: 'Remove filter With automatic reads' }).click()
    await expect(table).not.toContainText('Viewed the organisation')

    await page.getByRole('combobox', { name: 'Events by one user' }).fill('whitfield')
    await page.getByRole('option', { name: /Joanna Whitfield/ }).click()
    await expect(page.getByRole('button', { name: 'Remove filter By Joanna Whitfield' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Open a patient’s access log' }).fill('okafor')
    await page
      .getByRole('option', { name: /Okafor/ })
      .first()
      .click()
    await expect(page.getByRole('table', { name: 'Access log' })).toBeVisible()
    await expect(page).toHaveURL(/tab=log/)
  })

  test('a system administrator reads an organisation’s audit log without the names of patients (AUD-2)', async ({ openAs }) => {
    const page = await openAs('sysadmin', '/admin')
    await page.getByRole('table').getByRole('link', { name: 'Northbury University Hospitals' }).click()
    await page.getByRole('link', { name: 'Audit Log' }).click()
    await expect(firstRow(page, 'Audit log')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Audit log' })).not.toContainText('NHS number')
    expect(await violationsOn(page)).toEqual([])
  })

  test('the audit log, an access log and a timeline say that older events are in the archive (OPS-6, AUD-4)', async ({
    browser,
    server,
  }) => {
    const { id, query, user, end } = await openOwnOrganisation(server)
    const emailAddress = await user('Sigrid')
    await query(`update members set role = 'Admin' where organisation_id = $1`, [id])
    const patientId = randomUUID()
    await query(
      `insert into patients (organisation_id, id, first_name, last_name, name_key, date_of_birth) values ($1, $2, 'Ada', 'Hill', 'hill ada', '1960-01-01')`,
      [id, patientId],
    )
    await query(
      `insert into archived_audit_ranges (organisation_id, lane, first_seq, last_seq, before, hash_before, hash_after, file_digest, signature)
       select $1, 0, 1, 1, '2015-01-01', hash, hash, hash, '' from sha256('') hash`,
      [id],
    )
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await signIn(page, emailAddress, '/audit')

    const inArchive =
      'Events before 01-Jan-2015 may be in the archive and not in this list. The operator of your server can search the archive.'
    await expect(page.getByText(inArchive)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.goto(`/patients/${patientId}?tab=log`)
    await expect(page.getByText(inArchive)).toBeVisible()
    await page.goto(`/patients/${patientId}`)
    await expect(
      page.getByText('Changes of the record before 01-Jan-2015 may be in the archive of the audit log and not in this timeline.'),
    ).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await query('delete from archived_audit_ranges where organisation_id = $1', [id])
    await end()
  })
})
