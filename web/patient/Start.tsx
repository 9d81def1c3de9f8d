import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm, laterLabel } from './LeaveForm.tsx'

/** Why somebody is asked, before the first question: https://service-manual.nhs.uk/design-system/patterns/start-page */
export function Start({ owner, formTitle, description, next, leave }: PageProps<'start'>) {
  return (
    <Frame title={formTitle} owner={owner}>
      <h1 className="nhsuk-heading-l">{formTitle}</h1>
      <p className="form-text">{description}</p>
      <p>Your answers are saved as you go. You can stop at any time and come back with the same link.</p>
      <a className="nhsuk-button" href={next} draggable="false">
        Start
      </a>
      <LeaveForm {...leave} label={laterLabel} />
    </Frame>
  )
}
