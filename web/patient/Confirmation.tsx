import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'

export function Confirmation({ owner, formTitle, leave }: PageProps<'confirmation'>) {
  const name = owner?.name ?? 'the organisation that sent you the form'
  return (
    <Frame title="Your answers have been sent" owner={owner}>
      <div className="nhsuk-panel">
        <h1 className="nhsuk-panel__title">Your answers have been sent</h1>
        <div className="nhsuk-panel__body">{formTitle}</div>
      </div>
      <h2 className="nhsuk-heading-m">What happens next</h2>
      <p>{`${name} has your answers, and a member of staff will read them. The team will contact you if it needs anything else.`}</p>
      <p>
        You do not need to do anything else. If other people use this device, select “I have finished” so that no one else can open this
        page.
      </p>
      <LeaveForm {...leave} label="I have finished" />
      <p>{`If something you told us changes, contact ${name}. If you need medical help now, use NHS 111 online or call 111. In an emergency, call 999.`}</p>
    </Frame>
  )
}
