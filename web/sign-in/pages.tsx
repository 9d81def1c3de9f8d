import { renderToStaticMarkup } from 'react-dom/server'

import type { SignInPage } from '#contract/pages.ts'

import { CannotSignIn } from './CannotSignIn.tsx'
import { SignIn } from './SignIn.tsx'

/** The pages of the embedded OpenID provider, as the server sends them: whole, and without any script. */
export const render = (page: SignInPage) =>
  `<!doctype html>${renderToStaticMarkup(page.kind === 'sign-in' ? <SignIn {...page} /> : <CannotSignIn {...page} />)}`
