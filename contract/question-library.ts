import { z } from 'zod'

import { maxLibraryNameLength } from '#domain/form/editing/library-question.ts'
import { questionTypeNames } from '#domain/form/question-types.ts'
import { formLimits } from '#domain/form/question.ts'

import { oneLineText } from './fields.ts'
import { Protocol, Question, RedFlag, Source, Translations } from './form-definition.ts'
import { byId, done, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'

/** A question with what belongs to it alone (domain/form/editing/library-question.ts). */
const content = {
  question: Question.omit({ showIf: true, linkId: true }),
  redFlags: z
    .array(RedFlag.omit({ score: true }).required({ answers: true }))
    .max(formLimits.redFlags)
    .optional(),
  translations: Translations.optional(),
  source: Source.optional(),
}

export const LibraryQuestionInList = z.object({
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  type: z.enum(questionTypeNames),
  /** Each change makes the next revision, and names the revision that it changes. */
  revision: z.number().int(),
  updatedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  updatedAt: IsoMoment,
})
export type LibraryQuestionInList = z.infer<typeof LibraryQuestionInList>

export const LibraryQuestion = LibraryQuestionInList.extend(content)
export type LibraryQuestion = z.infer<typeof LibraryQuestion>

const name = oneLineText('Name', maxLibraryNameLength).min(1, 'Name is required.')
const shared = { service: 'forms', path: '/form/library', permission: ['form:update'] } as const
const one = { ...shared, path: '/form/library/:id', params: byId } as const

/** A question with 1,000 long options has half a megabyte in English. */
const maxQuestionBytes = 2 * 1024 * 1024

/** The questions that an organisation keeps for its forms (FORM-10). */
export const questionLibrary = routes({
  list: {
    ...shared,
    method: 'GET',
    action: 'libraryQuestion:list',
    audit: 'libraryQuestionList',
    query: listQuery(
      z.object({
        /** Searched for in the name and in the text of the question. */
        search: z.string().trim().max(200).optional(),
        type: oneOrMore(z.enum(questionTypeNames)).optional(),
      }),
      ['name', 'updatedAt'],
    ),
    response: paginated(LibraryQuestionInList),
  },
  create: {
    ...shared,
    method: 'POST',
    action: 'libraryQuestion:create',
    audit: 'verb',
    maxBytes: maxQuestionBytes,
    body: z.object({ name, ...content }),
    response: LibraryQuestion,
  },
  get: { ...one, method: 'GET', action: 'libraryQuestion:get', audit: 'libraryQuestionRead', response: LibraryQuestion },
  update: {
    ...one,
    method: 'PATCH',
    action: 'libraryQuestion:update',
    audit: 'verb',
    body: z.object({ name, protocol: Protocol, revision: z.number().int().min(1) }),
    response: LibraryQuestion,
  },
  delete: { ...one, method: 'DELETE', action: 'libraryQuestion:delete', audit: 'verb', response: done },
})
