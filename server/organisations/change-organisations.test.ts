import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { freshOdsCode, nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { setSecondFactor } from './organisation-settings.sql.ts'

const tenant = '/api/tenants/tenant'

describe('POST /tenant', () => {
  test('a system administrator creates an organisation with a name and an ODS code, the rest has sensible defaults (ORG-1)', async () => {
    const root = await systemAdministrator()
    const odsCode = freshOdsCode()

    const created = (await root.post(tenant, { name: '  Riverside Hospital ', odsCode, vitalType: 'Acute', clinicianTimeout: 20 })).json()

    expect(created).toMatchObject({
      name: 'Riverside Hospital',
      odsCode: odsCode.toUpperCase(),
      vitalType: 'Acute',
      regulatoryBody: '',
      code: '',
      logo: null,
      sendingFrom: 8,
      sendingUntil: 18,
      sendsOnWeekdaysOnly: true,
      clinicianTimeout: 20,
      totalMembers: 0,
      totalPatients: 0,
      totalActivePatients: 0,
    })
    expect((await root.get(`${tenant}/${created.id}`)).json()).toEqual(created)
  })

  test('is the first event in the log of the new organisation, and in the log of the system (AUD-1)', async () => {
    const root = await systemAdministrator()
    const { id } = (await root.post(tenant, { name: 'Riverside', odsCode: freshOdsCode() })).json()

    expect((await root.get(`${tenant}/${id}/logs`)).json()).toMatchObject({
      docs: [{ eventType: 'tenantCreated', by: { id: root.id } }],
    })
    expect(
      (await root.get(`${tenant}/00000000-0000-0000-0000-000000000000/logs?eventType=tenantCreated&memberId=${root.id}`)).json(),
    ).toMatchObject({
      docs: [{ eventType: 'tenantCreated', by: { id: root.id } }],
    })
  })

  test('a second organisation with the same ODS code is refused with the message of the catalogue (ORG-2)', async () => {
    const root = await systemAdministrator()
    const odsCode = freshOdsCode()
    await root.post(tenant, { name: 'First', odsCode })

    const second = await root.post(tenant, { name: 'Second', odsCode: odsCode.toLowerCase() })

    expect(second.json()).toMatchObject({ status: 409, code: 'conflict', detail: 'An organisation already exists with that ODS Code.' })
    expect(second.json().errors, 'beside its field').toEqual([
      { field: 'odsCode', message: 'An organisation already exists with that ODS Code.' },
    ])
  })

  test('missing and invalid fields are listed next to the field (ORG-1)', async () => {
    const root = await systemAdministrator()
    const wrong = { name: ' ', odsCode: 'a b', clinicianTimeout: 0, minimumAge: 15, expiryDays: 1.5, wardAccess: 'some' }

    expect((await root.post(tenant, wrong)).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'name', message: 'Name is required.' },
        { field: 'odsCode', message: 'ODS code is not valid.' },
        { field: 'clinicianTimeout', message: 'Clinician timeout must be a whole number from 1 to 1440.' },
        { field: 'expiryDays', message: 'Expiry days must be a whole number from 1 to 365.' },
        { field: 'minimumAge', message: 'Minimum age must be a whole number from 16 to 130.' },
        { field: 'wardAccess', message: 'Ward access is not valid.' },
      ],
    })
  })

  test('only system administrators create an organisation (ROLE-4)', async () => {
    const ward = await openOrganisation()

    for (const role of ['Forms OrgAdmin', 'Forms User', 'Admin', 'User'] as const)
      expect((await (await ward.staff(role)).post(tenant, { name: 'Mine', odsCode: freshOdsCode() })).json()).toMatchObject({
        status: 401,
        code: 'not_permitted',
      })
    expect((await (await nobody()).post(tenant, { name: 'Mine', odsCode: freshOdsCode() })).json()).toMatchObject({ code: 'not_signed_in' })
  })
})

