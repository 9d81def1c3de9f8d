import { usePageWords } from './page-words.tsx'

type ErrorSummaryProps = { message: string; fieldId: string }

/** The error at the top of the page, with the focus and a link to the field: https://service-manual.nhs.uk/design-system/components/error-summary */
export const ErrorSummary = ({ message, fieldId }: ErrorSummaryProps) => (
  // Without a script only autofocus can bring the focus here, which is where the pattern wants it.
  // oxlint-disable-next-line jsx-a11y/no-autofocus
  <div className="nhsuk-error-summary" tabIndex={-1} autoFocus aria-labelledby="error-summary-title" role="alert">
    <h2 className="nhsuk-error-summary__title" id="error-summary-title">
      {usePageWords().errorSummary.title}
    </h2>
    <div className="nhsuk-error-summary__body">
      <ul className="nhsuk-list nhsuk-error-summary__list">
        <li>
          <a href={`#${fieldId}`}>{message}</a>
        </li>
      </ul>
    </div>
  </div>
)
