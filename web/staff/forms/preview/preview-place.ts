import type { FormDefinition } from '#domain/form/definition.ts'
import { sectionOf, visiblePages } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'

import { previewWords } from './words.ts'

const { position } = previewWords

/**
 * The page that a preview shows, with the previous and the next page for the given answers. The question with the id `at` is shown even
 * if its condition is false. A section without its own page shows its first question. `question` is undefined after the last page.
 */
export function previewPlace(definition: FormDefinition, answers: Answers, at: string | undefined) {
  const { questions } = definition
  const pages = visiblePages(definition, answers)
  const places = new Map(questions.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? -1
  const named = questions[places.get(at ?? '') ?? -1]
  const isHeading = named?.type === 'section' && !named.body?.trim()
  const shown = named && !isHeading ? named : at === 'end' ? undefined : pages.find((page) => !named || placeOf(page) > placeOf(named))

  const place = shown ? placeOf(shown) : questions.length
  const index = shown ? pages.indexOf(shown) : -1
  return {
    question: shown,
    caption: shown && shown.type !== 'section' ? sectionOf(definition, shown.id)?.title : undefined,
    isAsked: index !== -1,
    words: !shown ? position.answers : index === -1 ? position.notShown : position.page(index + 1, pages.length),
    previous: pages.findLast((page) => placeOf(page) < place)?.id,
    next: pages.find((page) => placeOf(page) > place)?.id,
  }
}
