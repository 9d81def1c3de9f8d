import type { SignInPage } from '#contract/pages.ts'

import { CodeForm } from './CodeForm.tsx'
import { Frame } from './Frame.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { Refusal } from './Refusal.tsx'
import { StartAgain } from './StartAgain.tsx'

type SetUpProps = Extract<SignInPage, { kind: 'set-up' }>

/** Where the organisation demands a second factor, and the person has none yet. */
export function SetUp({ action, refusal, setup, passkey, script }: SetUpProps) {
  const title = 'Set up a second factor'
  return (
    <Frame title={title} isRefused={refusal !== undefined} script={script}>
      <Refusal words={refusal} fieldId="code" />
      <h1 className="nhsuk-heading-l">{title}</h1>
      <p>Your organisation asks for more than a password. You set this up once; from then on you use it each time you sign in.</p>
      {setup && (
        <section aria-labelledby="app">
          <h2 className="nhsuk-heading-m" id="app">
            With an authenticator app
          </h2>
          <p>Scan the QR code with the app on your phone, or type the key into it.</p>
          <svg className="qr" viewBox={`0 0 ${setup.picture.size} ${setup.picture.size}`} role="img" aria-label="QR code of the key below">
            <path d={setup.picture.path} />
          </svg>
          <p>
            Key: <code className="key">{setup.secret}</code>
          </p>
          <CodeForm
            action={`${action}/set-up`}
            kind="code"
            label="Code"
            hint="The six digits that the app shows now."
            submitLabel="Confirm"
            refusal={refusal}
          />
        </section>
      )}
      <PasskeyForm action={`${action}/set-up-passkey`} kind="create" question={passkey} label="Use a passkey instead" />
      <StartAgain action={action} />
    </Frame>
  )
}
