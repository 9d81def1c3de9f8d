import type { ReactNode } from 'react'

import { formatCount } from '#domain/amounts.ts'
import { minutesToAnswer } from '#domain/form/answering-time.ts'
import { isAsked } from '#domain/form/path.ts'
import type { FormTemplate } from '#domain/form/library/template.ts'
import { templates } from '#domain/form/library/templates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import './create.scss'
import { createWords } from './words.ts'

export const startCardsId = 'start-with'

type StartCardsProps = {
  /** 'blank', 'copy' or the id of a template */
  start: string
  onStart: (start: string) => void
  onPreview: (template: FormTemplate) => void
}

/** What a new form can start with: nothing, another form or a template (FORM-10). */
export const StartCards = ({ start, onStart, onPreview }: StartCardsProps) => (
  <section aria-labelledby={startCardsId}>
    <h2 id={startCardsId} className="section__label" tabIndex={-1}>
      {createWords.startWith.label}
    </h2>
    <p className="section__description">{createWords.startWith.hint}</p>
    <ul className="start-cards">
      {[createWords.blank, createWords.copy].map(({ id, title, about, use }) => (
        <StartCard key={id} title={title} about={about} isChosen={start === id}>
          <Button size="sm" onClick={() => onStart(id)}>
            {use}
          </Button>
        </StartCard>
      ))}
      {templates.map((template) => (
        <StartCard
          key={template.id}
          title={template.title}
          about={template.about}
          isChosen={start === template.id}
          facts={<TemplateFacts template={template} />}
        >
          <Button size="sm" aria-label={createWords.startFrom(template.title)} onClick={() => onStart(template.id)}>
            {createWords.use}
          </Button>
          <Button size="sm" kind="link" aria-label={createWords.previewTemplate(template.title)} onClick={() => onPreview(template)}>
            {createWords.preview}
          </Button>
        </StartCard>
      ))}
    </ul>
  </section>
)

type StartCardProps = {
  title: string
  about: string
  isChosen: boolean
  facts?: ReactNode
  /** the buttons */
  children: ReactNode
}

const StartCard = ({ title, about, isChosen, facts, children }: StartCardProps) => (
  <li className={classNames('start-card', isChosen && 'start-card--chosen')} aria-current={isChosen || undefined}>
    <h3 className="start-card__title">
      {title} {isChosen && <Badge size="xs">{createWords.chosen}</Badge>}
    </h3>
    <p>{about}</p>
    {facts}
    <div className="start-card__actions">{children}</div>
  </li>
)

function TemplateFacts({ template: { definition } }: { template: FormTemplate }) {
  const { questions, scores = [], redFlags = [], source } = definition
  const facts = [
    formatCount(questions.filter(isAsked).length, 'question'),
    createWords.minutes(minutesToAnswer(questions)),
    createWords.scoreFact(scores.length),
    createWords.redFlagFact(redFlags.length),
  ]
  return (
    <>
      <p className="start-card__facts">{facts.join(' · ')}</p>
      <dl className="start-card__source">
        <div>
          <dt>{createWords.source}</dt> <dd>{source.name}</dd>
        </div>
        <div>
          <dt>{createWords.licence}</dt> <dd>{source.licence}</dd>
        </div>
      </dl>
    </>
  )
}
