import { renderToStaticMarkup } from 'react-dom/server'

import type { SignInPage } from '#contract/pages.ts'

import { EmailField } from './EmailField.tsx'
import { Frame } from './Frame.tsx'
import { Refusal } from './Refusal.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SetPassword } from './SetPassword.tsx'
import { SetUp } from './SetUp.tsx'
import { SignIn } from './SignIn.tsx'
import { frameWords, passwordWords, recoveryCodesWords } from './words.ts'

/** The pages of the embedded OpenID provider, as complete HTML. All steps except passkeys work without JavaScript. */
export const render = (page: SignInPage) => `<!doctype html>${renderToStaticMarkup(draw(page))}`

function draw(page: SignInPage) {
  switch (page.kind) {
    case 'sign-in':
      return <SignIn {...page} />
    case 'second-factor':
      return <SecondFactor {...page} />
    case 'set-up':
      return <SetUp {...page} />
    case 'recovery-codes':
      return <RecoveryCodes {...page} />
    case 'cannot-sign-in':
      return <CannotSignIn {...page} />
    case 'forgot-password':
      return <ForgotPassword {...page} />
    case 'set-password':
      return <SetPassword {...page} />
    case 'notice':
      return <Notice {...page} />
  }
}

type CannotSignInProps = Extract<SignInPage, { kind: 'cannot-sign-in' }>

function CannotSignIn({ title, words, home }: CannotSignInProps) {
  return (
    <Frame title={title}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      <p>{words}</p>
      <a className="nhsuk-button" href={home} role="button" draggable="false">
        {frameWords.goToStart}
      </a>
    </Frame>
  )
}

type ForgotPasswordProps = Extract<SignInPage, { kind: 'forgot-password' }>

const ForgotPassword = ({ emailAddress, refusal, home }: ForgotPasswordProps) => (
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

type RecoveryCodesProps = Extract<SignInPage, { kind: 'recovery-codes' }>

/** The recovery codes are shown once, before sign-in ends. */
function RecoveryCodes({ action, codes }: RecoveryCodesProps) {
  const title = codes.length > 0 ? recoveryCodesWords.title : recoveryCodesWords.titleWithoutCodes
  return (
    <Frame title={title}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      {codes.length > 0 ? (
        <>
          <p>{recoveryCodesWords.text}</p>
          <ol className="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>{recoveryCodesWords.textWithoutCodes}</p>
      )}
      <form method="post" action={`${action}/continue`}>
        <button className="nhsuk-button" type="submit">
          {codes.length > 0 ? recoveryCodesWords.saved : recoveryCodesWords.continue}
        </button>
      </form>
    </Frame>
  )
}
