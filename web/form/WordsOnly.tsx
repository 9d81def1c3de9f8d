import type { QuestionFieldProps } from './QuestionField.tsx'

/** An information page. */
export function WordsOnly({ question: { title, hint, body }, isPageHeading }: QuestionFieldProps) {
  const Heading = isPageHeading ? 'h1' : 'h2'
  return (
    <>
      <Heading className={`nhsuk-heading-${isPageHeading ? 'l' : 'm'}`}>{title}</Heading>
      {hint && <p className="nhsuk-lede-text form-text">{hint}</p>}
      {body && <div className="nhsuk-body form-text">{body}</div>}
    </>
  )
}
