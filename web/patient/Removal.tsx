import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { PostForm } from './PostForm.tsx'
import { useFormLanguage } from '#web/form/form-language.tsx'

import { usePageWords } from './page-words.tsx'

/** An approved removal from the waiting list, which the patient can undo until it is final (PTN-5). */
export function Removal({ formTitle, state, until, action, csrf, leave, ...frame }: PageProps<'removal'>) {
  const { removal: words, confirmation } = usePageWords()
  const { title, texts } = words[state](frame.owner?.name, until)
  const form = useFormLanguage().textOf('title', formTitle)
  return (
    <Frame {...frame} title={title}>
      <h1 className="nhsuk-heading-l">
        <span className="nhsuk-caption-l" {...form.mark}>
          {form.text}
        </span>{' '}
        {title}
      </h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {state === 'approved' && <PostForm action={action} csrf={csrf} submit={words.submit} />}
      <LeaveForm {...leave} label={confirmation.finished} />
    </Frame>
  )
}
