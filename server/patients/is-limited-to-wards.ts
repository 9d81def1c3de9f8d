import type { Context } from '#server/platform/context.ts'

import { canUseWard } from './patient-rows.sql.ts'

/** Whether this transaction is limited to some wards (MEM-4). */
export const isLimitedToWards = async (ctx: Context) => !(await canUseWard(ctx, null))
