import type { LibraryContent } from '#domain/form/editing/library-question.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import type { QuestionOption } from '#domain/form/question.ts'
import { languageName } from '#domain/languages.ts'
import { editorWords, optionWords, protocolWords } from '#web/staff/forms/builder/words.ts'
import { sourceRows } from '#web/staff/forms/information/FormInformation.tsx'
import { SummaryList, type SummaryRow } from '#web/ui/SummaryList.tsx'

import './library.scss'
import { questionSummaryWords as words } from './words.ts'

type QuestionSummaryProps = {
  content: LibraryContent
  /** false where the protocol can be edited below */
  hasProtocol?: boolean
}

/** Everything that the library has of a question. */
export function QuestionSummary({
  content: { question, redFlags = [], translations = {}, source },
  hasProtocol = true,
}: QuestionSummaryProps) {
  const { title, hint, body, type, required, identifying, options, protocol = {} } = question
  const isAnswered = isAsked(question)
  const given = (label: string, value: string | number | undefined): SummaryRow[] =>
    value === undefined || value === '' ? [] : [{ label, value: <span className="question-summary__text">{value}</span> }]
  const languages = Object.keys(translations).map(languageName)
  return (
    <div className="question-summary">
      <SummaryList
        rows={[
          ...given(isAnswered ? words.question : words.heading, title),
          ...given(editorWords.hint, hint),
          ...given(editorWords.text, body),
          {
            label: words.type,
            value: [questionTypeLabel(type), ...(isAnswered ? [required ? words.required : words.optional] : [])].join(' · '),
          },
          ...(options ? [{ label: optionWords.options, value: <Options options={options} /> }] : []),
          ...given(editorWords.unit, question.unit),
          ...given(editorWords.min, question.min),
          ...given(editorWords.max, question.max),
          ...given(editorWords.lowLabel.label, question.lowLabel),
          ...given(editorWords.highLabel.label, question.highLabel),
          ...(identifying ? [{ label: words.identifying, value: words.identifyingText }] : []),
          ...(isAnswered && hasProtocol
            ? (['why', 'reader', 'risk'] as const).map((part) => ({
                label: protocolWords[part].label,
                value: protocol[part] ? (
                  <span className="question-summary__text">{protocol[part]}</span>
                ) : (
                  <span className="muted">{words.notSet}</span>
                ),
              }))
            : []),
          ...(redFlags.length > 0 ? [{ label: words.redFlags, value: redFlags.map(({ name }) => words.redFlag(name)).join('; ') }] : []),
          ...(languages.length > 0 ? [{ label: words.translations, value: languages.join(', ') }] : []),
          ...sourceRows(source),
        ]}
      />
    </div>
  )
}

/** A list can have 1,000 options. */
const maxShownOptions = 10

function Options({ options }: { options: readonly QuestionOption[] }) {
  const shown = options.slice(0, maxShownOptions)
  const notesOf = ({ points, isNone }: QuestionOption) =>
    [...(points === undefined ? [] : [words.points(points)]), ...(isNone ? [words.excludes] : [])].join(', ')
  return (
    <>
      <ul className="question-summary__options">
        {shown.map((option) => (
          <li key={option.value}>
            {option.label} {notesOf(option) && <span className="muted">({notesOf(option)})</span>}
          </li>
        ))}
      </ul>
      {options.length > shown.length && <span className="muted">{words.moreOptions(options.length - shown.length)}</span>}
    </>
  )
}
