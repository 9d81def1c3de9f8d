import type { SignInPage } from '#contract/pages.ts'

import { Frame } from './Frame.tsx'

type RecoveryCodesProps = Extract<SignInPage, { kind: 'recovery-codes' }>

/** Shown once, before the person goes on. */
export function RecoveryCodes({ action, codes }: RecoveryCodesProps) {
  const title = codes.length > 0 ? 'Keep your recovery codes' : 'Your second factor is set up'
  return (
    <Frame title={title}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      {codes.length > 0 ? (
        <>
          <p>
            If you lose your phone or passkey, one of these codes signs you in. Each works once. You see them only now: write them down, or
            print this page.
          </p>
          <ol className="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>Your recovery codes were shown before. You can make new ones on your profile, under Sign-in security.</p>
      )}
      <form method="post" action={`${action}/continue`}>
        <button className="nhsuk-button" type="submit">
          {codes.length > 0 ? 'I have kept them, continue' : 'Continue'}
        </button>
      </form>
    </Frame>
  )
}
