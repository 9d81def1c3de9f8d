import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'

export function Confirmation({ owner, formTitle, leave }: PageProps<'confirmation'>) {
  const name = owner?.name ?? 'the organisation that asked'
  return (
    <Frame title="Your answers have been sent" owner={owner}>
      <div className="nhsuk-panel">
        <h1 className="nhsuk-panel__title">Your answers have been sent</h1>
        <div className="nhsuk-panel__body">{formTitle}</div>
      </div>
      <h2 className="nhsuk-heading-m">What happens next</h2>
      <p>{`${name} has your answers, and a member of staff will read them. They will be in touch if they need anything else from you.`}</p>
      <p>
        You do not need to do anything else. If other people use this device, choose “I have finished”, so that they cannot open this page.
      </p>
      <LeaveForm {...leave} label="I have finished" />
      <p>{`If something you told us changes, contact ${name}. If you need medical help now, use NHS 111 online or call 111. In an emergency, call 999.`}</p>
    </Frame>
  )
}
