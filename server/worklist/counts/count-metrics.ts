import { Gauge, type Metric } from 'prom-client'

import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { estimateUnfolded } from './request-counts.sql.ts'

/** What /metrics tells of changes that wait to be folded into the stored counts, for an alert when no worker folds them. It names no organisation. */
export const countMetrics = ({ db }: Pick<Services, 'db'>): Metric[] => [
  new Gauge({
    name: 'unfolded_count_changes',
    help: 'Changes that are not yet in the stored counts, as PostgreSQL estimates them; thousands for minutes mean that no worker folds them',
    registers: [],
    async collect() {
      const estimated = await inOrganisation(db, systemOrganisationId, (tx) => estimateUnfolded({ tx })).catch(() => undefined)
      this.remove()
      if (estimated !== undefined) this.set(estimated)
    },
  }),
]
