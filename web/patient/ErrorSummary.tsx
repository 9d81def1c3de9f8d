type ErrorSummaryProps = { message: string; fieldId: string }

/** What is wrong, above all else and with the focus on it, leading to the field: https://service-manual.nhs.uk/design-system/components/error-summary */
export const ErrorSummary = ({ message, fieldId }: ErrorSummaryProps) => (
  // Without a script only autofocus can bring the focus here, which is where the pattern wants it.
  // oxlint-disable-next-line jsx-a11y/no-autofocus
  <div className="nhsuk-error-summary" tabIndex={-1} autoFocus aria-labelledby="error-summary-title" role="alert">
    <h2 className="nhsuk-error-summary__title" id="error-summary-title">
      There is a problem
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
