import type pg from 'pg'

import { demoPassword } from '#domain/demo-accounts.ts'
import { hashPassword } from '#server/identity/password.ts'
import { DatabaseClient } from '#server/platform/database-client.sql.ts'
import type { Keys } from '#server/platform/keys.ts'

import { organisations, systemAdministrator, type DemoMember, type DemoOrganisation } from './names.ts'
import { followedForm } from './followed-score.ts'
import { definitionOf, demoForms } from './forms.ts'
import { fillOutcomes, fillRequests, fillTemplateUses } from './fill-requests.ts'
import { fillStories } from './fill-stories.ts'
import { insertRows } from './insert.ts'
import { makePatient } from './people.ts'
import { therapist } from './patient-stories.ts'
import { fillPep, pepColumns } from './pep.ts'
import { fillLibrary } from './question-library.ts'
import { randomFrom, type Random } from './random.ts'

const systemOrganisationId = '00000000-0000-0000-0000-000000000000'
const day = 86_400_000

export type Demo = { client: pg.Client; random: Random; now: number; keys: Keys; publicUrl: string; passwordHash: string }

/**
 * Fills the demonstration on the first start; does nothing if an organisation exists. The people and answers are the same each time, with
 * dates relative to now.
 */
export async function fillDemo(ownerUrl: string, keys: Keys, publicUrl: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('formward demonstration'))")
    await bindTo(client, systemOrganisationId)
    const { rowCount } = await client.query('select from organisations where not is_system limit 1')
    const isFilled = Boolean(rowCount)
    const wanted = isFilled ? await findMissing(client) : organisations
    if (wanted.length === 0) return false
    const now = Date.now()
    const demo: Demo = {
      client,
      random: randomFrom(isFilled ? now : 2026),
      now,
      keys,
      publicUrl,
      passwordHash: await hashPassword(demoPassword),
    }
    if (!isFilled) {
      await fillMembers(demo, systemOrganisationId, [systemAdministrator], [])
      // The password is public, so with a second factor the first visitor would lock out the others.
      await client.query('update organisations set second_factor_required = false, second_factor_from = null where is_system')
    }
    for (const organisation of wanted) await fillOrganisation(demo, organisation)
    await client.query('commit')
    return !isFilled
  } finally {
    await client.end() // an open transaction ends with its connection
  }
}

/** The organisations without data that a demonstration of an earlier release does not have: the sign-in page names their accounts. */
async function findMissing(client: pg.Client) {
  const { rows: accounts } = await client.query<{ address: string }>('select email_address as address from accounts where is_demo')
  if (accounts.length === 0) return []
  const { rows: taken } = await client.query<{ code: string }>('select ods_code as code from organisations')
  const isThere = ({ odsCode, members }: DemoOrganisation) =>
    taken.some(({ code }) => code === odsCode) || accounts.some(({ address }) => address === members[0]!.emailAddress)
  return organisations.filter((one) => one.patients === 0 && !isThere(one))
}

const bindTo = (client: pg.Client, organisationId: string) =>
  client.query("select set_config('app.organisation_id', $1, true)", [organisationId])

let patientNumber = 0

async function fillOrganisation(demo: Demo, organisation: DemoOrganisation) {
  const { client, random, now } = demo
  const id = random.uuid()
  await bindTo(client, id)
  await insertRows(client, 'organisations', [
    {
      id,
      name: organisation.name,
      ods_code: organisation.odsCode,
      code: organisation.code,
      vital_type: organisation.vitalType,
      regulatory_body: organisation.regulatoryBody,
      clinician_timeout: organisation.clinicianTimeout,
      is_system: false,
      reminder_days: 3,
      second_reminder_days: 7,
      last_reminder_days: 2,
      expiry_days: 28,
      auto_close_days: 90,
      minimum_age: 16,
      ward_access: 'all',
      // A user who tries the demonstration in the evening expects to see the message go.
      sending_from: 0,
      sending_until: 24,
      sends_on_weekdays_only: false,
      sends_on_bank_holidays: true,
      cascade_methods: ['sms', 'email'],
      sms_fragment_price: 2.4,
      letter_price: 85,
      contact_phone: '01632 960000',
      contact_hours: 'Monday to Friday, 9am to 5pm',
      contact_web: 'https://www.example.org/contact',
      support_contact: 'Digital services help desk\nExtension 4410, Monday to Friday, 8am to 6pm\nhelp.desk@example.org',
      data_protection_contact: 'Data protection officer\ndata.protection@example.org',
      contact_address: `${organisation.name}\n1 Example Way\nExampletown\nEX1 1AA`,
      created_at: new Date(now - 400 * day).toISOString(),
      updated_at: new Date(now).toISOString(),
    },
  ])
  const wards = organisation.wards.map((name) => ({
    organisation_id: id,
    id: random.uuid(),
    name,
    is_archived: false,
    created_at: new Date(now - 400 * day).toISOString(),
  }))
  await insertRows(client, 'wards', wards)
  const members = await fillMembers(demo, id, organisation.members, wards)
  if (organisation.patients === 0) return
  const patients = Array.from({ length: organisation.patients }, () => makePatient(random, patientNumber++, now, wards))
  await insertRows(
    client,
    'patients',
    patients.map((patient) => ({ organisation_id: id, locale: 'en', updated_at: patient.created_at, ...patient })),
  )
  if (organisation.hasPep) await fillPep(demo, id)
  const forms = await fillForms(demo, id, members[0]!.id, organisation.hasPep)
  await fillLibrary(demo, id, members[0]!.id)
  const outcomes = await fillOutcomes(client, id)
  await fillRequests(demo, { id, name: organisation.name }, organisation.requests, { members, patients, forms, outcomes })
  if (organisation.hasStories) {
    const own = { ...demo, random: randomFrom(481_209) }
    const [added] = await fillMembers(own, id, [therapist], wards)
    await fillStories(own, id, { members: added ? [...members, added] : members, wards, forms, outcomes })
  }
  await fillTemplateUses(client, id)
}

