import { expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'

import { asApplicationRole } from './application-role.ts'
import { fillEveryTable, tenantTables } from './example-rows.ts'

/** What the application may change in a row, and nothing else. */
const open: Record<string, Record<string, string>> = {
  answering_sessions: { used_at: 'now()' },
  flag_alerts: { status: `'sent'` },
  integration_events: { position: '7' },
  nhs_app_patients: { is_waiting: 'false', acknowledged_at: 'now()', refused_at: 'now()' },
  patient_merges: { undone_by: 'gen_random_uuid()', undone_at: 'now()' },
  raised_flags: { alerted_at: 'now()' },
}

/** Another value of a column: every type of these tables. */
const others: Record<string, (column: string) => string> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `${column} || 'x'`,
  'text[]': (column) => `${column} || array['name']`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not ${column}`,
  jsonb: () => `'{"made": "up"}'`,
  date: (column) => `${column} + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 microsecond'`,
}

test('UPDATE by the application: a row of a table with closed columns keeps them, and the columns that may change do (SAFE-2, FORM-7)', async () => {
  const ward = await openOrganisation()
  const tables = new Map([...(await tenantTables(ward))].filter(([name]) => name in open))
  await fillEveryTable(ward, tables)
  const ask = await asApplicationRole()
  const closed = await ward.query(`select tgrelid::regclass::text as name from pg_trigger where tgname = 'allow_changes' order by 1`)
  const accepted: string[] = []
  for (const [table, changes] of Object.entries(open)) {
    const update = (more: Record<string, string> = {}) =>
      ask(
        { organisation: ward.id },
        `update ${table} set ${Object.entries({ ...changes, ...more })
          .map((pair) => pair.join(' = '))
          .join(', ')}`,
      )
    expect(await update(), table).toMatchObject({ count: 1 })
    for (const { name, type, isWritable } of tables.get(table)!) {
      if (name in changes) continue
      const { code, message = '' } = await update({ [name]: isWritable ? others[type]!(name) : 'default' })
      if (code !== '42501' || !message.startsWith(`Only these columns of ${table} can be changed: `))
        accepted.push(`${table}.${name}: ${message}`)
    }
  }

  expect(accepted).toEqual([])
  expect(closed.map(({ name }) => name)).toEqual(Object.keys(open))
})

test('every column of the audit log is one that the application writes or that its trigger sets, whatever is written there (AUD-4)', async () => {
  const ward = await openOrganisation()
  const columns = await ward.query(
    `select attname as name from pg_attribute where attrelid = 'audit_events'::regclass and attnum > 0 and not attisdropped order by 1`,
  )
  const written = ['actor_id', 'actor_kind', 'detail', 'event_type', 'organisation_id', 'patient_id', 'patient_ids', 'subject_id']
  const setByTrigger = ['at', 'hash', 'id', 'lane', 'seq']

  expect(columns.map(({ name }) => name)).toEqual([...written, ...setByTrigger].toSorted())
})