describe('PATCH /tenant/:id', () => {
  test('another setting that is saved while the second factor is turned on leaves it on (ORG-1, SIGN-9)', async () => {
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    await own.query('update organisations set second_factor_required = false, second_factor_from = null where id = $1', [own.id])
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(own))
    const turningOn = steps.step((ctx) => setSecondFactor(ctx, '2126-01-31'))
    await paused
    const saving = admin.patch(`${tenant}/${own.id}`, { reminderDays: 5 })
    await untilWaiting(own, 1)
    commit()
    await turningOn

    expect((await saving).json()).toMatchObject({ reminderDays: 5, secondFactorRequired: true, secondFactorFrom: '2126-01-31' })
  })

  test('an administrator changes the settings; only the sent fields change, and the log names them (ORG-6)', async () => {
    const ward = await openOrganisation({ clinicianTimeout: 15 })
    const ada = await ward.staff('Admin')

    const updated = await ada.patch(`${tenant}/${ward.id}`, { clinicianTimeout: null, reminderDays: 7, wardAccess: 'assigned' })

    expect(updated.json()).toMatchObject({ clinicianTimeout: null, reminderDays: 7, wardAccess: 'assigned', expiryDays: 28 })
    expect(await ward.auditTrail()).toMatchObject([
      {
        event_type: 'tenantUpdated',
        actor_id: ada.id,
        subject_id: ward.id,
        detail: { fields: ['clinicianTimeout', 'reminderDays', 'wardAccess'] },
      },
    ])
  })

  test('the ODS code is changed by a system administrator only (ORG-1)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const ada = await ward.staff('Admin')
    const [odsCode, before] = [freshOdsCode(), (await ada.get(`${tenant}/${ward.id}`)).json().odsCode]

    expect((await ada.patch(`${tenant}/${ward.id}`, { odsCode })).json()).toMatchObject({ status: 400, errors: [{ field: 'odsCode' }] })
    expect((await ada.patch(`${tenant}/${ward.id}`, { odsCode: before, reminderDays: 5 })).statusCode, 'sent back as it was').toBe(200)
    expect((await root.patch(`${tenant}/${ward.id}`, { odsCode })).json()).toMatchObject({ odsCode: odsCode.toUpperCase() })
  })

  test('an administrator cannot change the names and codes of the organisation, whatever the request (ORG-1)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const known = { name: 'Another name', vitalType: 'Acute', regulatoryBody: 'CQC', odsCode: freshOdsCode(), code: '77' }
    const before = (await root.get(`${tenant}/${ward.id}`)).json()

    for (const role of ['Admin', 'Forms OrgAdmin'] as const) {
      const refused = (await (await ward.staff(role)).patch(`${tenant}/${ward.id}`, { ...known, reminderDays: 9 })).json()
      expect(refused).toMatchObject({ status: 400, errors: Object.keys(known).map((field) => ({ field })) })
    }

    const { totalMembers: _of, ...after } = (await root.get(`${tenant}/${ward.id}`)).json()
    expect(before).toMatchObject(after)
    expect((await root.patch(`${tenant}/${ward.id}`, known)).json()).toMatchObject({ ...known, odsCode: known.odsCode.toUpperCase() })
  })

  test('a member who cannot update wards cannot change ward access, whatever else they may change (MEM-4, ORG-6)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation({ wardAccess: 'assigned' })]
    const [ada, fiona] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin')]
    const path = `${tenant}/${ward.id}`

    for (const person of [fiona, root])
      expect((await person.patch(path, { wardAccess: 'all', reminderDays: 9 })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'wardAccess', message: 'Only a user with the role Admin can change the ward access.' }],
      })
    expect((await fiona.patch(path, { wardAccess: 'assigned', reminderDays: 9 })).json(), 'sent back as it was').toMatchObject({
      wardAccess: 'assigned',
      reminderDays: 9,
    })
    expect((await ada.patch(path, { wardAccess: 'all' })).json()).toMatchObject({ wardAccess: 'all' })
  })

  test('an admin sets reminders, the order of methods, prices and contact details for patients and users (ORG-6, NOT-5, NOT-6, UI-6)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const settings = {
      secondReminderDays: 7,
      lastReminderDays: 2,
      sendsOnBankHolidays: true,
      cascadeMethods: ['nhs_app', 'sms', 'email'],
      appUnreadHours: 12,
      notDeliveredHours: 48,
      smsFragmentPrice: 2.41,
      letterPrice: null,
      contactPhone: '0113 496 0000',
      contactHours: 'Monday to Friday, 9am to 5pm',
      contactAddress: 'Northbury Hospitals\nLeeds LS1 1AA',
      contactWeb: 'https://northbury.example/contact',
      supportContact: 'Digital team, extension 4410\ndigital@northbury.example',
      dataController: 'Northbury NHS Trust',
      dataProtectionContact: 'dpo@northbury.example',
      privacyNotice: 'https://northbury.example/privacy',
      accessibilityStatement: '# Our statement',
    }

    expect((await ada.patch(`${tenant}/${ward.id}`, settings)).json()).toMatchObject(settings)
    expect((await ada.get(`${tenant}/${ward.id}`)).json()).toMatchObject(settings)
    const { supportContact } = settings
    expect((await (await ward.staff('User')).get(tenant)).json(), 'every member sees whom to ask').toMatchObject({ supportContact })
  })

  test.each([
    [{ reminderDays: 5, secondReminderDays: 5 }, 'secondReminderDays', 'Second reminder days must be more than the first reminder days.'],
    [{ secondReminderDays: 2 }, 'secondReminderDays', 'Second reminder days must be more than the first reminder days.'],
    [{ cascadeMethods: ['sms', 'sms'] }, 'cascadeMethods', 'Each method can be chosen once.'],
    [{ cascadeMethods: ['pigeon'] }, 'cascadeMethods.0', 'Method is not valid.'],
    [{ appUnreadHours: 0 }, 'appUnreadHours', 'Hours in the NHS App must be a whole number from 1 to 336.'],
    [
      { smsFragmentPrice: 2.41234 },
      'smsFragmentPrice',
      'Price of an SMS fragment must be a number of pence from 0 to 9,999, with at most 4 decimal places.',
    ],
  ])('%j is refused beside its field (ORG-6, VAL-2)', async (wrong, field, message) => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    expect((await ada.patch(`${tenant}/${ward.id}`, wrong)).json()).toMatchObject({ status: 400, errors: [{ field, message }] })
  })

  test('an admin sets the hours for messages; they end after they begin, also when only one is sent (ORG-6)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const path = `${tenant}/${ward.id}`

    expect((await ada.patch(path, { sendingFrom: 9, sendingUntil: 17, sendsOnWeekdaysOnly: true })).json()).toMatchObject({
      sendingFrom: 9,
      sendingUntil: 17,
      sendsOnWeekdaysOnly: true,
    })
    const tooEarly = {
      status: 400,
      errors: [{ field: 'sendingUntil', message: 'The end of the sending hours must be later than the start.' }],
    }
    expect((await ada.patch(path, { sendingUntil: 9 })).json()).toMatchObject(tooEarly)
    expect((await ada.patch(path, { sendingFrom: 17 })).json()).toMatchObject(tooEarly)
    expect((await ada.patch(path, { sendingFrom: 24, sendingUntil: 8.5 })).json()).toMatchObject({
      errors: [
        { field: 'sendingFrom', message: 'Send messages from must be a whole number from 0 to 23.' },
        { field: 'sendingUntil', message: 'Send messages until must be a whole number from 1 to 24.' },
      ],
    })
    const root = await systemAdministrator()
    expect((await root.post(tenant, { name: 'Night clinic', odsCode: freshOdsCode(), sendingFrom: 20 })).json()).toMatchObject(tooEarly)
  })

  test('a code that another organisation has is refused (ORG-2)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const odsCode = freshOdsCode()
    await root.post(tenant, { name: 'First', odsCode })

    expect((await root.patch(`${tenant}/${ward.id}`, { odsCode })).json()).toMatchObject({
      status: 409,
      detail: 'An organisation already exists with that ODS Code.',
    })
  })

  test('an admin of one organisation cannot change another (ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const ada = await ours.staff('Admin')

    expect((await ada.patch(`${tenant}/${theirs.id}`, { name: 'Taken' })).json()).toMatchObject({ status: 403, code: 'not_a_member' })
    expect(await theirs.query('select name from organisations where id = $1', [theirs.id])).not.toEqual([{ name: 'Taken' }])
  })

  test('is refused without the permission, and for fields that cannot be changed (ROLE-4)', async () => {
    const [root, ward] = [await systemAdministrator(), await openOrganisation()]
    const path = `${tenant}/${ward.id}`

    expect((await (await ward.staff('Forms User')).patch(path, { name: 'Mine' })).json()).toMatchObject({ code: 'not_permitted' })
    expect((await (await nobody()).patch(path, { name: 'Mine' })).statusCode).toBe(401)
    expect((await root.patch(path, { name: '' })).json()).toMatchObject({ errors: [{ field: 'name', message: 'Name is required.' }] })
    expect((await root.patch(`${tenant}/${randomUUID()}`, { name: 'Nowhere' })).statusCode).toBe(404)
    expect((await root.patch(`${tenant}/00000000-0000-0000-0000-000000000000`, { name: 'The system' })).statusCode).toBe(404)
  })
})
