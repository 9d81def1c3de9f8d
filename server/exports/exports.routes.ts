import { exports } from '#contract/exports.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'
import type { Context } from '#server/platform/context.ts'

import { downloadExport, generateExport, stopExport, withAddress } from './generate-export.ts'
import { getMyExport, listMyExports, type ExportScope } from './export-jobs.sql.ts'

export const serveExports = (deps: RouteDeps) =>
  serve(deps, exports, {
    generate: (ctx, { body }) => generateExport(ctx, { scope: 'organisation', ...body }),
    get: (ctx, { query }) => get(ctx, query.id, 'organisation'),
    list: (ctx, { query }) => list(ctx, query, 'organisation'),
    generateEverywhere: (ctx, { body }) => generateExport(ctx, { scope: 'all', ...body }),
    getEverywhere: (ctx, { query }) => get(ctx, query.id, 'all'),
    listEverywhere: (ctx, { query }) => list(ctx, query, 'all'),
    stop: (ctx, { params }) => stopExport(ctx, params.id, 'organisation'),
    stopEverywhere: (ctx, { params }) => stopExport(ctx, params.id, 'all'),
    download: (ctx, { params }) => downloadExport(ctx, params.id),
  })

const get = async (ctx: Context, id: string, scope: ExportScope) => withAddress(ctx, await getMyExport(ctx, id, scope))

async function list(ctx: Context, query: Parameters<typeof listMyExports>[1], scope: ExportScope) {
  const found = await listMyExports(ctx, query, scope)
  return { ...found, docs: found.docs.map((job) => withAddress(ctx, job)) }
}
