import type { Context } from '#server/platform/context.ts'

import { canUseWard } from './patient-rows.sql.ts'

/** Whether what this transaction may see and make ends at some wards (MEM-4). */
export const isLimitedToWards = async (ctx: Context) => !(await canUseWard(ctx, null))
