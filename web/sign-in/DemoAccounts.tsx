import { Fragment } from 'react'

import type { DemoAccount } from '#contract/pages.ts'

import { signInWords } from './words.ts'

type DemoAccountsProps = { action: string; accounts: DemoAccount[] }

/** One press signs in: each account is a form of its own, so that it works without a script. */
export function DemoAccounts({ action, accounts }: DemoAccountsProps) {
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts">
      <h2 className="nhsuk-heading-s" id="demo-accounts">
        {signInWords.demo.title}
      </h2>
      <p className="nhsuk-body-s">{signInWords.demo.text}</p>
      <ul className="demo-accounts__list">
        {accounts.map(({ label, emailAddress, password }) => (
          <li key={emailAddress}>
            <form method="post" action={action}>
              <input type="hidden" name="emailAddress" value={emailAddress} />
              <input type="hidden" name="password" value={password} />
              <button className="demo-accounts__button" type="submit">
                <span className="demo-accounts__label">{label}</span>
                <span className="demo-accounts__address">
                  {emailAddress.split(/(?<=@)/).map((part) => (
                    <Fragment key={part}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
