import { sql } from 'kysely'

import type { MessageReason } from '#domain/message-reasons.ts'
import type { LetterCategory } from '#domain/notification.ts'
import type { PostalAddress } from '#domain/letters.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { type StillNeeded, translatedTitle, usedTemplate, type UsedTemplate } from '#server/notifications/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'

/** A letter with everything that decides whether it is printed, and what it says. */
export type Letter = StillNeeded & {
  id: string
  requestId: string
  category: LetterCategory
  status: string
  number: number | null
  /** The hash of the name and address on the envelope when the letter was written into its file; null if it is in none. */
  envelopeHash: Buffer | null
  queuedAt: string
  formTitle: string
  /** The title in the language of the patient. */
  translatedTitle: string | null
  /** The language of the patient; '' if it is not known. */
  locale: string
  /** A code. */
  specialty: string
  /** A moment of the last day on which the patient can undo the approved removal from the waiting list. Null unless there is one. */
  removalFinalAt: string | null
  /** The template that the letter is written with since it was put into a batch. */
  template: UsedTemplate | undefined
  patient: StillNeeded['patient'] & {
    id: string
    firstName: string
    lastName: string
    nhsNumber: string | null
    dateOfBirth: string
    address: PostalAddress
  }
  /** A message of another method about the same has reached the patient since the letter was queued, and no letter did. */
  isReached: boolean
  /** A letter about the same was printed before. */
  isRepeated: boolean
}

/** Messages about the removal and about the form are not about the same. Neither are those about an earlier removal that was withdrawn. */
const hasOther = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<boolean>`exists (select from notifications m
    where m.organisation_id = n.organisation_id and m.request_id = n.request_id and m.id <> n.id
      and (m.category = 'removal_approved') = (n.category = 'removal_approved')
      and (n.category <> 'removal_approved' or m.created_at >= w.approved_at) and ${condition})`
const wasPrinted = hasOther(sql<boolean>`m.method = 'letter' and m.status = 'sent'`)
/** The same rule as `isReached`. A message that reached the patient before the letter was queued did not stop a user from asking for the letter. */
const hasReachedMeanwhile = hasOther(
  sql<boolean>`m.method <> 'letter' and (m.status = 'read' and m.read_at > n.created_at
    or m.status in ('delivered', 'read') and m.method <> 'nhs_app' and m.delivered_at > n.created_at)`,
)

const selectLetters = ({ tx, organisationId }: Context) =>
  tx
    .selectFrom('notifications as n')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 'n.organisation_id').onRef('r.id', '=', 'n.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .leftJoin('waiting_list_removals as w', (on) =>
      on.onRef('w.organisation_id', '=', 'n.organisation_id').onRef('w.request_id', '=', 'n.request_id').on('w.state', '=', 'approved'),
    )
    .leftJoin('notification_template_versions as t', (on) =>
      on
        .onRef('t.organisation_id', '=', 'n.organisation_id')
        .on(sql<boolean>`t.template_id::text = n.template_id`)
        .onRef('t.version', '=', 'n.template_version'),
    )
    .select([
      'n.category',
      'n.template_id',
      'n.template_version',
      'n.template_language',
      't.subject',
      't.body',
      't.translations',
      'r.specialty',
      'w.final_at',
    ])
    .select([
      'n.id',
      'n.request_id',
      'n.status',
      'n.letter_number',
      'n.letter_envelope_hash',
      'n.created_at',
      'v.title',
      translatedTitle.as('translated_title'),
      'p.locale',
      'r.expires_at',
      'r.status as request_status',
    ])
    .select([
      'p.id as patient_id',
      'p.first_name',
      'p.last_name',
      'p.nhs_number',
      'p.date_of_birth',
      'p.is_deceased',
      'p.is_archived',
      'p.may_be_contacted',
    ])
    .select(['p.line1', 'p.line2', 'p.town', 'p.county', 'p.postcode'])
    .select(wasPrinted.as('is_repeated'))
    .select(
      sql<boolean>`(n.category = 'removal_approved' or not r.is_unreached) and ${hasReachedMeanwhile} and not ${wasPrinted}`.as(
        'is_reached',
      ),
    )
    .where('n.organisation_id', '=', organisationId)
    .where('n.method', '=', 'letter')
type Row = Awaited<ReturnType<ReturnType<typeof selectLetters>['executeTakeFirstOrThrow']>>

const toLetter = (row: Row): Letter => ({
  id: row.id,
  requestId: row.request_id,
  status: row.status,
  number: row.letter_number,
  envelopeHash: row.letter_envelope_hash,
  queuedAt: row.created_at,
  formTitle: row.title,
  translatedTitle: row.translated_title,
  locale: row.locale,
  category: row.category as LetterCategory, // only letters are selected
  specialty: row.specialty,
  removalFinalAt: row.final_at,
  template: usedTemplate(row),
  request: { status: row.request_status as RequestStatus, expiresAt: row.expires_at }, // a check constraint holds the same seven
  patient: {
    id: row.patient_id,
    firstName: row.first_name,
    lastName: row.last_name,
    nhsNumber: row.nhs_number,
    dateOfBirth: row.date_of_birth,
    isDeceased: row.is_deceased,
    isArchived: row.is_archived,
    mayBeContacted: row.may_be_contacted,
    address: { line1: row.line1, line2: row.line2, town: row.town, county: row.county, postcode: row.postcode },
  },
  isReached: row.is_reached,
  isRepeated: row.is_repeated,
})

