import { nhsLoginField } from '#contract/pages.ts'

import { Frame, type PageProps } from './Frame.tsx'
import { usePageWords } from './page-words.tsx'

/** Instead of the identity step, for patients who signed in to the NHS App. Opening the page uses nothing up, so a program may look at it first. */
export function FromNhsApp({ action, proof, ...frame }: PageProps<'nhs-app'>) {
  const { fromNhsApp: words } = usePageWords()
  return (
    <Frame {...frame} title={words.title}>
      <h1 className="nhsuk-heading-l">{words.title}</h1>
      <p>{words.signedIn}</p>
      <form method="post" action={action} noValidate>
        <input type="hidden" name={nhsLoginField} value={proof} />
        <button className="nhsuk-button" type="submit">
          {words.continue}
        </button>
      </form>
    </Frame>
  )
}
