import type { SignInPage } from '#contract/pages.ts'

import { Frame } from './Frame.tsx'

type NoticeProps = Extract<SignInPage, { kind: 'notice' }>

/** A message with one link to the next page. */
export const Notice = ({ title, words, next }: NoticeProps) => (
  <Frame title={title}>
    <h1 className="nhsuk-heading-l">{title}</h1>
    {words.map((line) => (
      <p key={line}>{line}</p>
    ))}
    <a className="nhsuk-button" href={next.href} role="button" draggable="false">
      {next.label}
    </a>
  </Frame>
)
