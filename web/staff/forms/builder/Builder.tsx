import { lazy, Suspense, useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { blankQuestion, insertQuestion } from '#domain/form/editing/edit-definition.ts'
import type { FormProblem } from '#domain/form/definition.ts'
import { sectionOf } from '#domain/form/path.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'
import { firstError, required } from '#domain/validation/rule.ts'
import { FormBadges } from '#web/staff/forms/form-columns.tsx'
import { FormFields } from '#web/staff/forms/FormFields.tsx'
import { FormPreview } from '#web/staff/forms/preview/FormPreview.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import './builder.scss'
import { BuilderBar, type View } from './BuilderBar.tsx'
import { CheckForm } from './check/CheckForm.tsx'
import { focusProblem } from './check/place.ts'
import { ConflictAlert } from './draft/ConflictAlert.tsx'
import { useDraft } from './draft/use-draft.ts'
import { usePublishedTypes } from './draft/use-published-types.ts'
import { titleFieldId } from './editor/QuestionEditor.tsx'
import { FormLogicContext, isShownAtOnce, SettledFormContext, useReview } from './logic/form-logic.ts'
import { focusSoon, newId } from './new-id.ts'
import { PresenceNote, usePresence } from './presence/PresenceNote.tsx'
import { QuestionList, TypeButtons } from './questions/QuestionList.tsx'
import { ScoringEditor } from './scoring/ScoringEditor.tsx'
import { builderWords } from './words.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))

export function Builder({ form }: { form: FormDetails }) {
  const draft = useDraft(form)
  const { work } = draft
  const [openId, setOpenId] = useState(work.draft.questions[0]?.id)
  const [previewAt, setPreviewAt] = useState(openId)
  const [view, setView] = useState<View>('questions')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [isPublishing, setPublishing] = useState(false)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const publishedTypes = usePublishedTypes(form)
  const others = usePresence(form.id, (revision) => revision > draft.revision() && void draft.catchUp())
  const titleError = firstError(work.title, [required], builderWords.title)
  const { logic, settled } = useReview(draft)
  const errors = logic.problems.filter(({ isWarning }) => !isWarning)

  /** A question shows its problems after the author has left it, not during typing. All problems show when the draft cannot be saved. */
  const showsProblems = (id: string) => visited.has(id) || draft.isRefused
  const open = (id: string | undefined) => {
    if (openId !== undefined && openId !== id) setVisited(new Set([...visited, openId]))
    setOpenId(id)
    if (id === undefined) return
    setPreviewAt(id)
    const section = sectionOf(work.draft, id)
    if (section && folded.has(section.id)) setFolded(new Set([...folded].filter((one) => one !== section.id)))
  }
  const add = (type: QuestionTypeName) => {
    const question = blankQuestion(newId(), type)
    draft.edit((definition) => insertQuestion(definition, question, openId))
    open(question.id)
    focusSoon(titleFieldId(question.id))
  }
  const publish = () => {
    setVisited(new Set(work.draft.questions.map(({ id }) => id)))
    setPublishing(true)
  }
  const goTo = (problem: FormProblem) => {
    setPublishing(false)
    setView('questions')
    if (problem.question !== undefined) open(problem.question)
    // The dialog first returns the focus to the button that opened it.
    setTimeout(() => requestAnimationFrame(() => focusProblem(work.draft, problem)), 50)
  }
  return (
    <FormLogicContext value={logic}>
      <PageHeader
        title={work.title || builderWords.untitledForm}
        badges={<FormBadges form={form} />}
        actions={
          <>
            <ButtonLink href={pathTo('formDetails', { id: form.id })}>{builderWords.details}</ButtonLink>
            <Button kind="primary" disabled={Boolean(draft.conflict)} onClick={publish}>
              {builderWords.publish}
            </Button>
          </>
        }
      />
      <PresenceNote others={others} />
      <Stack>
        {draft.conflict && <ConflictAlert words={draft.conflict} draft={draft} />}
        <div className={`builder builder--${view}`}>
          <div className="builder__work">
            <BuilderBar {...{ draft, view, openId, folded }} onView={setView} onFold={setFolded} onAdd={add} />
            <details className="builder__settings" open={Boolean(titleError)}>
              <summary>{builderWords.settings}</summary>
              <Stack>
                <FormFields value={work} errors={{ title: titleError }} onChange={draft.rename} />
              </Stack>
            </details>
            {work.draft.questions.length === 0 && (
              <EmptyState title={builderWords.noQuestions.title} action={<TypeButtons onAdd={add} />}>
                {builderWords.noQuestions.text}
              </EmptyState>
            )}
            <SettledFormContext value={settled}>
              <QuestionList
                draft={draft}
                problems={errors.filter((problem) => showsProblems(problem.question ?? '') || isShownAtOnce(problem))}
                publishedTypes={publishedTypes}
                openId={openId}
                onOpen={open}
                folded={folded}
                onFold={setFolded}
              />
            </SettledFormContext>
            <ScoringEditor />
            <CheckForm onGoTo={goTo} />
          </div>
          <section className="builder__preview" aria-label={builderWords.preview}>
            <FormPreview definition={settled} at={previewAt} onStep={setPreviewAt} />
          </section>
        </div>
      </Stack>
      <Suspense>
        {isPublishing && (
          <PublishDialog form={form} draft={draft} problems={logic.problems} onGoTo={goTo} onClose={() => setPublishing(false)} />
        )}
      </Suspense>
    </FormLogicContext>
  )
}
