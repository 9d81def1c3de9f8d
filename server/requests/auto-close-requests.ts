import type { Context } from '#server/platform/context.ts'

import { findOpenOf } from './due-requests.sql.ts'
import { endRequests } from './end-requests.ts'

/** A patient who is archived (moved away, died) is no longer waited for, nor written to. */
export const autoCloseRequests = async (ctx: Context, patientId: string) => endRequests(ctx, await findOpenOf(ctx, patientId), 'auto_close')
