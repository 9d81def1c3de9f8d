import type { outcomes } from '#contract/outcomes.ts'
import type { Input } from '#contract/route.ts'
import { defaultOutcomes, maxOutcomes, type OutcomeChoice } from '#domain/outcomes.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { areForms, getOutcome, insertOutcomes, listOutcomes, setFormsOf, setOutcome, setOutcomeOrder } from './outcomes.sql.ts'

/** The outcomes of the organisation, in use or not, to choose one from (`chooseOutcome`). */
export async function listOutcomeChoices(ctx: Pick<Context, 'tx'>): Promise<OutcomeChoice[]> {
  const found = await listOutcomes(ctx)
  return found.map(({ forms, ...outcome }) => ({ ...outcome, formIds: forms.map(({ id }) => id) }))
}

/** The list that a new organisation starts with. */
export const insertDefaultOutcomes = (ctx: Context) => insertOutcomes(ctx, defaultOutcomes)

export async function createOutcome(ctx: Context, { name, formIds }: Input<typeof outcomes.create>['body']) {
  // The second of two simultaneous calls gets the next position and finds the limit.
  await lockKeys(ctx, ['outcomes'])
  if ((await listOutcomes(ctx)).length >= maxOutcomes)
    throw new Problem('conflict', `An organisation can have up to ${maxOutcomes} outcomes. Rename one that is no longer in use.`)
  await mustBeForms(ctx, formIds)
  const id = await insertOutcomes(ctx, [name])
  await setFormsOf(ctx, id, formIds)
  await audit(ctx, 'outcomeCreated', { subjectId: id, detail: { name } })
  return getOutcome(ctx, id)
}

/** A form request that has the outcome keeps the name that was recorded. */
export async function updateOutcome(ctx: Context, id: string, change: Input<typeof outcomes.update>['body']) {
  await getOutcome(ctx, id)
  await setOutcome(ctx, id, change)
  if (change.formIds) {
    await mustBeForms(ctx, change.formIds)
    await setFormsOf(ctx, id, change.formIds)
  }
  await audit(ctx, 'outcomeUpdated', { subjectId: id, detail: { fields: Object.keys(change) } })
  return getOutcome(ctx, id)
}

export async function reorderOutcomes(ctx: Context, ids: readonly string[]) {
  await lockKeys(ctx, ['outcomes'])
  await setOutcomeOrder(ctx, ids)
  await audit(ctx, 'outcomesReordered')
}

async function mustBeForms(ctx: Context, formIds: readonly string[]) {
  if (!(await areForms(ctx, formIds))) throw fieldProblem('formIds', 'Form is not valid.')
}
