import { erasedKinds, type ErasedCounts } from '#domain/patient-records.ts'
import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { lockRecord } from './erase-record.sql.ts'
import { eraseLocked } from './erase-record.ts'
import { findOldRecords, isStillOld } from './old-records.sql.ts'

/** Erases records past their retention period early every Sunday, in the organisations that have turned this on. */
export const deleteOldRecordsJobs = jobForEveryOrganisation('delete-old-records')

export const startDeletingOldRecords = (services: Services) =>
  workForEveryOrganisation(services, deleteOldRecordsJobs, { at: '21 1 * * 0', run: deleteOldRecords })

/**
 * Each record is a transaction with its own event in the audit log. A record that cannot be deleted does not hold up the others: its failure is thrown at
 * the end, and the job is tried again, like one that was stopped. The last event has the totals of this run.
 */
export async function deleteOldRecords({ step, signal }: Pick<Steps, 'step' | 'signal'>) {
  const sum = { patients: 0, formRequests: 0, submissions: 0, messages: 0, notes: 0 }
  const failures: unknown[] = []
  try {
    for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
      const place: string = after
      const { old, last } = await step((ctx) => findOldRecords(ctx, place))
      for (const patientId of old) {
        signal.throwIfAborted()
        try {
          const erased = await step((ctx) => eraseIfStillOld(ctx, patientId))
          if (!erased) continue
          sum.patients++
          for (const kind of erasedKinds) sum[kind] += erased[kind]
        } catch (error) {
          if (isDatabaseUnavailable(error)) throw error
          failures.push(error)
        }
      }
      signal.throwIfAborted()
      after = last
    }
  } finally {
    if (sum.patients > 0) await step((ctx) => audit(ctx, 'oldRecordsErased', { subjectId: ctx.organisationId, detail: sum }))
  }
  if (failures.length > 0) throw failures[0]
  return sum
}

/** The record may have been changed since it was found. */
async function eraseIfStillOld(ctx: Context, patientId: string): Promise<ErasedCounts | undefined> {
  const found = await lockRecord(ctx, patientId)
  if (!found || !(await isStillOld(ctx, patientId))) return undefined
  return eraseLocked(ctx, patientId, found.recordIds, 'retention')
}
