import { type CSSProperties, memo, useMemo, useState } from 'react'

import { countTranslations, type Translation } from '#domain/form/editing/edit-translations.ts'
import { quoted } from '#domain/form/logic/condition.ts'
import { isAsked, numbersOf } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import type { Texts } from '#domain/form/translated-text.ts'
import { type FormText, textsOf, type TranslatedForm, translationState } from '#domain/form/translation.ts'
import type { translationFilters } from '#web/staff/searches.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { TranslationRow } from './TranslationRow.tsx'
import { translationWords as words } from './words.ts'

export type TranslationFilter = (typeof translationFilters)[number]

/** The texts of a form, and how many are in each state. The same texts as long as the English form is the same. */
export function useTexts({ title, description, definition }: TranslatedForm, of: Texts | undefined) {
  const { questions } = definition
  const texts = useMemo(() => textsOf({ title, description, definition: { questions } }), [title, description, questions])
  return { texts, counts: useMemo(() => countTranslations(texts, of), [texts, of]) }
}

type TranslationListProps = {
  form: TranslatedForm
  texts: readonly FormText[]
  language: string
  show: TranslationFilter
  onChange: ((translation: Translation) => void) | undefined
}

/**
 * The texts of a form side by side, by question. A text that is translated stays in the list until the filter is chosen again. Give it the
 * key of its language and filter.
 */
export function TranslationList({ form, texts, language, show, onChange }: TranslationListProps) {
  const of = form.definition.translations?.[language]
  const isListed = (text: FormText) => show === 'all' || translationState(of, text) === show
  const [listed] = useState(() => new Set(texts.filter(isListed).map(({ id }) => id)))
  const { questions } = form.definition
  const groups = useMemo(() => groupsOf(questions), [questions])
  const shown = Map.groupBy(
    texts.filter((text) => listed.has(text.id) || isListed(text)),
    ({ question }) => question ?? '',
  )
  if (shown.size === 0) return <EmptyState title={words.nothing[show]} />
  return groups.flatMap(({ id, heading }) => {
    const own = shown.get(id)
    return own
      ? [
          <section
            key={id}
            className="translation-group"
            aria-labelledby={`translations-${id}`}
            style={{ '--height': `${heightOf(own)}rem` } as CSSProperties /* a custom property */}
          >
            <Heading id={`translations-${id}`} text={heading} />
            {own.map((text) => (
              <TranslationRow
                key={text.id}
                {...{ of: text, language, onChange }}
                source={ownText(of, text.id)?.source}
                text={ownText(of, text.id)?.text}
              />
            ))}
          </section>,
        ]
      : []
  })
}

/** At least the height of a group in rem before it is laid out. With less, its texts would lie over those of the next group. */
const heightOf = (own: readonly FormText[]) => 4 + own.reduce((sum, { text }) => sum + 6.5 + 1.6 * Math.ceil(text.length / 50), 0)

const ownText = (of: Texts | undefined, id: string) => (of && Object.hasOwn(of, id) ? of[id] : undefined)

const Heading = memo(function Heading({ id, text }: { id: string; text: string }) {
  return (
    <h3 id={id} className="translation-group__heading">
      {text}
    </h3>
  )
})

function groupsOf(questions: TranslatedForm['definition']['questions']) {
  const numbers = numbersOf(questions)
  return [
    { id: '', heading: words.group.form },
    ...questions.map((question) => ({
      id: question.id,
      heading: isAsked(question)
        ? words.group.question(numbers.get(question.id) ?? 0)
        : `${questionTypeLabel(question.type)} ${quoted(question)}`,
    })),
  ]
}
