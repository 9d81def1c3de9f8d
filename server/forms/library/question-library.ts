import { isDeepStrictEqual } from 'node:util'

import type { questionLibrary } from '#contract/question-library.ts'
import type { Input } from '#contract/route.ts'
import { placeOfProblem } from '#domain/form/definition.ts'
import { checkLibraryContent, formOf, type LibraryContent, maxLibraryQuestions } from '#domain/form/editing/library-question.ts'
import { formatDateTime } from '#domain/moments.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import {
  countLibrary,
  deleteLibraryQuestion,
  getLibraryQuestion,
  insertLibraryQuestion,
  lockLibraryQuestion,
  setLibraryQuestion,
} from './question-library.sql.ts'

/** Throws a Problem if the question is not complete, its name is taken or the library is full. */
export async function saveToLibrary(ctx: Context, { name, ...content }: Input<typeof questionLibrary.create>['body']) {
  refuseFaults(content)
  // The second of two simultaneous calls counts the question of the first. The index of names refuses the second of one name.
  await lockKeys(ctx, ['question library'])
  if ((await countLibrary(ctx)) >= maxLibraryQuestions)
    throw new Problem(
      'conflict',
      `The library has ${maxLibraryQuestions.toLocaleString('en-GB')} questions, which is the limit. Remove a question that you no longer need.`,
    )
  const id = await insertLibraryQuestion(ctx, { name, content })
  await audit(ctx, 'libraryQuestionSaved', { subjectId: id, detail: { name } })
  return getLibraryQuestion(ctx, id)
}

function refuseFaults(content: LibraryContent) {
  const faults = checkLibraryContent(content)
  if (faults.length === 0) return
  const form = formOf(content)
  throw new Problem(
    'invalid_request',
    undefined,
    faults.map((fault) => ({ field: placeOfProblem(form, fault).replace(/^questions\.0\b/, 'question'), message: fault.message })),
  )
}

/** Compare-and-set on the revision, so that nobody overwrites what another user changed. Forms that have the question stay as they are. */
export async function changeLibraryQuestion(
  ctx: Context,
  id: string,
  { name, protocol, revision }: Input<typeof questionLibrary.update>['body'],
) {
  const { content, ...before } = await lockLibraryQuestion(ctx, id)
  if (before.revision !== revision) throw changedMeanwhile(ctx, before)
  const { protocol: protocolBefore = {}, ...question } = content.question
  const hasProtocol = Object.values(protocol).some((text) => text?.trim())
  const changed: LibraryContent = { ...content, question: { ...question, ...(hasProtocol && { protocol }) } }
  refuseFaults(changed)
  await setLibraryQuestion(ctx, id, { name, content: changed })
  const fields = [
    ...(name === before.name ? [] : ['name']),
    ...(isDeepStrictEqual(protocolBefore, changed.question.protocol ?? {}) ? [] : ['protocol']),
  ]
  await audit(ctx, 'libraryQuestionChanged', { subjectId: id, detail: { name, fields } })
  return getLibraryQuestion(ctx, id)
}

type Changed = Pick<Awaited<ReturnType<typeof lockLibraryQuestion>>, 'updatedBy' | 'updatedAt'>

function changedMeanwhile({ actor }: Context, { updatedBy, updatedAt }: Changed) {
  const who = updatedBy?.id === actor.id ? 'You' : (updatedBy?.name ?? 'Someone')
  const where = updatedBy?.id === actor.id ? ' in another window' : ''
  return new Problem(
    'conflict',
    `${who} changed this library question${where} on ${formatDateTime(updatedAt)}. Your changes have not been saved.`,
  )
}

/** Forms that have the question stay as they are. */
export async function removeFromLibrary(ctx: Context, id: string) {
  const { name } = await lockLibraryQuestion(ctx, id)
  await deleteLibraryQuestion(ctx, id)
  await audit(ctx, 'libraryQuestionRemoved', { subjectId: id, detail: { name } })
  return { done: true as const }
}
