import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { PostForm } from './PostForm.tsx'
import { confirmationWords, removalWords as words } from './words.ts'

/** An approved removal from the waiting list, which the patient can undo until it is final (PTN-5). */
export function Removal({ owner, information, formTitle, state, until, action, csrf, leave }: PageProps<'removal'>) {
  const { title, texts } = words[state](owner?.name, until)
  return (
    <Frame title={title} owner={owner} information={information}>
      <h1 className="nhsuk-heading-l">
        <span className="nhsuk-caption-l">{formTitle}</span> {title}
      </h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {state === 'approved' && <PostForm action={action} csrf={csrf} submit={words.submit} />}
      <LeaveForm {...leave} label={confirmationWords.finished} />
    </Frame>
  )
}
