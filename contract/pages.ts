import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { DateParts } from '#domain/form/question-types/date.ts'
import type { Progress } from '#domain/form/path.ts'
import type { Answer, Answers } from '#domain/form/question.ts'
import type { Texts } from '#domain/form/translated-text.ts'
import type { PageLanguage } from '#domain/languages.ts'
import type { InformationTopic } from '#domain/patient-information.ts'

import type { TotpSetup } from './own-account.ts'

/** The interface between the server and the pages it renders: the props of a page and the returned HTML. */
export type PageRenderer<Page> = (page: Page) => string

/** The exports of a module of server-rendered pages. */
export type Pages<Page> = { render: PageRenderer<Page> }

export type DemoAccount = { label: string; emailAddress: string; password: string }

/** The options of a WebAuthn call (WebAuthn Level 3, section 5), as JSON. */
type PasskeyQuestion = object

/** A sign-in page. `script` is the address of the script for passkeys; all other sign-in steps work without it. */
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
  /** Recovery codes are shown once; empty when they were shown before. */
  | { kind: 'recovery-codes'; action: string; codes: string[] }
  | { kind: 'cannot-sign-in'; title: string; words: string; home: string }
  | { kind: 'forgot-password'; emailAddress: string; refusal: string | undefined; home: string }
  | { kind: 'set-password'; isFirst: boolean; emailAddress: string; refusal: string | undefined }
  | { kind: 'notice'; title: string; words: string[]; next: { href: string; label: string } }

/** The organisation of the link, and how patients reach it (empty: not given); undefined for an unknown link, whose page must not name anyone. */
export type PageOwner = { name: string; logo: string | undefined; contact: PageContact } | undefined
export type PageContact = { phone: string; hours: string; address: string; web: string }

/** The addresses of the pages with information, for the footer. */
export type InformationLinks = Record<InformationTopic, string>

/** The address that a form posts to and its CSRF token. */
export type Posting = { action: string; csrf: string }

/** The language of a page: that of its fixed words, and the texts of the form in the patient's language where they are translated. */
export type LanguageOfPage = { words: PageLanguage; texts: { language: string; byId: Texts } | undefined }

/** The languages that the patient can choose. `action`: where the choice is posted; `to`: the page to come back to. */
export type LanguageSwitch = { action: string; to: string; chosen: string; offered: string[] }

/** The reasons for showing a notice instead of the page. */
export const noticeNames = [
  'filled_in_by_staff',
  'already_sent',
  'sent_in_error',
  'closed',
  'expired',
  'locked',
  'left',
  'finished',
  'unknown_link',
  'test_link',
  'moved',
  'cross_site_post',
  'too_many_tries',
  'too_many_codes',
  'unavailable',
] as const
export type NoticeName = (typeof noticeNames)[number]

/** Why a code or a date of birth was refused. */
export type CodeError = 'missing' | 'unknown'
export type IdentityError = 'missing' | 'impossible' | 'wrong'

/** Why an answer was not saved: it is not valid, or somebody has saved another one meanwhile. */
export type QuestionError = { kind: 'invalid' } | { kind: 'changed'; saved: Answer | undefined }

/** What every page has. No switch: the language cannot be changed on a page that could not be served. */
export type PageFrame = {
  owner: PageOwner
  information: InformationLinks
  language: LanguageOfPage
  languageSwitch: LanguageSwitch | undefined
}

/** A page that a patient opens with a link (PTN-1 to PTN-4). */
export type PatientPage = PageFrame &
  (
    | { kind: 'identity'; action: string; typed: DateParts; error: IdentityError | undefined }
    /** The patient comes from the NHS App, where they signed in with NHS login. `proof` says so. */
    | { kind: 'nhs-app'; action: string; proof: string }
    /** The field for the code of a letter, which leads to a link. */
    | { kind: 'code'; action: string; typed: string; error: CodeError | undefined }
    | ({
        kind: 'question'
        question: Question
        value: Answer | undefined
        error: QuestionError | undefined
        /** The section of the question. */
        section: { id: string; title: string } | undefined
        /** Undefined on a page without a question. */
        progress: Progress | undefined
        /** The saved answer that the page shows, as JSON. */
        replaces: string
        back: string | undefined
      } & Posting)
    | ({
        kind: 'check-answers'
        /** The answers have changed since the page was opened on which the patient pressed “Send”. */
        isChanged: boolean
        revision: number
        formTitle: string
        definition: FormDefinition
        answers: Answers
        base: string
        back: string
        leave: Posting
      } & Posting)
    /** The description of the form, shown before the first question. */
    | { kind: 'start'; formTitle: string; description: string; next: string; leave: Posting }
    /** `copy`: the address of the answers as a PDF. */
    | { kind: 'confirmation'; formTitle: string; copy: string; leave: Posting }
    /** A removal from the waiting list. `until`: the last day on which the patient can change their mind. */
    | ({
        kind: 'removal'
        formTitle: string
        state: 'approved' | 'changed_mind' | 'withdrawn' | 'final'
        until: string
        leave: Posting
      } & Posting)
    /** `isStopped`: the patient gets no more emails about forms. */
    | { kind: 'stop-emails'; action: string; isStopped: boolean }
    /** `text`: see domain/text-blocks.ts. */
    | { kind: 'information'; topic: InformationTopic; text: string; back: string }
    | { kind: 'notice'; notice: NoticeName; tryAgain: string | undefined; again?: Repost }
  )

/** The posted values that could not be saved, for the button that posts them again. */
export type Repost = { action: string; fields: { name: string; value: string }[] }

/** The field with the chosen language. On a question page it is posted with the answer, which is shown again and not lost. */
export const languageField = '~language'

/** The hidden field with the address of the page where the language was chosen. */
export const returnField = '~return'

/** The name of the hidden field with the CSRF token; no question can have this id. */
export const csrfField = '~proof'

/** The hidden field with the proof that the patient signed in with NHS login. */
export const nhsLoginField = 'nhs-login'

/** The field with the code of a letter. */
export const codeField = 'code'

/** The button on a question page that ends the session on this device and saves or discards the answer. */
export const leaveField = '~leave'
export type Leave = 'keeping the answer' | 'without the answer'

/** The hidden field with the saved answer that the page showed, as JSON. */
export const replacesField = '~replaces'

/** The hidden field of a page that says that the answer was changed elsewhere. */
export const changedField = '~changed'

/** The hidden field with the revision of the answers on the check page. */
export const revisionField = '~revision'

/** The hidden field with the id of the question on the page: the page number can belong to another question by the time it is posted. */
export const askedField = '~asked'
