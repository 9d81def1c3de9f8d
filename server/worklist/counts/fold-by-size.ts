import type { Services } from '#server/platform/services.ts'
import { describeError } from '#server/platform/errors.ts'

import { foldCounts, foldOneJob } from './fold-counts.job.ts'

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

/** A worker folds in less than a minute, so a reader finds this many changes only if no worker does. A change of a form request adds two. */
const readersFoldAfter = 2 * foldedAfter
/** After a fold this process leaves an organisation alone for so long, also if the fold failed. */
const pauseMs = 5_000
const paused = new Set<string>()

/**
 * Folds the counts of an organisation in the background after a reader had to add up many changes, so that the next readers are quick although no worker
 * runs. The reader does not wait, and its answer is correct either way.
 */
export function foldIfMany(services: Pick<Services, 'db' | 'log' | 'config' | 'ending'>, organisationId: string, unfolded: number) {
  if (unfolded < readersFoldAfter || paused.has(organisationId) || services.ending.aborted) return
  paused.add(organisationId)
  void foldCounts(services, organisationId)
    .catch((error: unknown) => services.log.warn({ organisationId, ...describeError(error, services.config) }, 'counts were not folded'))
    .finally(() => setTimeout(() => paused.delete(organisationId), pauseMs).unref())
}
