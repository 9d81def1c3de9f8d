import type { ExportJob } from '#contract/exports.ts'

/** Milliseconds until the export is loaded again. A download address is valid for five minutes, and a failed export does not change. */
export const pollInterval = (job: ExportJob | undefined) => (job?.status === 'completed' ? 240_000 : job?.status !== 'failed' && 1_000)
