import type { nhsApp, NhsAppSettings } from '#contract/nhs-app.ts'
import type { Input } from '#contract/route.ts'
import { recordServiceErrors } from '#domain/record-service.ts'
import { mustBeOrganisation } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { countCurrent, tryAtOnce } from './record-service/records.sql.ts'
import { replayPatientsJob, sendNow } from './record-service/send-patients.job.ts'
import { findAccount } from './record-service/send-records.ts'
import { countRecords, findSendingState, getSettings, putSettings } from './settings.sql.ts'
import { findIssuers } from './verify-tokens.ts'

export async function readNhsAppSettings(ctx: Context, id: string): Promise<NhsAppSettings> {
  await mustBeOrganisation(ctx, id)
  const { config } = ctx.services
  const state = await findSendingState(ctx)
  return {
    isConfigured: findIssuers(config) !== undefined,
    ...(await getSettings(ctx)),
    recordService: {
      isConfigured: findAccount(config) !== undefined,
      ...(await countRecords(ctx)),
      lastSentAt: state?.lastSentAt ?? null,
      lastError: state?.lastError ? recordServiceErrors[state.lastError] : null,
      nextTryAt: state?.lastError ? state.nextTryAt : null,
    },
  }
}

type Set = typeof nhsApp.set

/** Clinics are compared without regard to upper and lower case. */
export async function setNhsAppSettings(ctx: Context, { params: { id }, body }: Input<Set>) {
  await mustBeOrganisation(ctx, id)
  await putSettings(ctx, {
    isOn: body.isOn,
    excludedClinics: [...Map.groupBy(body.excludedClinics, (clinic) => clinic.toLowerCase()).values()].map(([first]) => first!),
    excludedSpecialties: [...new Set(body.excludedSpecialties)],
  })
  await audit(ctx, 'nhsAppSettingsUpdated', { subjectId: id, detail: { isOn: body.isOn } })
  if (body.isOn) await sendNow(ctx)
  return readNhsAppSettings(ctx, id)
}

export async function replayRecords(ctx: Context, id: string) {
  await mustBeOrganisation(ctx, id)
  const { isOn } = await getSettings(ctx)
  if (!isOn) throw new Problem('conflict', 'Show forms in the NHS App first, then send the patients.')
  if (!findAccount(ctx.services.config)) throw new Problem('conflict', 'This installation has no account with the Record Service.')
  await tryAtOnce(ctx)
  await enqueue(ctx, replayPatientsJob, { startedAt: new Date().toISOString() })
  await audit(ctx, 'recordServiceReplayed', { subjectId: id, detail: { patients: await countCurrent(ctx) } })
  return { done: true as const }
}
