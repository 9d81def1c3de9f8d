import { randomUUID } from 'node:crypto'

import type { Route } from '#contract/route.ts'

import { openOrganisation } from './organisation.ts'
import { aForm, aPatient, answered, aRequest } from './requests.ts'

/** Words that occur only in this organisation's patient records, and in its other data. */
const word = () => `Zz${randomUUID().slice(0, 8)}`

/** An organisation with one record of everything that has an id. */
export async function wholeOrganisation() {
  const ward = await openOrganisation()
  const { id: organisation, query } = ward
  const [surname, answer, place, score, flag] = [word(), word(), word(), word(), word()]
  const [wardName, colleague, template, file] = [word(), word(), word(), word()]
  const patient = await aPatient(ward, { lastName: surname })
  const form = await aForm(ward, word())
  const sent = { patientId: patient.id, formId: form.id, location: place }
  const request = await aRequest(ward, { ...sent, status: 'completed', completedAt: new Date().toISOString() })
  await answered(ward, request, { needed: 'yes', mood: answer })
  await query(
    `insert into submission_scores (organisation_id, request_id, score_id, position, patient_id, form_id, form_version, name, formula, answered, out_of)
     values ($1, $2, 'mood', 0, $3, $4, 1, $5, '?', 0, 1)`,
    [organisation, request.id, patient.id, form.id, score],
  )
  await query("insert into raised_flags (organisation_id, request_id, flag_id, position, name) values ($1, $2, 'harm', 0, $3)", [
    organisation,
    request.id,
    flag,
  ])
  await aRequest(ward, sent)
  const member = await ward.staff('User', { lastName: colleague })
  const one = async (table: string, columns: Record<string, unknown>) => {
    const names = ['organisation_id', ...Object.keys(columns)]
    const [row] = await query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
      [organisation, ...Object.values(columns)],
    )
    return String(row!['id'])
  }
  const [{ id: submission } = { id: '' }] = await query('select id from submissions where organisation_id = $1', [organisation])
  const ids = {
    organisation,
    patient: patient.id,
    form: form.id,
    request: request.id,
    member: member.id,
    submission: String(submission),
    ward: await one('wards', { name: wardName }),
    template: await one('notification_templates', {
      category: 'request_created',
      method: 'email',
      description: template,
      subject: 'Please answer',
      body: 'Dear ((firstName)), please open ((link))',
    }),
    import: await one('import_jobs', { status: 'checked', file_name: file, checked_at: new Date(), new_rows: 1, created_by: member.id }),
    export: await one('export_jobs', { created_by: member.id, file_name: file }),
    bulkChange: await one('bulk_changes', { act: 'close', created_by: member.id }),
    view: await one('saved_views', { name: 'Words', member_id: member.id }),
    report: await one('reports', { type: 'metrics', month: '2026-10-01', created_by: member.id }),
  }
  const ofPatients = [surname, patient.nhsNumber!, answer, place, form.title, score, flag]
  return { ward, ids, ofPatients, words: [...ofPatients, wardName, colleague, template, file] }
}
export type Ids = Awaited<ReturnType<typeof wholeOrganisation>>['ids']

const nounOfGroup: Record<string, keyof Ids> = {
  organisations: 'organisation',
  members: 'member',
  secondFactors: 'member',
  ownSessions: 'member',
  wards: 'ward',
  patients: 'patient',
  forms: 'form',
  formVersions: 'form',
  formAnalytics: 'form',
  formEditors: 'form',
  formExchange: 'form',
  formFiles: 'form',
  requests: 'request',
  scores: 'patient',
  imports: 'import',
  exports: 'export',
  reports: 'report',
  bulkChanges: 'bulkChange',
  savedViews: 'view',
  notificationTemplates: 'template',
  audit: 'patient',
}
const nounOfKey: Record<string, keyof Ids> = {
  memberId: 'member',
  userId: 'member',
  assignee: 'member',
  wardId: 'ward',
  submissionId: 'submission',
  formId: 'form',
  patientId: 'patient',
  patientIds: 'patient',
  requests: 'request',
  importJobId: 'import',
  organisationId: 'organisation',
  // Any will do: a browser's window makes its own.
  window: 'member',
}

/** The kind of record of an id at this place of this endpoint. */
export const idAt = (ids: Ids, group: string, route: Route, key: string) => ids[nounOfKey[key] ?? nounOfPlace(group, route, key)]

function nounOfPlace(group: string, route: Route, key: string): keyof Ids {
  if (route.organisation === key) return 'organisation'
  return route.path.startsWith('/request/:id/') ? 'request' : nounOfGroup[group]!
}