async function fillMembers(
  { client, random, now, passwordHash }: Demo,
  organisationId: string,
  cast: DemoMember[],
  wards: { id: string; name: string }[],
) {
  const members = cast.map((member) => ({ member, id: random.uuid(), subject: random.uuid() }))
  await insertRows(
    client,
    'accounts',
    members
      .filter(({ member }) => member.canSignIn)
      .map(({ member, subject }) => ({
        id: subject,
        email_address: member.emailAddress,
        password_hash: passwordHash,
        failed_attempts: 0,
        tokens_valid_from: new Date(now).toISOString(),
        is_active: true,
        is_demo: true,
        created_at: new Date(now - 400 * day).toISOString(),
      })),
  )
  await insertRows(
    client,
    'members',
    members.map(({ member, id, subject }) => ({
      organisation_id: organisationId,
      id,
      subject: member.canSignIn ? subject : null,
      first_name: member.firstName,
      last_name: member.lastName,
      email_address: member.emailAddress,
      phone_number: '',
      occupation: member.occupation,
      job_title: member.jobTitle,
      role: member.role,
      is_clinician: member.isClinician ?? false,
      language: 'en',
      timezone: 'Europe/London',
      is_active: true,
      created_at: new Date(now - 390 * day).toISOString(),
      updated_at: new Date(now - 30 * day).toISOString(),
    })),
  )
  const places = members.flatMap(({ member, id }) =>
    (member.wards ?? []).flatMap((name) =>
      wards.filter((ward) => ward.name === name).map((ward) => ({ organisation_id: organisationId, member_id: id, ward_id: ward.id })),
    ),
  )
  await insertRows(client, 'member_wards', places)
  return members.map(({ member, id }) => ({ id, isClinician: member.isClinician ?? false, emailAddress: member.emailAddress }))
}

async function fillForms({ client, random, now }: Demo, organisationId: string, editorId: string, hasPep: boolean) {
  const forms = [...demoForms, followedForm].map((form) => ({ ...form, id: random.uuid(), liveVersion: form.versions }))
  const dates = (n: number) => new Date(now - (360 - n * 95) * day).toISOString()
  await insertRows(
    client,
    'forms',
    forms.map((form) => ({
      organisation_id: organisationId,
      id: form.id,
      title: form.title,
      description: form.description,
      type: form.type,
      draft: form.definition,
      draft_revision: form.versions,
      draft_edited_by: editorId,
      draft_edited_at: dates(form.versions),
      live_version: form.versions,
      ...pepColumns(hasPep ? form.key : '', dates(form.versions)),
      created_at: dates(0),
      updated_at: dates(form.versions),
    })),
  )
  const versions = forms.flatMap((form) =>
    Array.from({ length: form.versions }, (_, index) => ({
      organisation_id: organisationId,
      form_id: form.id,
      version: index + 1,
      title: form.title,
      description: form.description,
      definition: definitionOf(form, index + 1),
      change_notes: index === 0 ? 'First version' : `Added the question “${form.definition.questions.at(index - form.versions)!.title}”`,
      published_by: editorId,
      published_at: dates(index + 1),
    })),
  )
  await insertRows(client, 'form_versions', versions)
  return forms
}
