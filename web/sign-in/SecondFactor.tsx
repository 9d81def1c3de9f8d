import type { SignInPage } from '#contract/pages.ts'

import { CodeForm } from './CodeForm.tsx'
import { Frame } from './Frame.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { Refusal } from './Refusal.tsx'
import { StartAgain } from './StartAgain.tsx'
import { secondFactorWords } from './words.ts'

type SecondFactorProps = Extract<SignInPage, { kind: 'second-factor' }>

const { titles } = secondFactorWords

/** The second step of signing in: a code, a recovery code or a passkey. */
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
          label={secondFactorWords.code}
          hint={secondFactorWords.codeHint}
          submitLabel={secondFactorWords.continue}
          refusal={refusal}
        />
      )}
      {asks === 'recovery code' && (
        <CodeForm
          action={`${action}/recovery-code`}
          kind="recovery code"
          label={secondFactorWords.recoveryCode}
          hint={secondFactorWords.recoveryCodeHint}
          submitLabel={secondFactorWords.continue}
          refusal={refusal}
        />
      )}
      {asks === 'passkey' && <noscript>{secondFactorWords.noScript}</noscript>}
      {passkey && asks !== 'recovery code' && (
        <PasskeyForm
          action={`${action}/passkey`}
          kind="get"
          question={passkey}
          label={secondFactorWords.passkeyButton}
          isPrimary={asks === 'passkey'}
        />
      )}
      <ul className="nhsuk-list other-ways">
        {asks === 'recovery code' && hasCode && (
          <li>
            <a href={action}>{secondFactorWords.appLink}</a>
          </li>
        )}
        {asks === 'recovery code' && passkey && !hasCode && (
          <li>
            <a href={action}>{secondFactorWords.passkeyLink}</a>
          </li>
        )}
        {asks !== 'recovery code' && hasRecoveryCodes && (
          <li>
            <a href={`${action}/recovery-code`}>{secondFactorWords.recoveryCodeLink}</a>
          </li>
        )}
      </ul>
      <p className="nhsuk-body-s">{secondFactorWords.reset}</p>
      <StartAgain action={action} />
    </Frame>
  )
}
