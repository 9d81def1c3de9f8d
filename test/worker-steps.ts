import { inOrganisation } from '#server/platform/database.ts'
import { workerContext, type Steps } from '#server/platform/jobs.ts'

import type { TestOrganisation } from './organisation.ts'

/** What a worker gives a long job, without the queue. */
export const stepsOf = ({ floor, id }: Pick<TestOrganisation, 'floor' | 'id'>): Steps => ({
  floor,
  organisationId: id,
  signal: new AbortController().signal,
  step: (work) => inOrganisation(floor.db, id, (tx) => work(workerContext(floor, id, tx))),
})

/** A worker whose process is gone after so many steps. */
export function dyingAfter(count: number, steps: Steps): Steps {
  let left = count
  return { ...steps, step: (work) => (left-- > 0 ? steps.step(work) : Promise.reject(new Error('killed'))) }
}
