import type { SignInPage } from '#contract/pages.ts'

import { CodeForm } from './CodeForm.tsx'
import { Frame } from './Frame.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { Refusal } from './Refusal.tsx'
import { StartAgain } from './StartAgain.tsx'

type SecondFactorProps = Extract<SignInPage, { kind: 'second-factor' }>

const titles = { code: 'Enter the code of your authenticator app', 'recovery code': 'Enter a recovery code', passkey: 'Use your passkey' }

/** The second step: what the person has, besides what they know. */
export function SecondFactor({ action, refusal, asks, hasCode, hasRecoveryCodes, passkey, script }: SecondFactorProps) {
  const isRefused = refusal !== undefined
  return (
    <Frame title={titles[asks]} isRefused={isRefused} script={script}>
      <Refusal words={refusal} fieldId={asks === 'passkey' ? 'main' : 'code'} />
      <h1 className="nhsuk-heading-l">{titles[asks]}</h1>
      {asks === 'code' && (
        <CodeForm
          action={`${action}/code`}
          kind="code"
          label="Code"
          hint="Six digits. Each code works once."
          submitLabel="Continue"
          refusal={refusal}
        />
      )}
      {asks === 'recovery code' && (
        <CodeForm
          action={`${action}/recovery-code`}
          kind="recovery code"
          label="Recovery code"
          hint="One of the ten you kept when you set up your second factor. Each works once."
          submitLabel="Continue"
          refusal={refusal}
        />
      )}
      {asks === 'passkey' && <noscript>Your browser must run scripts to use a passkey.</noscript>}
      {passkey && asks !== 'recovery code' && (
        <PasskeyForm action={`${action}/passkey`} kind="get" question={passkey} label="Use a passkey" isPrimary={asks === 'passkey'} />
      )}
      <ul className="nhsuk-list other-ways">
        {asks === 'recovery code' && hasCode && (
          <li>
            <a href={action}>Use the code of your authenticator app</a>
          </li>
        )}
        {asks === 'recovery code' && passkey && !hasCode && (
          <li>
            <a href={action}>Use your passkey</a>
          </li>
        )}
        {asks !== 'recovery code' && hasRecoveryCodes && (
          <li>
            <a href={`${action}/recovery-code`}>Use a recovery code</a>
          </li>
        )}
      </ul>
      <p className="nhsuk-body-s">If you have neither, ask an admin of your organisation to reset your second factor.</p>
      <StartAgain action={action} />
    </Frame>
  )
}