const isWaiting = (organisationId: string) =>
  sql<boolean>`n.organisation_id = ${organisationId}::uuid and n.method = 'letter' and n.status = 'queued' and n.letter_batch_id is null`
/** The same rule as `addressProblem`. */
const hasAddress = sql<boolean>`btrim(p.line1) <> '' and btrim(p.postcode) <> ''`
const withPatient = sql`notifications n
  join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
  join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id`

type Asked = { page: number; limit: number; cursor?: string | undefined; sort?: 'createdAt' | '-createdAt' | undefined }

/** One page of the waiting letters, those that waited longest first. */
export async function listWaiting(ctx: Context, { sort = 'createdAt', ...asked }: Asked) {
  const total = countWaiting(ctx)
  const { ids, cursor } = await readPage(ctx, asked, {
    name: ['letters', sort, ctx.actor.id],
    from: sql`notifications n`,
    where: isWaiting(ctx.organisationId),
    order: {
      direction: sort === 'createdAt' ? 'asc' : 'desc',
      columns: [
        { column: sql`n.created_at`, type: 'timestamptz' },
        { column: sql`n.id`, type: 'uuid' },
      ],
    },
    total: () => total,
  })
  const rows = await selectLetters(ctx)
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], n.id)`)
    .execute()
  return { docs: rows.map(toLetter), total: await total, cursor }
}

/** Read from an index of the waiting letters alone. */
async function countWaiting({ tx, organisationId }: Context) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from notifications n where ${isWaiting(organisationId)}`.execute(
    tx,
  )
  return rows[0]!.count // an aggregate answers one row
}

