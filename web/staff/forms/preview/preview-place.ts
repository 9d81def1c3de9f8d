import type { FormDefinition } from '#domain/form/definition.ts'
import { sectionOf, visiblePages } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'

/**
 * Where a preview stands: at a page, and what comes before and after it on the way that the answers open. A question that is named is shown
 * even when nobody would be asked it; a section without a page of its own is its first page. No question is the end.
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
    words: !shown ? 'Answers' : index === -1 ? 'Not asked' : `${index + 1} of ${pages.length}`,
    previous: pages.findLast((page) => placeOf(page) < place)?.id,
    next: pages.find((page) => placeOf(page) > place)?.id,
  }
}
