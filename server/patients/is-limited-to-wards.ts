import type { Context } from '#server/platform/context.ts'
import { onceWhileBound } from '#server/platform/database.ts'

import { canUseWard } from './patient-rows.sql.ts'

/** Whether this transaction is limited to some wards (MEM-4). */
export const isLimitedToWards = (ctx: Context) => onceWhileBound(ctx.tx, 'is limited to wards', async () => !(await canUseWard(ctx, null)))
