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
  const [wardName, colleague, template, file, outcome, note] = [word(), word(), word(), word(), word(), word()]
  const [seriesName, clientName, libraryName] = [word(), word(), word()]
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
  await query('insert into form_request_notes (organisation_id, request_id, text, created_by) values ($1, $2, $3, $4)', [
    organisation,
    request.id,
    note,
    member.id,
  ])
  const [{ id: submission } = { id: '' }] = await query('select id from submissions where organisation_id = $1', [organisation])
  const schedule = JSON.stringify({ kind: 'every', weeks: 12, times: null, until: null })
  const series = await one('series', { name: seriesName, form_id: form.id, date_label: 'Date of operation', schedule })
  const enrolment = await one('series_enrolments', {
    series_id: series,
    patient_id: patient.id,
    starts_on: '2026-01-01',
    schedule_version: 1,
    patient_name_key: 'x',
  })
  const integrationClient = await one('integration_clients', {
    name: clientName,
    permissions: [],
    authentication: 'secret',
    requests_per_minute: 1,
    expires_on: '2030-01-01',
  })
  const event = await one('integration_events', {
    type: 'form_request.created',
    form_request_id: request.id,
    form_id: form.id,
    patient_id: patient.id,
    position: 1,
  })
  await query('insert into event_feeds (organisation_id, last_position) values ($1, 1)', [organisation])
  const webhookName = word()
  const webhook = await one('webhook_endpoints', {
    address: 'https://receiver.example/events',
    description: webhookName,
    event_types: ['form_request.created'],
    sealed_secret: 'x',
  })
  await query(
    `insert into webhook_deliveries (organisation_id, event_id, endpoint_id, position, resource_id, state) values ($1, $2, $3, 1, $4, 'failed')`,
    [organisation, event, webhook, request.id],
  )
  const ids = {
    organisation,
    patient: patient.id,
    form: form.id,
    request: request.id,
    member: member.id,
    submission: String(submission),
    ward: await one('wards', { name: wardName }),
    outcome: await one('outcomes', { name: outcome, position: 1 }),
    template: await one('notification_templates', {
      category: 'request_created',
      method: 'email',
      description: template,
      subject: 'Please answer',
      body: 'Dear ((firstName)), please open ((link))',
    }),
    import: await one('import_jobs', { status: 'checked', file_name: file, checked_at: new Date(), new_rows: 1, created_by: member.id }),
    export: await one('export_jobs', { created_by: member.id, file_name: file }),
    fhirExport: await one('fhir_exports', {
      form_id: form.id,
      sent_until: new Date().toISOString(),
      total: 1,
      created_by: integrationClient,
    }),
    series,
    enrolment,
    occasion: await one('series_occasions', {
      series_id: series,
      enrolment_id: enrolment,
      amount: 12,
      unit: 'weeks',
      due_on: '2026-03-26',
    }),
    letterBatch: await one('letter_batches', { number: 0, is_two_sided: false, letters: 0, created_by: member.id }),
    bulkChange: await one('bulk_changes', { act: 'close', created_by: member.id }),
    view: await one('saved_views', { name: 'Words', member_id: member.id }),
    sharedView: await one('saved_views', { name: 'Words of everyone', member_id: member.id, is_shared: true }),
    libraryQuestion: await one('library_questions', {
      name: libraryName,
      content: JSON.stringify({ question: { id: 'smoke', type: 'yes_no', title: 'Do you smoke?', required: true } }),
    }),
    integrationClient,
    webhook,
    event,
    credential: await one('integration_client_credentials', { client_id: integrationClient, secret_hash: 'x', hint: 'abcd' }),
    report: await one('reports', { type: 'metrics', month: '2026-10-01', created_by: member.id }),
    reportSchedule: await one('report_schedules', {
      type: 'metrics',
      member_id: member.id,
      member_name: colleague,
      created_by_name: colleague,
      done_month: '2026-09-01',
    }),
  }
  const ofPatients = [surname, patient.nhsNumber!, answer, place, form.title, score, flag, note]
  return {
    ward,
    ids,
    ofPatients,
    words: [...ofPatients, wardName, colleague, template, file, outcome, seriesName, clientName, webhookName, libraryName],
  }
}
export type Ids = Awaited<ReturnType<typeof wholeOrganisation>>['ids']

const nounOfGroup: Record<string, keyof Ids> = {
  organisations: 'organisation',
  members: 'member',
  secondFactors: 'member',
  ownSessions: 'member',
  wards: 'ward',
  outcomes: 'outcome',
  patients: 'patient',
  patientTimeline: 'patient',
  forms: 'form',
  formVersions: 'form',
  formAnalytics: 'form',
  formEditors: 'form',
  formExchange: 'form',
  formFiles: 'form',
  formTranslations: 'form',
  questionLibrary: 'libraryQuestion',
  requests: 'request',
  notes: 'request',
  scores: 'patient',
  series: 'series',
  imports: 'import',
  exports: 'export',
  fhirExports: 'fhirExport',
  letters: 'letterBatch',
  integrationClients: 'integrationClient',
  webhooks: 'webhook',
  reports: 'report',
  reportSchedules: 'reportSchedule',
  bulkChanges: 'bulkChange',
  savedViews: 'view',
  sharedViews: 'sharedView',
  notificationTemplates: 'template',
  templateVersions: 'template',
  audit: 'patient',
  fhir: 'form',
}
const nounOfKey: Record<string, keyof Ids> = {
  memberId: 'member',
  userId: 'member',
  assignee: 'member',
  wardId: 'ward',
  outcomeId: 'outcome',
  submissionId: 'submission',
  formId: 'form',
  patientId: 'patient',
  patientIds: 'patient',
  requests: 'request',
  enrolmentId: 'enrolment',
  enrolments: 'enrolment',
  occasions: 'occasion',
  importJobId: 'import',
  clientId: 'integrationClient',
  webhookId: 'webhook',
  eventId: 'event',
  credentialId: 'credential',
  organisationId: 'organisation',
  // Any will do: a browser's window makes its own.
  window: 'member',
}

/** The kind of record of an id at this place of this endpoint. */
export const idAt = (ids: Ids, group: string, route: Route, key: string) => ids[nounOfKey[key] ?? nounOfPlace(group, route, key)]

function nounOfPlace(group: string, route: Route, key: string): keyof Ids {
  if (route.organisation === key) return 'organisation'
  if (route.path.startsWith('/patient/:id/')) return 'patient'
  if (route.path.startsWith('/QuestionnaireResponse/')) return 'submission'
  if (route.path.startsWith('/Task/')) return 'request'
  return route.path.startsWith('/request/:id/') ? 'request' : nounOfGroup[group]!
}
