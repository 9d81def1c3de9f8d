import type { ImportPlan } from '#contract/imports.ts'
import { decide, kindsOf, problemKind, unreachableCodes } from '#domain/imports/decisions.ts'
import { titleIn } from '#domain/form/translation.ts'
import { getImportJob } from '#server/imports/import-jobs.sql.ts'
import { type MessagesToPlan, planMessages } from '#server/notifications/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { getSendingTerms, type SendingTerms } from '#server/requests/requests.ts'
import { findLiveForm } from '#server/forms/forms.ts'

import { type AlikeRows, findNames, groupRows } from './plan-import.sql.ts'

/** How many names of patients who cannot be reached are given for each reason. */
const namedPatients = 10

/** What completing a checked import would do now: its messages by method, and who gets none. Changes nothing. */
export async function planImport(ctx: Context, id: string): Promise<ImportPlan> {
  const { status, choices, problems } = await getImportJob(ctx, id)
  if (status !== 'checked') throw new Problem('conflict', 'Only an import that is ready can be previewed.')
  const now = new Date()
  const terms = new Map<string, SendingTerms>()
  const toPlan: MessagesToPlan[] = []
  for (const rows of await groupRows(ctx, id)) {
    const present = kindsOf(rows.problems)
    if (decide(present, choices, { choice: rows.choice, known: present }) === 'skip') continue
    const known = terms.get(rows.formId)
    // The import leaves out rows whose form was archived since the check.
    if (!known && !(await findLiveForm(ctx, rows.formId))) continue
    const ofForm = known ?? (await getSendingTerms(ctx, { formId: rows.formId, now }))
    terms.set(rows.formId, ofForm)
    toPlan.push(messagesOf(rows, ofForm))
  }
  const unreachable: ImportPlan['unreachable'] = []
  for (const { column, code, words, rows } of problems.filter((one) => unreachableCodes.includes(one.code)))
    unreachable.push({ column, code, words, rows, names: await findNames(ctx, id, problemKind(column, code), namedPatients) })
  return { ...(await planMessages(ctx, toPlan, now)), unreachable }
}

/** Only whether there is a contact detail matters here, not which. */
const messagesOf = (rows: AlikeRows, { form, expiresAt }: SendingTerms): MessagesToPlan => ({
  count: rows.count,
  method: rows.method,
  category: 'request_created',
  patient: {
    deceased: rows.deceased,
    archived: false,
    mayBeContacted: rows.mayBeContacted,
    optedOutMethods: rows.optedOutMethods,
    phoneNumber: rows.hasPhone ? 'known' : null,
    emailAddress: rows.hasEmail ? 'known' : null,
    nhsNumber: 'known', // a row without one has an error
    preferredMethod: null,
  },
  facts: {
    firstName: rows.firstName,
    lastName: rows.lastName,
    formTitle: form.title,
    locale: rows.locale,
    translatedTitle: titleIn(form, rows.locale) ?? null,
    expiresAt: expiresAt.toISOString(),
    specialty: rows.specialty,
  },
})
