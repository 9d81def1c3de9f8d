import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { getWard, insertWard, setWard } from './wards.sql.ts'

export async function createWard(ctx: Context, name: string) {
  const id = await insertWard(ctx, name)
  await audit(ctx, 'wardCreated', { subjectId: id })
  return getWard(ctx, id)
}

export async function updateWard(ctx: Context, id: string, change: { name?: string | undefined; isArchived?: boolean | undefined }) {
  await getWard(ctx, id)
  await setWard(ctx, id, change)
  await audit(ctx, 'wardUpdated', { subjectId: id, detail: { fields: Object.keys(change) } })
  return getWard(ctx, id)
}
