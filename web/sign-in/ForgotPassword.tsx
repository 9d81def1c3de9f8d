import type { SignInPage } from '#contract/pages.ts'

import { EmailField } from './EmailField.tsx'
import { Frame } from './Frame.tsx'
import { Refusal } from './Refusal.tsx'
import { passwordWords } from './words.ts'

type ForgotPasswordProps = Extract<SignInPage, { kind: 'forgot-password' }>

export const ForgotPassword = ({ emailAddress, refusal, home }: ForgotPasswordProps) => (
  <Frame title={passwordWords.forgotTitle} isRefused={refusal !== undefined}>
    <Refusal words={refusal} fieldId="email-address" />
    <h1 className="nhsuk-heading-l">{passwordWords.forgotTitle}</h1>
    <p>{passwordWords.forgotText}</p>
    <form method="post">
      <EmailField emailAddress={emailAddress} error={refusal} isRefused={refusal !== undefined} />
      <button className="nhsuk-button" type="submit">
        {passwordWords.sendLink}
      </button>
    </form>
    <p>
      <a href={home}>{passwordWords.back}</a>
    </p>
  </Frame>
)
