import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { confirmationWords as words } from './words.ts'

export function Confirmation({ owner, formTitle, leave }: PageProps<'confirmation'>) {
  return (
    <Frame title={words.title} owner={owner}>
      <div className="nhsuk-panel">
        <h1 className="nhsuk-panel__title">{words.title}</h1>
        <div className="nhsuk-panel__body">{formTitle}</div>
      </div>
      <h2 className="nhsuk-heading-m">{words.next}</h2>
      <p>{words.received(owner?.name)}</p>
      <p>{words.finish}</p>
      <LeaveForm {...leave} label={words.finished} />
      <p>{words.contact(owner?.name)}</p>
    </Frame>
  )
}
