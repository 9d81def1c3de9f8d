import type { PageContact } from '#contract/pages.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/database.ts'

/** The one link that this transaction's key opens. Nothing else is visible before its organisation is known. */
export async function findLink(tx: Tx, hash: Buffer) {
  const row = await tx
    .selectFrom('patient_links')
    .select(['organisation_id', 'request_id'])
    // Compares bytes: before row-level security only leakproof operators may use an index, and encode() is not one.
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row && { organisationId: row.organisation_id, requestId: row.request_id }
}

/** The same for the code of a letter. */
export async function findLinkByCode(tx: Tx, hash: Buffer) {
  const row = await tx
    .selectFrom('patient_links')
    .select(['organisation_id', 'request_id'])
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return row && { organisationId: row.organisation_id, requestId: row.request_id }
}

/** Everything that the patient's pages need. Before the identity step only the name of the organisation may be shown. */
export type Assignment = {
  requestId: string
  status: RequestStatus
  expiresAt: string
  completedAt: string | null
  isLocked: boolean
  organisationName: string
  /** How patients reach the organisation. */
  contact: PageContact
  /** The version of the organisation's logo. */
  logo: string | null
  formId: string
  formVersion: number
  formTitle: string
  formDescription: string
  definition: FormDefinition
  answers: Answers
  /** Grows with every saved answer. */
  revision: number
  /** A user sent the answers for the patient. */
  isSentByStaff: boolean
  /** The language of the patient's record. */
  locale: string
}

export async function getAssignment({ tx }: Context, requestId: string): Promise<Assignment> {
  const row = await tx
    .selectFrom('form_requests as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('patient_links as l', (on) => on.onRef('l.organisation_id', '=', 'r.organisation_id').onRef('l.request_id', '=', 'r.id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .leftJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .leftJoin('answer_drafts as d', (on) => on.onRef('d.organisation_id', '=', 'r.organisation_id').onRef('d.request_id', '=', 'r.id'))
    .select(['r.id', 'r.status', 'r.expires_at', 'r.completed_at', 'r.form_id', 'r.form_version', 'l.locked_at', 'o.name'])
    .select(['o.contact_phone', 'o.contact_hours', 'o.contact_address', 'o.contact_web'])
    .select(['v.title', 'v.description', 'v.definition', 'd.answers', 'd.revision', 's.channel', 'o.logo_version', 'p.locale'])
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  return {
    requestId: row.id,
    status: row.status as RequestStatus, // a check constraint holds the same seven
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    isLocked: row.locked_at !== null,
    organisationName: row.name,
    contact: { phone: row.contact_phone, hours: row.contact_hours, address: row.contact_address, web: row.contact_web },
    logo: row.logo_version,
    formId: row.form_id,
    formVersion: row.form_version,
    formTitle: row.title,
    formDescription: row.description,
    definition: row.definition as FormDefinition, // checked when it was published, never changed since
    answers: (row.answers ?? {}) as Answers, // written by saveDraft only
    revision: row.revision ?? 0,
    isSentByStaff: row.channel !== null && row.channel !== 'web',
    locale: row.locale,
  }
}

/** Locks the request and the link until the transaction ends, in the same order as staff, to avoid deadlocks. */
export async function lockRequestAndLink({ tx }: Context, requestId: string) {
  await lockRequest(tx, requestId)
  const row = await tx
    .selectFrom('patient_links')
    .select(['wrong_attempts', 'wrong_in_all', 'locked_at'])
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { wrongAttempts: row.wrong_attempts, wrongInAll: row.wrong_in_all, isLocked: row.locked_at !== null }
}

const lockRequest = (tx: Tx, id: string) =>
  tx.selectFrom('form_requests').select('status').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export async function findDateOfBirth({ tx }: Context, requestId: string) {
  const row = await tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .select('p.date_of_birth')
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  return row.date_of_birth
}

/** `wrongAttempts`: since the right date was last entered. `wrongInAll`: since the link was sent, or unlocked by staff. */
type Attempts = { wrongAttempts: number; wrongInAll: number; isLocked: boolean }

export const setAttempts = ({ tx }: Context, requestId: string, { wrongAttempts, wrongInAll, isLocked }: Attempts) =>
  tx
    .updateTable('patient_links')
    .set({ wrong_attempts: wrongAttempts, wrong_in_all: wrongInAll, locked_at: isLocked ? new Date().toISOString() : null })
    .where('request_id', '=', requestId)
    .execute()
