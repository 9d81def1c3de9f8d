import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import pageStyles from '#web/form/form.scss?url'

import type { FormDetails } from '#contract/forms.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answer, Answers } from '#domain/form/question.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { useSession } from '#web/staff/session.ts'

import type { FormTexts } from './PagesAround.tsx'
import { QuestionPage } from './PreviewPage.tsx'
import { pagesAround, previewPlace } from './preview-place.ts'
import { previewWords } from './words.ts'
import './preview.scss'

const PagesAround = lazy(async () => ({ default: (await import('./PagesAround.tsx')).PagesAround }))

const widths = { phone: 375, desktop: 1_000 }
const widthOptions = [
  { value: 'phone', label: previewWords.phone },
  { value: 'desktop', label: previewWords.computer },
]

type FormPreviewProps = FormTexts & {
  definition: FormDefinition
  /** the id of the question to show, or one of the pages around the questions; undefined for the first question */
  at: string | undefined
  onStep: (at: string) => void
}

/** The form as patients see it, page by page. The answers are not saved, but they decide which pages show. */
export const FormPreview = memo(function FormPreview({ title, description, definition, at, onStep }: FormPreviewProps) {
  const { organisation } = useSession()
  const [device, setDevice] = useState<keyof typeof widths>('phone')
  const [answers, setAnswers] = useState<Answers>({})
  if (definition.questions.length === 0) return <EmptyState title={previewWords.empty.title}>{previewWords.empty.text}</EmptyState>

  const form = { description, definition }
  const { start, page, question, caption, isAsked, words, previous, next } = previewPlace(form, answers, at)
  const first = previewPlace(form, answers, undefined).question?.id ?? pagesAround.check
  const answer = (given: Answer) => {
    if (!question) return
    const all = { ...answers, [question.id]: given }
    setAnswers(all)
    onStep(previewPlace(form, all, question.id).next ?? pagesAround.check)
  }
  return (
    <div className="form-preview">
      <div className="form-preview__bar">
        <RadioGroup
          label={previewWords.shownOn}
          isLabelHidden
          isInline
          options={widthOptions}
          value={device}
          onChange={(value) => setDevice(value === 'desktop' ? 'desktop' : 'phone')}
        />
        <div className="form-preview__steps">
          {Object.keys(answers).length > 0 && (
            <Button size="sm" kind="link" onClick={() => setAnswers({})}>
              {previewWords.clear}
            </Button>
          )}
          <Button size="sm" disabled={previous === undefined} onClick={() => previous !== undefined && onStep(previous)}>
            {previewWords.previous}
          </Button>
          <span className="form-preview__place" aria-live="polite">
            {words}
          </span>
          <Button size="sm" disabled={next === undefined} onClick={() => next !== undefined && onStep(next)}>
            {previewWords.next}
          </Button>
        </div>
      </div>
      <PageMenu {...{ page, first, onStep }} hasStart={start !== undefined} />
      {!isAsked && <Alert>{previewWords.notShown}</Alert>}
      {previous === undefined && <Alert>{previewWords.startNote(organisation.name)}</Alert>}
      {page === 'sent' && <Alert>{previewWords.sentNote}</Alert>}
      <div className={`form-preview__device form-preview__device--${device}`}>
        <PreviewFrame title={previewWords.frame} width={widths[device]} fit={device === 'phone' ? 'narrow' : 'shrink'}>
          <main className="form-page">
            {question ? (
              <QuestionPage key={question.id} question={question} caption={caption} value={answers[question.id]} onAnswer={answer} />
            ) : (
              <Suspense>
                <PagesAround
                  {...{ title, description, definition, answers, onStep }}
                  page={page}
                  owner={organisation.name}
                  first={first}
                  onFinish={() => {
                    setAnswers({})
                    onStep(start ?? first)
                  }}
                />
              </Suspense>
            )}
          </main>
        </PreviewFrame>
      </div>
    </div>
  )
})

const parts = ['start', 'questions', 'check', 'sent'] as const

type PageMenuProps = { page: (typeof parts)[number]; hasStart: boolean; first: string; onStep: (at: string) => void }

