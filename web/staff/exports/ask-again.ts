import type { ExportJob } from '#contract/exports.ts'

/** When to look at an export again, in milliseconds: the address of a finished file is good for five minutes, and one that failed stays as it is. */
export const askAgainIn = (job: ExportJob | undefined) => (job?.status === 'completed' ? 240_000 : job?.status !== 'failed' && 1_000)
