import type { SignInPage } from '#contract/pages.ts'

import { Frame } from './Frame.tsx'
import { recoveryCodesWords } from './words.ts'

type RecoveryCodesProps = Extract<SignInPage, { kind: 'recovery-codes' }>

/** The recovery codes are shown once, before sign-in ends. */
export function RecoveryCodes({ action, codes }: RecoveryCodesProps) {
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
