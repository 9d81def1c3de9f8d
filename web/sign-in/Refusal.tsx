import { frameWords } from './words.ts'

type RefusalProps = { words: string | undefined; fieldId: string }

/** The error summary, with a link to the field. */
export const Refusal = ({ words, fieldId }: RefusalProps) =>
  words === undefined ? null : (
    <div className="nhsuk-error-summary">
      <div role="alert">
        <h2 className="nhsuk-error-summary__title">{frameWords.problem}</h2>
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
