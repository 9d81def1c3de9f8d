type RefusalProps = { words: string | undefined; fieldId: string }

/** What is wrong, at the top of the page, leading to the field. */
export const Refusal = ({ words, fieldId }: RefusalProps) =>
  words === undefined ? null : (
    <div className="nhsuk-error-summary">
      <div role="alert">
        <h2 className="nhsuk-error-summary__title">There is a problem</h2>
        <div className="nhsuk-error-summary__body" id="refusal">
          <ul className="nhsuk-list nhsuk-error-summary__list">
            <li>
              <a href={`#${fieldId}`}>{words}</a>
            </li>
          </ul>
        </div>
      </div>
    </div>
  )