/** How many waiting letters have an address, counted up to a limit. */
export async function countPrintable({ tx, organisationId }: Context, limit: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from ${withPatient} where ${isWaiting(organisationId)} and ${hasAddress} limit ${limit}) as printable`.execute(
    tx,
  )
  return rows[0]!.count // an aggregate answers one row
}

/** Locks waiting letters with an address, those that waited longest first. Letters of another batch that is being made are left out. */
export async function lockPrintable(ctx: Context, limit: number): Promise<Letter[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from ${withPatient} where ${isWaiting(ctx.organisationId)} and ${hasAddress}
    order by n.created_at, n.id limit ${limit} for update of n skip locked`.execute(ctx.tx)
  return readLetters(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Letters in the order of their ids in the list. */
async function readLetters(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectLetters(ctx)
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], n.id)`)
    .execute()
  return rows.map(toLetter)
}

export const cancelLetters = ({ tx, organisationId }: Context, ids: readonly string[], { code, words }: MessageReason) =>
  tx
    .updateTable('notifications')
    .set({ status: 'cancelled', reason: words, reason_code: code })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'queued')
    .execute()

/**
 * Puts letters into a batch in this order, and counts the try: from now on a letter may be on paper, with the text of this version of its
 * template.
 */
export async function putInBatch(
  { tx, organisationId }: Context,
  batchId: string,
  letters: readonly { id: string; template: UsedTemplate }[],
) {
  await sql`
    update notifications
    set letter_batch_id = ${batchId}::uuid, letter_number = b.number, attempts = attempts + 1, template_id = b.template_id,
      template_version = b.version, template_language = b.language
    from unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ template }) => template.id)}::text[],
      ${letters.map(({ template }) => template.version)}::integer[],
      ${letters.map(({ template }) => template.language)}::text[]) with ordinality as b(id, template_id, version, language, number)
    where notifications.organisation_id = ${organisationId}::uuid and notifications.id = b.id`.execute(tx)
}

/** Stores the codes of letters, so that the page for codes finds their links. */
export async function setCodes({ tx, organisationId }: Context, codes: readonly { requestId: string; hash: Buffer }[]) {
  await sql`
    update patient_links set code_hash = c.hash
    from unnest(${codes.map(({ requestId }) => requestId)}::uuid[], ${codes.map(({ hash }) => hash)}::bytea[]) as c(request_id, hash)
    where patient_links.organisation_id = ${organisationId}::uuid and patient_links.request_id = c.request_id
      and patient_links.code_hash is distinct from c.hash`.execute(tx)
}

/** Queues the printed letters of a batch again, straight into another batch. Leaves out those that must not be printed now. */
export async function repeatLetters(ctx: Context, batchId: string, isNeeded: (letter: Letter) => boolean) {
  const rows = await selectLetters(ctx)
    .where('n.letter_batch_id', '=', batchId)
    .where('n.status', '=', 'sent')
    .orderBy('n.letter_number')
    .execute()
  const needed = rows.map(toLetter).filter(isNeeded)
  // A letter or message of the same request that waits already is not repeated.
  const { rows: made } = await sql<{ id: string; about: string }>`
    insert into notifications (organisation_id, request_id, category, method)
    select ${ctx.organisationId}::uuid, l.request_id, l.category, 'letter'
    from unnest(${needed.map(({ requestId }) => requestId)}::uuid[], ${needed.map(({ category }) => category)}::text[]) as l(request_id, category)
    order by l.request_id, l.category -- the order in which every change locks the requests
    on conflict do nothing returning id, request_id || category as about`.execute(ctx.tx)
  const idOf = new Map(made.map(({ id, about }) => [about, id]))
  return needed.flatMap((letter) => {
    const id = idOf.get(`${letter.requestId}${letter.category}`)
    return id ? [{ ...letter, id }] : []
  })
}

/** The next letters of a batch that are still to be printed, in its order. */
export async function nextLetters(ctx: Context, batchId: string, after: number, limit: number): Promise<Letter[]> {
  const rows = await selectLetters(ctx)
    .where('n.letter_batch_id', '=', batchId)
    .where('n.status', '=', 'queued')
    .where('n.letter_number', '>', after)
    .orderBy('n.letter_number')
    .limit(limit)
    .execute()
  return rows.map(toLetter)
}

type InFile = { id: string; sheets: number; envelopeHash: Buffer }

/** Stores how many sheets of paper each letter takes, and the hash of its envelope. A letter with a number of sheets is in the file. */
export async function setInFile({ tx, organisationId }: Context, letters: readonly InFile[]) {
  await sql`
    with held as (
      select m.id, s.sheets, s.envelope_hash from notifications m
      join unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ sheets }) => sheets)}::integer[],
        ${letters.map(({ envelopeHash }) => envelopeHash)}::bytea[]) as s(id, sheets, envelope_hash) on m.id = s.id
      where m.organisation_id = ${organisationId}::uuid
      order by m.id for update of m)
    update notifications n set letter_sheets = held.sheets, letter_envelope_hash = held.envelope_hash from held
    where n.organisation_id = ${organisationId}::uuid and n.id = held.id`.execute(tx)
}

export async function countSheets({ tx, organisationId }: Context, batchId: string) {
  const { sheets } = await tx
    .selectFrom('notifications')
    .select(sql<number>`coalesce(sum(letter_sheets), 0)`.as('sheets'))
    .where('organisation_id', '=', organisationId)
    .where('letter_batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return sheets
}

/** The letters in the file of a batch, in its order. */
export async function lettersInFile(ctx: Context, batchId: string): Promise<Letter[]> {
  const rows = await selectLetters(ctx)
    .where('n.letter_batch_id', '=', batchId)
    .where('n.letter_sheets', 'is not', null)
    .orderBy('n.letter_number')
    .execute()
  return rows.map(toLetter)
}

/**
 * Locks the letters of a batch that wait, then their requests in the order of their ids: senders lock the message first, and other changes of
 * requests lock in this order.
 */
export async function lockBatchLetters({ tx, organisationId }: Context, batchId: string) {
  const letters = await tx
    .selectFrom('notifications')
    .select('request_id')
    .where('organisation_id', '=', organisationId)
    .where('letter_batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx
    .selectFrom('form_requests')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${letters.map(({ request_id }) => request_id)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Records that letters were printed. The requests whose form they are about count as sent, and as reached. */
export async function setPrinted({ tx, organisationId }: Context, letters: readonly Letter[]) {
  const ids = letters.map(({ id }) => id)
  const requestIds = letters.flatMap(({ category, requestId }) => (category === 'removal_approved' ? [] : [requestId]))
  await tx
    .updateTable('notifications')
    .set({ status: 'sent', sent_at: sql<string>`now()`, reason: '', reason_code: null })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  // The trigger counts the message that was queued last. A message that failed while the letter waited must not hide that the letter was printed.
  await tx
    .updateTable('form_requests')
    .set({ is_unreached: false, unreached_reason: null, unreached_at: null, notified_at: sql<string>`coalesce(notified_at, now())` })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${requestIds}::uuid[])`)
    .where((e) => e.or([e('is_unreached', '=', true), e('notified_at', 'is', null)]))
    .execute()
}

/** Takes letters that are not posted out of their batch, so that they wait for another. Returns how many lose each version of a template. */
export async function takeOutOfBatch({ tx, organisationId }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ templateId: string; version: number; letters: number }>`
    with held as (
      select id, template_id, template_version from notifications
      where organisation_id = ${organisationId}::uuid and id = any(${ids}::uuid[]) and status = 'queued' and letter_batch_id is not null
      order by id for update),
    taken as (
      update notifications n
      set letter_batch_id = null, letter_number = null, letter_sheets = null, letter_envelope_hash = null, attempts = 0, template_id = null,
        template_version = null, template_language = null
      from held where n.organisation_id = ${organisationId}::uuid and n.id = held.id)
    select template_id as "templateId", template_version as version, count(*) as letters from held
    where template_id is not null group by 1, 2`.execute(tx)
  return rows
}
