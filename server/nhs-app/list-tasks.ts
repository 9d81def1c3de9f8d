import { ageOn } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { nhsAppMinimumAge, questionnaireTypeOf, taskDescription, taskStatusOf } from '#domain/nhs-app.ts'
import { nhsNumberSystem } from '#domain/nhs-number.ts'
import { specialtyName } from '#domain/specialties.ts'
import { treatmentFunctionName } from '#domain/treatment-functions.ts'
import { linkAddress } from '#server/notifications/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation, inTransaction } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { makeLinkProof } from './link-proof.ts'
import { nhsLoginQuery } from './nhs-app.ts'
import { refusals } from './operation-outcome.ts'
import { findOrganisationsOf, findShownPatient, keyOfNhsNumber, listShownRequests, type ShownRequest } from './tasks.sql.ts'
import type { NhsLogin } from './verify-tokens.ts'

/**
 * The form requests of a patient in every organisation of the installation, as a FHIR searchset. Each organisation is asked in a transaction of its
 * own, which is bound to that organisation (docs/decisions/0055-nhs-app-feed.md).
 */
export async function listTasks(services: Services, patient: NhsLogin, correlationId: string) {
  if (ageOn(patient.dateOfBirth, dateOf(new Date())) < nhsAppMinimumAge) throw refusals.under16()
  const { nhsNumber } = patient
  const organisationIds = await inTransaction(services.db, { key: keyOfNhsNumber(nhsNumber) }, (tx) => findOrganisationsOf(tx, nhsNumber))
  const tasks = []
  for (const organisationId of organisationIds)
    tasks.push(
      ...(await inOrganisation(services.db, organisationId, (tx) =>
        listTasksOf(workerContext(services, organisationId, tx), patient, correlationId),
      )),
    )
  const address = `${services.config.PUBLIC_URL}${services.config.NHS_APP_FEED_PATH}/Task`
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: tasks.length,
    // The published schema requires the list, also when it is empty.
    entry: tasks.map((resource) => ({ fullUrl: `${address}/${resource.id}`, search: { mode: 'match' }, resource })),
  }
}

async function listTasksOf(ctx: Context, { nhsNumber, dateOfBirth }: NhsLogin, correlationId: string) {
  const patient = await findShownPatient(ctx, nhsNumber, dateOfBirth)
  if (!patient) return []
  const requests = await listShownRequests(ctx, patient.id)
  await audit(ctx, 'nhsAppTasksRead', { subjectId: patient.id, patientId: patient.id, detail: { tasks: requests.length, correlationId } })
  return requests.map((request) => taskOf(ctx, request, { nhsNumber, ...patient }))
}

type Owner = { nhsNumber: string; name: string; odsCode: string }

/**
 * The standard writes `authored` and a single coding, its examples and FHIR `authoredOn` and a list of codings. The date is given by both names; the
 * coding as the schema has it.
 */
function taskOf({ services: { config, keys } }: Context, request: ShownRequest, { nhsNumber, name, odsCode }: Owner) {
  const { id, completedAt, expiresAt, pathwayId, specialty } = request
  const status = taskStatusOf(request.status, completedAt !== null, new Date(expiresAt) < new Date())
  const type = questionnaireTypeOf(request.formType)
  const authored = inUtc(request.notifiedAt ?? request.sendAt)
  const treatmentFunction = treatmentFunctionName(specialty)
  // A form that can no longer be filled in needs no identity step.
  const proof = status === 'requested' || status === 'in-progress' ? `?${nhsLoginQuery}=${makeLinkProof(keys, id)}` : ''
  return {
    resourceType: 'Task',
    id,
    ...(pathwayId && {
      basedOn: [{ type: 'CarePlan', identifier: { system: 'https://fhir.nhs.uk/Id/PathwayId', value: pathwayId } }],
    }),
    status,
    intent: 'plan',
    description: taskDescription(specialtyName(specialty), type.name),
    for: { type: 'Patient', identifier: { system: nhsNumberSystem, value: nhsNumber } },
    authored,
    authoredOn: authored,
    ...(completedAt && { lastModified: inUtc(completedAt) }),
    restriction: { period: { end: inUtc(expiresAt) } },
    reasonReference: { type: 'Questionnaire', reference: `${linkAddress(config.PUBLIC_URL, keys, id)}${proof}` },
    owner: {
      type: 'Organization',
      identifier: { system: 'https://fhir.nhs.uk/Id/ods-organization-code', value: odsCode },
      display: name,
    },
    reasonCode: {
      coding: { system: 'https://fhir.nhs.uk/StructureDefinition/Extension-Questionnaire-Type', code: type.code, display: type.name },
      text: type.name,
    },
    ...(treatmentFunction && {
      extension: [
        {
          url: 'https://fhir.nhs.uk/StructureDefinition/Extension-Task-TreatmentFunction',
          valueCoding: { system: 'https://fhir.nhs.uk/CodeSystem/Specialty-1', code: specialty, display: treatmentFunction },
        },
      ],
    }),
  }
}

/** As the standard writes moments: `2021-06-13T12:30:00+00:00`. */
const inUtc = (moment: string) => `${new Date(moment).toISOString().slice(0, 19)}+00:00`
