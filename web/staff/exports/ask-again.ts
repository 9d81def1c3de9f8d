import type { ExportJob } from '#contract/exports.ts'

/** When to look at an export again, in milliseconds. The address of a finished file is good for five minutes; one that stopped is tried again by itself. */
export const askAgainIn = (job: ExportJob | undefined) => (job?.status === 'completed' ? 240_000 : job?.status === 'failed' ? 3_000 : 1_000)
