import { pdf } from '#contract/media-types.ts'
import type { FileAnswer } from '#contract/route.ts'
import { formatDate, dateOf } from '#domain/dates.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { getForm, getFormVersion } from '#server/forms/find-form.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { makePdf } from '#server/documents/pdf/make-pdf.ts'

import { blankForm } from './blank-form.ts'
import { organisationName } from './form-files.sql.ts'

export type AskedForm = { title: string; definition: FormDefinition; version: number | 'draft'; versionWords: string }

/** One version of a form for pen and paper; the pages are made when the transaction is over. */
export async function downloadForm(
  ctx: Context,
  id: string,
  version: number | 'draft' | undefined,
  ended: AbortSignal,
): Promise<FileAnswer> {
  const form = await askedForm(ctx, id, version)
  const organisation = await organisationName(ctx)
  await audit(ctx, 'formRead', { subjectId: id, detail: { isFile: true, version: form.version } })
  const fileName = `form-${slugOf(form.title)}-${form.version === 'draft' ? 'draft' : `v${form.version}`}.pdf`
  return { fileName, type: pdf, body: makePdf(blankForm(form, { organisation, printedAt: new Date() }), ended) }
}

async function askedForm(ctx: Context, id: string, version: number | 'draft' | undefined): Promise<AskedForm> {
  const form = await getForm(ctx, id)
  const wanted = version ?? form.version ?? 'draft'
  if (wanted === 'draft') return { title: form.title, definition: form.draft, version: wanted, versionWords: 'Draft' }
  const { title, definition, publishedAt } = await getFormVersion(ctx, id, wanted)
  return { title, definition, version: wanted, versionWords: `Version ${wanted}, published ${formatDate(dateOf(publishedAt))}` }
}

/** A title as part of a file's name: letters and figures any system takes. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'untitled'
