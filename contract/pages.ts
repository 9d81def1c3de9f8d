import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { DateParts } from '#domain/form/question-types/date.ts'
import type { Progress } from '#domain/form/path.ts'
import type { Answer, Answers } from '#domain/form/question.ts'

import type { TotpSetup } from './own-account.ts'

/** The one door between the server and the pages it renders itself: what a page is given, and what comes back (HTML, whole). */
export type PageRenderer<Page> = (page: Page) => string

/** What a module of server-rendered pages exports. */
export type Pages<Page> = { render: PageRenderer<Page> }

export type DemoAccount = { label: string; emailAddress: string; password: string }

/** What a browser asks an authenticator with (WebAuthn Level 3, section 5), as JSON. */
type PasskeyQuestion = object

/** A page of the sign-in. `script`: the address of the one script, for passkeys; where it does not run, everything else works. */
export type SignInPage = { script?: string | undefined } & SignInStep

type SignInStep =
  | {
      kind: 'sign-in'
      action: string
      emailAddress: string
      refusal: string | undefined
      demoAccounts: DemoAccount[]
      /** `folded`: for the one account of emergencies. */ passwords: 'shown' | 'folded' | 'none'
      /** Where else people sign in. */ upstream: { name: string; href: string } | undefined
      passkey: PasskeyQuestion | undefined
    }
  | {
      kind: 'second-factor'
      action: string
      refusal: string | undefined
      asks: 'code' | 'recovery code' | 'passkey'
      hasCode: boolean
      hasRecoveryCodes: boolean
      passkey: PasskeyQuestion | undefined
    }
  | { kind: 'set-up'; action: string; refusal: string | undefined; setup: TotpSetup | undefined; passkey: PasskeyQuestion }
  /** Codes are shown once; none where they were shown before. */
  | { kind: 'recovery-codes'; action: string; codes: string[] }
  | { kind: 'cannot-sign-in'; title: string; words: string; home: string }
  | { kind: 'forgot-password'; emailAddress: string; refusal: string | undefined; home: string }
  | { kind: 'set-password'; isFirst: boolean; emailAddress: string; refusal: string | undefined }
  | { kind: 'notice'; title: string; words: string[]; next: { href: string; label: string } }

/** Whose page it is; undefined where the link is not one of ours, and nobody may be named. */
export type PageOwner = { name: string; logo: string | undefined } | undefined

/** What a form posts with: where to, and the proof that the page it came from was ours. */
export type Posting = { action: string; csrf: string }

/** A page a patient sees behind their link (PTN-1 to PTN-4). */
export type PatientPage = { owner: PageOwner } & (
  | { kind: 'identity'; action: string; typed: DateParts; error: string | undefined }
  | ({
      kind: 'question'
      question: Question
      value: Answer | undefined
      error: string | undefined
      /** The section it stands in. */
      section: string | undefined
      /** None on a page that asks nothing. */
      progress: Progress | undefined
      back: string | undefined
    } & Posting)
  | ({
      kind: 'check-answers'
      formTitle: string
      definition: FormDefinition
      answers: Answers
      base: string
      back: string
      leave: Posting
    } & Posting)
  /** What the form is for, before its first question. */
  | { kind: 'start'; formTitle: string; description: string; next: string; leave: Posting }
  | { kind: 'confirmation'; formTitle: string; leave: Posting }
  | { kind: 'notice'; title: string; words: string[]; tryAgain: string | undefined; again?: Repost }
)

/** What was posted while it could not be kept, to be posted once more by whoever presses the button. */
export type Repost = { action: string; fields: { name: string; value: string }[] }

/** The name of the hidden field with the proof: no question's id can be the same. */
export const csrfField = '~proof'

/** The button that ends the session of this device from a question's page: it keeps the answer first, or leaves it out. */
export const leaveField = '~leave'
export type Leave = 'keeping the answer' | 'without the answer'

/** The hidden field that says which question a page asked: the number in its address may be another's by the time it is posted. */
export const askedField = '~asked'
