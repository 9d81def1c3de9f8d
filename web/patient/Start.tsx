import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { laterLabel, startWords as words } from './words.ts'

/** What the form is for, before the first question: https://service-manual.nhs.uk/design-system/patterns/start-page */
export function Start({ owner, formTitle, description, next, leave }: PageProps<'start'>) {
  return (
    <Frame title={formTitle} owner={owner}>
      <h1 className="nhsuk-heading-l">{formTitle}</h1>
      <p className="form-text">{description}</p>
      <p>{words.saved}</p>
      <a className="nhsuk-button" href={next} draggable="false">
        {words.start}
      </a>
      <LeaveForm {...leave} label={laterLabel} />
    </Frame>
  )
}
