import { fhir } from '#contract/fhir.ts'
import type { FhirResponse } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'
import { version } from '#server/version.ts'

import { capabilityStatement } from './capability-statement.ts'
import { listQuestionnaires, listResponses, listTasks, type QuestionnaireFilter } from './resources.sql.ts'
import { baseOf, idOf, listOf, nhsNumberOf, rangesOf, type Search, searchFor, textOf } from './search.ts'
import { type Served, writeQuestionnaire, writeResponse, writeTask } from './write-resources.ts'

/** FHIR R4 for other systems (INT-5; docs/decisions/0062-fhir-for-systems.md). */
export function serveFhir(deps: RouteDeps) {
  const since = new Date().toISOString()
  serve(deps, fhir, {
    metadata: async (ctx) => ({ resource: capabilityStatement(baseOf(ctx).slice(0, -1), version, since) }),
    searchQuestionnaires: (ctx, { query }) => searchFor(ctx, query, questionnaires(ctx)),
    searchQuestionnairesByPost: (ctx, { body }) => searchFor(ctx, body, { ...questionnaires(ctx), isByPost: true }),
    questionnaire: (ctx, { params }) => readQuestionnaire(ctx, { id: params.id }),
    questionnaireVersion: (ctx, { params }) => readQuestionnaire(ctx, params),
    searchResponses: (ctx, { query }) => searchFor(ctx, query, responses(ctx)),
    searchResponsesByPost: (ctx, { body }) => searchFor(ctx, body, { ...responses(ctx), isByPost: true }),
    questionnaireResponse: (ctx, { params }) => readResponse(ctx, params.id),
    searchTasks: (ctx, { query }) => searchFor(ctx, query, tasks(ctx)),
    searchTasksByPost: (ctx, { body }) => searchFor(ctx, body, { ...tasks(ctx), isByPost: true }),
    task: (ctx, { params }) => readTask(ctx, params.id),
  })
}

const one = { limit: 1 }

/** A resource with its time of change. */
function answer(resource: Served | undefined): FhirResponse {
  if (!resource) throw new Problem('not_found')
  return { resource, lastModified: resource.meta.lastUpdated }
}

const questionnaires = (ctx: Context): Search => ({
  type: 'Questionnaire',
  find: async (search, asked) => {
    const found = await listQuestionnaires(
      ctx,
      { id: textOf(search['_id']), statuses: listOf(search['status']), published: rangesOf(search['_lastUpdated']) },
      asked,
    )
    return found.map((form) => ({ place: form.place, resource: writeQuestionnaire(form) }))
  },
  record: () => audit(ctx, 'formList'),
})

async function readQuestionnaire(ctx: Context, filter: QuestionnaireFilter) {
  const [found] = await listQuestionnaires(ctx, filter, one)
  const answered = answer(found && writeQuestionnaire(found))
  await audit(ctx, 'formRead', { subjectId: filter.id })
  return answered
}

const responses = (ctx: Context): Search => ({
  type: 'QuestionnaireResponse',
  find: async (search, asked) => {
    const isWanted = listOf(search['status'])?.includes('completed') ?? true
    const filter = {
      id: textOf(search['_id']),
      patientId: idOf(search['patient']),
      nhsNumber: nhsNumberOf(search['patient:identifier']),
      formId: idOf(search['questionnaire']),
      // Answers never change, so they were last updated when they were sent.
      sent: rangesOf(search['authored'], search['_lastUpdated']),
    }
    const found = isWanted ? await listResponses(ctx, filter, asked) : []
    return found.map((response) => ({ place: response.place, patientId: response.patient.id, resource: writeResponse(response) }))
  },
  record: (shown) => auditPatients(ctx, shown, 'QuestionnaireResponse'),
})

async function readResponse(ctx: Context, id: string) {
  const [found] = await listResponses(ctx, { id }, one)
  const answered = answer(found && writeResponse(found))
  await audit(ctx, 'formRequestRead', { subjectId: found?.requestId, patientId: found?.patient.id })
  return answered
}

const tasks = (ctx: Context): Search => ({
  type: 'Task',
  find: async (search, asked) => {
    const filter = {
      id: textOf(search['_id']),
      patientId: idOf(search['patient']),
      nhsNumber: nhsNumberOf(search['patient:identifier']),
      formId: idOf(search['focus']),
      statuses: listOf(search['status']),
      changed: rangesOf(search['_lastUpdated']),
    }
    const found = await listTasks(ctx, filter, asked)
    return found.map((task) => ({ place: task.place, patientId: task.patient.id, resource: writeTask(task) }))
  },
  record: (shown) => auditPatients(ctx, shown, 'Task'),
})

async function readTask(ctx: Context, id: string) {
  const [found] = await listTasks(ctx, { id }, one)
  const answered = answer(found && writeTask(found))
  // A Task has no answers, so this must not count as reading them (findFirstReadings).
  await audit(ctx, 'formRequestRead', { subjectId: id, patientId: found?.patient.id, detail: { resource: 'Task' } })
  return answered
}

const auditPatients = (ctx: Context, shown: readonly { patientId?: string }[], resource: string) =>
  audit(ctx, 'formRequestList', { patientIds: [...new Set(shown.flatMap(({ patientId }) => patientId ?? []))], detail: { resource } })
