import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { blankQuestion, insertQuestion } from '#domain/form/editing/edit-definition.ts'
import { insertLibraryQuestion, type LibraryContent, withNewIds } from '#domain/form/editing/library-question.ts'
import type { FormProblem, Question } from '#domain/form/definition.ts'
import { sectionOf } from '#domain/form/path.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'
import { firstError, required } from '#domain/validation/rule.ts'
import { FormBadges } from '#web/staff/forms/form-columns.tsx'
import { FormFields } from '#web/staff/forms/FormFields.tsx'
import { FormPreview } from '#web/staff/forms/preview/FormPreview.tsx'
import type { TranslationPlace } from '#web/staff/forms/translations/Translations.tsx'
import { formActionWords } from '#web/staff/forms/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import './builder.scss'
import { BuilderBar, placeOfNew, SaveStatus, UndoRedo, type View } from './BuilderBar.tsx'
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
const AddFromLibraryDialog = lazy(async () => ({
  default: (await import('#web/staff/forms/library/AddFromLibraryDialog.tsx')).AddFromLibraryDialog,
}))
const Translations = lazy(async () => ({ default: (await import('#web/staff/forms/translations/Translations.tsx')).Translations }))

/** A question with options starts with two empty ones, because no question has fewer. */
const withFirstOptions = (question: Question): Question =>
  question.options ? { ...question, options: [newId(), newId()].map((value) => ({ value, label: '' })) } : question

/** Tries in each frame, for up to two seconds: the list of a long form may still be drawn. */
function focusWhenThere(focus: () => boolean) {
  const until = performance.now() + 2_000
  const attempt = () => focus() || performance.now() > until || requestAnimationFrame(attempt)
  requestAnimationFrame(attempt)
}

export function Builder({ form }: { form: FormDetails }) {
  const draft = useDraft(form)
  const router = useRouter()
  const search = useSearch({ from: '/inside/forms/$id/manage' })
  const { work } = draft
  const [openId, setOpenId] = useState(work.draft.questions[0]?.id)
  const [previewAt, setPreviewAt] = useState(openId)
  const settledPreviewAt = useDeferredValue(previewAt)
  const [view, setView] = useState<View>('questions')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [isPublishing, setPublishing] = useState(false)
  const [isInLibrary, setInLibrary] = useState(false)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const publishedTypes = usePublishedTypes(form)
  const others = usePresence(form.id, (revision) => revision > draft.revision() && void draft.catchUp())
  const titleError = firstError(work.title, [required], builderWords.title)
  const { logic, settled } = useReview(draft)
  // Patients get the form as it is here: there is nothing to publish.
  const isLive = form.version !== null && !form.isChanged && draft.saveState.kind === 'saved' && draft.revision() === form.draftRevision
  const { can } = useSession()
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
    const question = withFirstOptions(blankQuestion(newId(), type))
    draft.edit((definition) => insertQuestion(definition, question, openId))
    open(question.id)
    focusSoon(titleFieldId(question.id))
  }
  const addFromLibrary = (content: LibraryContent) => {
    const copy = withNewIds(content, newId)
    draft.edit((definition) => insertLibraryQuestion(definition, copy, openId))
    setInLibrary(false)
    open(copy.question.id)
    // The dialog first returns the focus to the button that opened it.
    setTimeout(() => focusSoon(titleFieldId(copy.question.id)), 50)
  }
  const publish = () => {
    setVisited(new Set(work.draft.questions.map(({ id }) => id)))
    setPublishing(true)
  }
  const goToTranslations = ({ language, show }: TranslationPlace) =>
    void router.navigate({
      to: pathTo('formManage', { id: form.id }, { tab: 'translations', language, show }),
      replace: search.tab === 'translations',
      resetScroll: false,
    })
  const goTo = (problem: FormProblem) => {
    setPublishing(false)
    if (problem.field === 'translations') return goToTranslations({ language: problem.language, show: undefined })
    setView('questions')
    if (search.tab) void router.navigate({ to: pathTo('formManage', { id: form.id }) })
    if (problem.question !== undefined) open(problem.question)
    // The dialog first returns the focus to the button that opened it.
    setTimeout(() => focusWhenThere(() => focusProblem(work.draft, problem)), 50)
  }
  return (
    <>
      <PageHeader
        title={work.title || builderWords.untitledForm}
        badges={<FormBadges form={form} />}
        actions={
          <>
            <ButtonLink href={pathTo('formDetails', { id: form.id })}>{builderWords.details}</ButtonLink>
            {search.tab === 'translations' ? (
              <ButtonLink href={pathTo('formManage', { id: form.id })}>{builderWords.questions}</ButtonLink>
            ) : (
              <ButtonLink href={pathTo('formManage', { id: form.id }, { tab: 'translations' })}>{builderWords.translations}</ButtonLink>
            )}
            <Button kind={isLive ? 'secondary' : 'primary'} disabled={Boolean(draft.conflict) || isLive} onClick={publish}>
              {builderWords.publish}
            </Button>
            {isLive && can('formRequest:create') && (
              <ButtonLink kind="primary" href={pathTo('requestCreate', {}, { formId: form.id })}>
                {formActionWords.send}
              </ButtonLink>
            )}
          </>
        }
      />
      <PresenceNote others={others} />
      <Stack>
        {draft.conflict && <ConflictAlert formId={form.id} words={draft.conflict} draft={draft} />}
        {search.tab === 'translations' ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <Translations
              form={{ ...work, definition: work.draft }}
              of={{ formId: form.id, version: undefined }}
              place={search}
              onPlace={goToTranslations}
              editing={draft}
              status={
                <span className="builder__state">
                  <SaveStatus draft={draft} />
                  <UndoRedo draft={draft} />
                </span>
              }
            />
          </Suspense>
        ) : (
          <div className={`builder builder--${view}`}>
            <div className="builder__work">
              <BuilderBar
                {...{ draft, view, openId, folded }}
                onView={setView}
                onFold={setFolded}
                onAdd={add}
                onAddFromLibrary={() => setInLibrary(true)}
              />
              <details className="builder__settings" open={Boolean(titleError)}>
                <summary>{builderWords.settings}</summary>
                <Stack>
                  <FormFields
                    value={work}
                    errors={{ title: titleError }}
                    publishedType={form.version === null ? undefined : form.type}
                    onChange={draft.rename}
                  />
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
                  logic={logic}
                  problems={errors.filter((problem) => showsProblems(problem.question ?? '') || isShownAtOnce(problem))}
                  publishedTypes={publishedTypes}
                  openId={openId}
                  onOpen={open}
                  folded={folded}
                  onFold={setFolded}
                />
              </SettledFormContext>
              <FormLogicContext value={logic}>
                <ScoringEditor />
                <CheckForm onGoTo={goTo} />
              </FormLogicContext>
            </div>
            <section className="builder__preview" aria-label={builderWords.preview}>
              <FormPreview
                title={work.title}
                description={work.description}
                definition={settled}
                at={settledPreviewAt}
                onStep={setPreviewAt}
              />
            </section>
          </div>
        )}
      </Stack>
      <Suspense>
        {isInLibrary && (
          <AddFromLibraryDialog
            definition={work.draft}
            place={placeOfNew(work.draft.questions, openId)}
            onAdd={addFromLibrary}
            onClose={() => setInLibrary(false)}
          />
        )}
        {isPublishing && (
          <PublishDialog form={form} draft={draft} problems={logic.problems} onGoTo={goTo} onClose={() => setPublishing(false)} />
        )}
      </Suspense>
    </>
  )
}
