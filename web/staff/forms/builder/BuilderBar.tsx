import { formLimits } from '#domain/form/question.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'
import { Button } from '#web/ui/Button.tsx'

import { SaveStatus } from './draft/SaveStatus.tsx'
import { UndoRedo } from './draft/UndoRedo.tsx'
import type { Draft } from './draft/use-draft.ts'
import { AddQuestion } from './questions/AddQuestion.tsx'
import { builderWords, questionWords } from './words.ts'

/** The part of the builder that a narrow screen shows. */
export type View = 'questions' | 'preview'

type BuilderBarProps = {
  draft: Draft
  view: View
  openId: string | undefined
  folded: ReadonlySet<string>
  onView: (view: View) => void
  onFold: (folded: ReadonlySet<string>) => void
  onAdd: (type: QuestionTypeName) => void
}

/** The actions on the whole form. The bar stays visible while the page scrolls. */
export function BuilderBar({ draft, view, openId, folded, onView, onFold, onAdd }: BuilderBarProps) {
  const { questions } = draft.work.draft
  const sections = questions.filter(({ type }) => type === 'section').map(({ id }) => id)
  const isFolded = sections.length > 0 && sections.every((id) => folded.has(id))
  const openAt = questions.findIndex(({ id }) => id === openId)
  const place = openAt === -1 || openAt === questions.length - 1 ? undefined : questionWords.addedAfter(openAt + 1)
  return (
    <div className="builder__bar">
      {questions.length < formLimits.questions ? (
        <AddQuestion place={place} onAdd={onAdd} />
      ) : (
        <span className="builder__full">{builderWords.formFull(formLimits.questions)}</span>
      )}
      <Button
        size="sm"
        className="builder__view"
        aria-pressed={view === 'preview'}
        onClick={() => onView(view === 'preview' ? 'questions' : 'preview')}
      >
        Preview
      </Button>
      {sections.length > 0 && (
        <Button size="sm" kind="link" onClick={() => onFold(new Set(isFolded ? [] : sections))}>
          {isFolded ? builderWords.expandSections : builderWords.collapseSections}
        </Button>
      )}
      <span className="builder__state">
        <SaveStatus draft={draft} />
        <UndoRedo draft={draft} />
      </span>
    </div>
  )
}
