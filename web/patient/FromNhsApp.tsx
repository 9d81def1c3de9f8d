import { nhsLoginField } from '#contract/pages.ts'

import { Frame, type PageProps } from './Frame.tsx'
import { fromNhsAppWords as words } from './words.ts'

/** Instead of the identity step, for patients who signed in to the NHS App. Opening the page uses nothing up, so a program may look at it first. */
export const FromNhsApp = ({ owner, information, action, proof }: PageProps<'nhs-app'>) => (
  <Frame title={words.title} owner={owner} information={information}>
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
