import { sql } from 'kysely'

import type { LibraryQuestion, LibraryQuestionInList, questionLibrary } from '#contract/question-library.ts'
import type { Input } from '#contract/route.ts'
import type { LibraryContent } from '#domain/form/editing/library-question.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const selectQuestions = ({ tx, organisationId }: Context) =>
  tx
    .selectFrom('library_questions as l')
    .leftJoin('members as m', (join) => join.onRef('m.organisation_id', '=', 'l.organisation_id').onRef('m.id', '=', 'l.updated_by'))
    .select(['l.id', 'l.name', 'l.title', 'l.type', 'l.revision', 'l.updated_at', 'l.updated_by', 'm.first_name', 'm.last_name'])
    .where('l.organisation_id', '=', organisationId)

type Row = Awaited<ReturnType<ReturnType<typeof selectQuestions>['executeTakeFirstOrThrow']>>

const toListed = (row: Row): LibraryQuestionInList => ({
  id: row.id,
  name: row.name,
  title: row.title,
  type: row.type as QuestionTypeName, // checked by the contract before it was stored
  revision: row.revision,
  updatedBy: row.updated_by && row.first_name !== null ? { id: row.updated_by, name: `${row.first_name} ${row.last_name}` } : null,
  updatedAt: row.updated_at,
})

type ListQuery = Input<typeof questionLibrary.list>['query']

function conditionOf({ search, type }: ListQuery['filters']) {
  // Not LIKE, because % and _ are searched for literally.
  const found = search ? sql`strpos(lower(l.name || ' ' || l.title), lower(${search})) > 0` : sql`true`
  return sql<boolean>`${found} and ${type?.length ? sql`l.type = any(${type}::text[])` : sql`true`}`
}

const orders = {
  name: sql`lower(l.name)`,
  '-name': sql`lower(l.name) desc`,
  updatedAt: sql`l.updated_at`,
  '-updatedAt': sql`l.updated_at desc`,
} as const

export async function listLibrary(ctx: Context, { page, limit, sort = 'name', filters }: ListQuery) {
  const condition = conditionOf(filters)
  const total = ctx.tx
    .selectFrom('library_questions as l')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('l.organisation_id', '=', ctx.organisationId)
    .where(condition)
    .executeTakeFirstOrThrow()
  const rows = selectQuestions(ctx)
    .where(condition)
    .orderBy(orders[sort])
    .orderBy('l.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, found] = await Promise.all([total, rows])
  return { docs: found.map(toListed), page, totalDocs: count }
}

/** Throws not_found. */
export async function getLibraryQuestion(ctx: Context, id: string): Promise<LibraryQuestion> {
  const row = await selectQuestions(ctx).select('l.content').where('l.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return { ...toListed(row), ...(row.content as LibraryContent) } // checked by the contract before it was stored
}

/** Locks the row until the transaction ends. Throws not_found. */
export async function lockLibraryQuestion(ctx: Context, id: string) {
  const row = await selectQuestions(ctx).select('l.content').where('l.id', '=', id).forUpdate('l').executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return { ...toListed(row), content: row.content as LibraryContent } // checked by the contract before it was stored
}

export async function countLibrary({ tx, organisationId }: Context) {
  const { count } = await tx
    .selectFrom('library_questions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return count
}

type Stored = { name: string; content: LibraryContent }

/** Returns the id. */
export async function insertLibraryQuestion({ tx, actor, organisationId }: Context, { name, content }: Stored) {
  const { id } = await tx
    .insertInto('library_questions')
    .values({ organisation_id: organisationId, name, content: JSON.stringify(content), updated_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setLibraryQuestion = ({ tx, actor, organisationId }: Context, id: string, { name, content }: Stored) =>
  tx
    .updateTable('library_questions')
    .set({ name, content: JSON.stringify(content), revision: sql`revision + 1`, updated_by: actor.id })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

export const deleteLibraryQuestion = ({ tx, organisationId }: Context, id: string) =>
  tx.deleteFrom('library_questions').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
