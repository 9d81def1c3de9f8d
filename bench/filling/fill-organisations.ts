import type pg from 'pg'

import { insertRows } from '#database/demo/insert.ts'

import { iso } from './moments.ts'
import type { Organisation } from './organisations.ts'
import { autoCloseDays, expiryDays } from './requests.ts'

/** Organisations with their wards, members, accounts and forms: few rows, by plain statements and with every trigger awake. */
export async function fillOrganisations(client: pg.Client, organisations: Organisation[], passwordHash: string) {
  for (const [nth, organisation] of organisations.entries()) {
    await client.query("select set_config('app.organisation_id', $1, false)", [organisation.id])
    await insertRows(client, 'organisations', [toOrganisation(organisation, nth)])
    const of = <T, R extends object>(from: T[], make: (one: T, at: number) => R) =>
      from.map((one, at) => ({ organisation_id: organisation.id, ...make(one, at) }))
    await insertRows(
      client,
      'wards',
      of(organisation.wards, ({ id, name }) => ({ id, name, is_archived: false, created_at: long })),
    )
    await insertRows(
      client,
      'accounts',
      organisation.members.map(({ subject, email_address }) => ({ id: subject, email_address, password_hash: passwordHash, ...account })),
    )
    await insertRows(
      client,
      'members',
      of(organisation.members, ({ wardIds: _, ...member }) => ({ ...member, ...ofMember })),
    )
    const places = organisation.members.flatMap(({ id, wardIds }) => wardIds.map((ward_id) => ({ member_id: id, ward_id })))
    await insertRows(
      client,
      'member_wards',
      of(places, (place) => place),
    )
    await fillForms(client, organisation)
  }
}

const long = '2016-01-04T09:00:00Z'
const account = { failed_attempts: 0, tokens_valid_from: long, is_active: true, must_change: false, created_at: long }
const ofMember = {
  phone_number: '',
  occupation: 'Clerk',
  job_title: 'Clerk',
  is_clinician: false,
  language: 'en',
  timezone: 'Europe/London',
  is_active: true,
  created_at: long,
  updated_at: long,
}

/** The first form keeps requests open for as long as possible, so that all states are common. */
const toOrganisation = ({ id, name, now }: Organisation, nth: number) => ({
  id,
  name,
  ods_code: `BN${nth}`,
  code: '',
  vital_type: '',
  regulatory_body: '',
  is_system: false,
  reminder_days: 0,
  expiry_days: expiryDays,
  auto_close_days: autoCloseDays,
  minimum_age: 16,
  ward_access: 'all',
  sending_from: 0,
  sending_until: 24,
  sends_on_weekdays_only: false,
  sends_on_bank_holidays: true,
  second_factor_required: false,
  created_at: long,
  updated_at: iso(now),
})

async function fillForms(client: pg.Client, { id: organisation_id, forms, members, now }: Organisation) {
  const live = forms.map((form) => ({ ...form, last: form.versions.at(-1)! })) // a form has one version at least
  await insertRows(
    client,
    'forms',
    live.map(({ id, title, description, type, last }) => ({
      organisation_id,
      id,
      title,
      description,
      type,
      draft: last.definition,
      draft_revision: last.version,
      draft_edited_by: members[0]!.id,
      draft_edited_at: iso(now),
      live_version: last.version,
      created_at: long,
      updated_at: iso(now),
    })),
  )
  await insertRows(
    client,
    'form_versions',
    live.flatMap(({ id, title, description, versions }) =>
      versions.map(({ version, definition }) => ({
        organisation_id,
        form_id: id,
        version,
        title,
        description,
        definition,
        change_notes: '',
        published_by: members[0]!.id,
        published_at: long,
      })),
    ),
  )
}