/** The pages that a patient goes through, in order. */
const PageMenu = ({ page, hasStart, first, onStep }: PageMenuProps) => (
  <nav className="form-preview__menu" aria-label={previewWords.pages.label}>
    <ol className="form-preview__pages">
      {parts
        .filter((part) => hasStart || part !== 'start')
        .map((part) => (
          <li key={part}>
            <button
              type="button"
              className="form-preview__page"
              aria-current={part === page ? 'step' : undefined}
              onClick={() => part !== page && onStep(part === 'questions' ? first : pagesAround[part])}
            >
              {previewWords.pages[part]}
            </button>
          </li>
        ))}
    </ol>
  </nav>
)

type VersionPreviewProps = {
  form: FormDetails
  /** undefined for the live version, or for the draft if no version is live */
  version: number | undefined
}

export function VersionPreview({ form, version: named }: VersionPreviewProps) {
  const [at, setAt] = useState<string>()
  const version = named ?? form.version
  const found = useQuery({
    ...q(api.forms.getVersion, { params: { id: form.id, version: version ?? 0 } }),
    enabled: version !== null,
    staleTime: Infinity,
  })
  if (version === null)
    return (
      <Stack>
        <Alert>{previewWords.neverPublished}</Alert>
        <FormPreview title={form.title} description={form.description} definition={form.draft} at={at} onStep={setAt} />
      </Stack>
    )
  if (found.isError && !found.data) return <LoadError of={found} />
  if (!found.data) return <Skeleton lines={8} />
  return (
    <Stack>
      {version !== form.version && <Alert kind="warning">{previewWords.earlierVersion(version, form.version)}</Alert>}
      <FormPreview {...found.data} at={at} onStep={setAt} />
    </Stack>
  )
}

/** The height of a small phone in pixels, so that the frame of a short page is not too small. */
const minHeight = 520

/** The page in the iframe has the colours of the page around it. */
function followScheme({ dataset }: HTMLElement) {
  const { colourScheme } = document.documentElement.dataset
  if (colourScheme === undefined) delete dataset['colourScheme']
  else dataset['colourScheme'] = colourScheme
}

type PreviewFrameProps = {
  title: string
  /** the width of the window the page is shown in, in pixels */
  width: number
  /** in a narrow column: reduce the width of the frame, or scale the frame down */
  fit: 'narrow' | 'shrink'
  children: ReactNode
}

/**
 * A page in an iframe, with the style sheet of the patient pages and its own width for media queries. The iframe runs no scripts. React
 * renders its content through a portal.
 */
function PreviewFrame({ title, width: wanted, fit, children }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  const [room, setRoom] = useState(wanted)
  const [height, setHeight] = useState(minHeight)

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || !box.current) return
    page.documentElement.lang = 'en'
    const styles = page.createElement('link')
    styles.rel = 'stylesheet'
    styles.href = pageStyles
    // The page is shown when it has its colours, or without them when they cannot be loaded.
    for (const ended of ['load', 'error'] as const) styles.addEventListener(ended, () => setBody(page.body))
    page.head.replaceChildren(styles)
    const follow = () => followScheme(page.documentElement)
    follow()
    const schemes = new MutationObserver(follow)
    schemes.observe(document.documentElement, { attributeFilter: ['data-colour-scheme'] })
    const sizes = new ResizeObserver(() => setRoom(box.current?.clientWidth ?? wanted))
    sizes.observe(box.current)
    return () => {
      sizes.disconnect()
      schemes.disconnect()
    }
  }, [wanted])

  useEffect(() => {
    const content = body?.firstElementChild
    if (!content) return
    // The height of the content. The body is never lower than the iframe, so it would not follow a shorter page.
    const sizes = new ResizeObserver(() => setHeight(Math.max(minHeight, content.scrollHeight)))
    sizes.observe(content)
    return () => sizes.disconnect()
  }, [body])

  const width = fit === 'narrow' ? Math.min(wanted, room) : wanted
  const scale = Math.min(1, room / width)
  return (
    <div ref={box} className="preview-frame" style={{ blockSize: `${height * scale}px` }}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin allow-forms"
        style={{ inlineSize: `${width}px`, blockSize: `${height}px`, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  )
}
