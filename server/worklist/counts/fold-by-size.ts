import type { Services } from '#server/platform/services.ts'

import { foldOneJob } from './fold-counts.job.ts'

/** This many changed form requests are folded without waiting for the minute, because each one that is not folded costs every reader of the counts some microseconds. */
const foldedAfter = 2_000
/** How many a statement counts as that changed more than it names: a step of an import or of a bulk change. */
const many = 500

/** Asks for a fold of an organisation's counts whenever this process has changed many of its form requests. */
export function foldBySize({ db, boss, log }: Pick<Services, 'db' | 'boss' | 'log'>) {
  const changed = new Map<string, number>()
  db.changes.watch(({ organisationId, ids }) => {
    const sum = (changed.get(organisationId) ?? 0) + (ids === 'many' ? many : ids.length)
    changed.set(organisationId, sum < foldedAfter ? sum : 0)
    if (sum < foldedAfter) return
    boss
      .send(foldOneJob.name, { organisationId }, { singletonKey: organisationId, group: { id: organisationId } })
      .catch((error: Error) => log.warn({ error: error.name }, 'counts are folded with the next minute'))
  })
}
