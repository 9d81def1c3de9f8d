import type { FormDefinition } from '#domain/form/definition.ts'
import { hasStartPage, sectionOf, visiblePages } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'

import { previewWords } from './words.ts'

const { position } = previewWords

/** The pages around the questions. No question has such an id. */
export const pagesAround = { start: ':start', check: ':check', sent: ':sent' } as const

export type PreviewedForm = { description: string; definition: FormDefinition }

/**
 * The page that a preview shows, with the previous and the next page for the given answers. The question with the id `at` is shown even
 * if its condition is false. A section without its own page shows its first question. `question` is undefined on the pages around the
 * questions, and `page` then says which it is. `start` is undefined for a form without a start page.
 */
export function previewPlace({ description, definition }: PreviewedForm, answers: Answers, at: string | undefined) {
  const start = hasStartPage(description) ? pagesAround.start : undefined
  const { questions } = definition
  const pages = visiblePages(definition, answers)
  const [first, last] = [pages[0]?.id ?? pagesAround.check, pages.at(-1)?.id ?? start]
  const around = { start, question: undefined, caption: undefined, isAsked: true }
  if (at !== undefined && at === start)
    return { ...around, page: 'start' as const, words: position.start, previous: undefined, next: first }
  if (at === pagesAround.sent)
    return { ...around, page: 'sent' as const, words: position.sent, previous: pagesAround.check, next: undefined }

  const places = new Map(questions.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? -1
  const named = questions[places.get(at ?? '') ?? -1]
  const isHeading = named?.type === 'section' && !named.body?.trim()
  const shown =
    named && !isHeading ? named : at === pagesAround.check ? undefined : pages.find((page) => !named || placeOf(page) > placeOf(named))
  if (!shown) return { ...around, page: 'check' as const, words: position.check, previous: last, next: pagesAround.sent }

  const index = pages.indexOf(shown)
  return {
    start,
    page: 'questions' as const,
    question: shown,
    caption: shown.type === 'section' ? undefined : sectionOf(definition, shown.id)?.title,
    isAsked: index !== -1,
    words: index === -1 ? position.notShown : position.page(index + 1, pages.length),
    previous: pages.findLast((page) => placeOf(page) < placeOf(shown))?.id ?? start,
    next: pages.find((page) => placeOf(page) > placeOf(shown))?.id ?? pagesAround.check,
  }
}
