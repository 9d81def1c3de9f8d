import type { Question } from '#domain/form/definition.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'
import { formLimits } from '#domain/form/question.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import type { Draft } from './draft/use-draft.ts'
import { AddQuestion } from './questions/QuestionList.tsx'
import { builderWords, draftWords, questionWords } from './words.ts'

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
  onAddFromLibrary: () => void
}

/** The actions on the whole form. The bar stays visible while the page scrolls. */
export function BuilderBar({ draft, view, openId, folded, onView, onFold, onAdd, onAddFromLibrary }: BuilderBarProps) {
  const { questions } = draft.work.draft
  const sections = questions.filter(({ type }) => type === 'section').map(({ id }) => id)
  const isFolded = sections.length > 0 && sections.every((id) => folded.has(id))
  return (
    <div className="builder__bar">
      {questions.length < formLimits.questions ? (
        <>
          <AddQuestion place={placeOfNew(questions, openId)} onAdd={onAdd} />
          <Button size="sm" onClick={onAddFromLibrary}>
            {questionWords.addFromLibrary}
          </Button>
        </>
      ) : (
        <span className="builder__full">{builderWords.formFull(formLimits.questions)}</span>
      )}
      <Button
        size="sm"
        className="builder__view"
        aria-pressed={view === 'preview'}
        onClick={() => onView(view === 'preview' ? 'questions' : 'preview')}
      >
        {builderWords.preview}
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

/** The place of a new question in words; undefined for the end of the form. */
export function placeOfNew(questions: readonly Question[], openId: string | undefined) {
  const openAt = questions.findIndex(({ id }) => id === openId)
  return openAt === -1 || openAt === questions.length - 1 ? undefined : questionWords.addedAfter(openAt + 1)
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Shows whether the draft is saved. Only a failure is announced to screen readers, because the draft saves itself often. */
export function SaveStatus({ draft: { saveState: state, conflict, flush } }: { draft: Draft }) {
  if (state.kind === 'failed')
    return (
      <span className="save-status save-status--failed" role="alert">
        <Icon name="error" /> {conflict ? draftWords.notSaved : draftWords.notSavedBecause(wordsOf(state.error))}
        {!conflict && (
          <Button kind="link" size="sm" onClick={() => void flush()}>
            {draftWords.tryAgain}
          </Button>
        )}
      </span>
    )
  return (
    <span className="save-status">
      {state.kind === 'saved' ? <Icon name="tick" /> : <Icon name="clock" />}
      {state.kind === 'saved' ? (state.at ? draftWords.savedAt(clock.format(state.at)) : draftWords.saved) : draftWords.saving}
    </span>
  )
}

export function UndoRedo({ draft: { undo, redo } }: { draft: Draft }) {
  const steps = [
    { icon: 'undo', words: builderWords.undo, act: undo },
    { icon: 'redo', words: builderWords.redo, act: redo },
  ] as const
  return (
    <span className="builder__history">
      {steps.map(({ icon, words, act }) => (
        // Not `disabled`: a disabled button would lose the focus.
        <button
          key={icon}
          type="button"
          className="icon-button"
          aria-label={words}
          title={words}
          aria-disabled={!act}
          onClick={() => act?.()}
        >
          <Icon name={icon} />
        </button>
      ))}
    </span>
  )
}
