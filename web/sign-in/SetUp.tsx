import type { SignInPage } from '#contract/pages.ts'

import { CodeForm } from './CodeForm.tsx'
import { Frame } from './Frame.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { Refusal } from './Refusal.tsx'
import { StartAgain } from './StartAgain.tsx'
import { setUpWords } from './words.ts'

type SetUpProps = Extract<SignInPage, { kind: 'set-up' }>

/** Shown to a user without a second factor whose organisation requires one. */
export function SetUp({ action, refusal, setup, passkey, script }: SetUpProps) {
  const { title } = setUpWords
  return (
    <Frame title={title} isRefused={refusal !== undefined} script={script}>
      <Refusal words={refusal} fieldId="code" />
      <h1 className="nhsuk-heading-l">{title}</h1>
      <p>{setUpWords.text}</p>
      {setup && (
        <section aria-labelledby="app">
          <h2 className="nhsuk-heading-m" id="app">
            {setUpWords.app}
          </h2>
          <p>{setUpWords.scan}</p>
          <svg className="qr" viewBox={`0 0 ${setup.picture.size} ${setup.picture.size}`} role="img" aria-label={setUpWords.picture}>
            <path d={setup.picture.path} />
          </svg>
          <p>
            {setUpWords.key} <code className="key">{setup.secret}</code>
          </p>
          <CodeForm
            action={`${action}/set-up`}
            kind="code"
            label={setUpWords.code}
            hint={setUpWords.codeHint}
            submitLabel={setUpWords.confirm}
            refusal={refusal}
          />
        </section>
      )}
      <PasskeyForm action={`${action}/set-up-passkey`} kind="create" question={passkey} label={setUpWords.passkey} />
      <StartAgain action={action} />
    </Frame>
  )
}
