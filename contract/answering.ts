import { z } from 'zod'

import { answerers, assistedChannels, changeableDetails, identityDetails, requiredDetails } from '#domain/answering.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { formLimits } from '#domain/form/question.ts'

import { oneLineText, textKinds } from './fields.ts'
import { Definition, GivenAnswers } from './form-definition.ts'
import { byId, IsoMoment } from './lists.ts'
import { PatientInList } from './patients.ts'
import { routes } from './route.ts'

/** Read as on the patient's page: domain/form/answers.ts checks it against its question. */
const answerText = z
  .string()
  .max(formLimits.freeText * 4)
  .register(textKinds, { kind: 'draft' })
const Answer = z.union([answerText, z.array(answerText).max(formLimits.options)])

/** How the answers are given and who gives them. */
const started = {
  channel: z.enum(assistedChannels, 'Choose how the patient gives the answers.'),
  answeredBy: z.enum(answerers, 'Choose who gives the answers.'),
  carerName: oneLineText('Name of the carer', 100),
  carerRelationship: oneLineText('Relationship to the patient', 100),
}

/** How submitted answers were given. */
export const AnsweringRecord = z.object({
  channel: z.enum(['web', ...assistedChannels]),
  answeredBy: z.enum(answerers),
  carerName: z.string(),
  carerRelationship: z.string(),
  /** The name of the user who typed the answers; null for the patient’s own device. */
  typedBy: z.string().nullable(),
  /** The language in which the patient read the form, such as cy; null if a user typed the answers, or if it was not recorded. */
  language: z.string().nullable(),
  /** Which details the person said right. */
  checkedDetails: z.array(z.enum(identityDetails)),
})

const AnsweringSession = z.object({
  id: z.uuid(),
  channel: z.enum(assistedChannels),
  answeredBy: z.enum(answerers),
  carerName: z.string(),
  carerRelationship: z.string(),
  startedAt: IsoMoment,
})

const Draft = z.object({
  answers: GivenAnswers,
  /** The name of the user who saved the answer, by question. No entry: the patient. */
  savedBy: z.record(z.string(), z.string()),
  revision: z.number().int(),
})
export type AnswerDraft = z.infer<typeof Draft>

const state = {
  /** Why answers can no longer be given, in words; null while the form request is open. */
  ended: z.string().nullable(),
  /** Null without an identity check of the last hour. */
  draft: Draft.nullable(),
}

export const Answering = z.object({
  ...state,
  requestId: z.uuid(),
  status: z.enum(requestStatuses),
  patient: PatientInList,
  /** What the person says is compared with these. Empty: not on the record. */
  details: z.object({
    address: z.string(),
    phoneNumber: z.string(),
    /** Changed less than a day ago, so that they do not count. */
    recent: z.array(z.enum(changeableDetails)),
  }),
  form: z.object({ title: z.string(), description: z.string(), version: z.number().int(), definition: Definition }),
  /** The identity check that this user made in the last hour. */
  session: AnsweringSession.nullable(),
})
export type Answering = z.infer<typeof Answering>

const session = z.uuid()
const answering = { service: 'forms', path: '/request/:id/answering', permission: ['formRequest:update'], params: byId } as const

/** A user answers a form for a patient (PTN-6). */
export const answeringRoutes = routes({
  get: { ...answering, method: 'GET', action: 'formRequest:readAnswering', audit: 'formRequestAnsweringRead', response: Answering },
  /** Asked every few seconds while the form is filled in, so it is in the audit log only when it answers what somebody else has saved. */
  changes: {
    ...answering,
    method: 'GET',
    when: 'since',
    action: 'formRequest:readAnswering',
    audit: 'verb',
    query: z.object({ since: z.coerce.number().int().min(0), session }),
    response: z.object({ ended: state.ended, draft: Draft.nullable() }),
  },
  /** Records the identity check. The form request counts as opened when the answers are sent. */
  start: {
    ...answering,
    method: 'POST',
    action: 'formRequest:startAnswering',
    audit: 'verb',
    body: z
      .strictObject({
        ...started,
        /** Which details the person said right. */
        checked: z.array(z.enum(identityDetails)).max(identityDetails.length).default([]),
        /** For answers on paper: the paper names this patient. */
        paperNamesPatient: z.boolean().default(false),
      })
      .superRefine(({ channel, answeredBy, carerName, carerRelationship, checked, paperNamesPatient }, ctx) => {
        const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
        if (answeredBy === 'carer' && carerName === '') refuse('carerName', 'Name of the carer is required.')
        if (answeredBy === 'carer' && carerRelationship === '') refuse('carerRelationship', 'Relationship to the patient is required.')
        if (channel === 'paper' && !paperNamesPatient) refuse('paperNamesPatient', 'Confirm that the paper names this patient.')
        if (channel !== 'paper' && new Set(checked).size < requiredDetails)
          refuse('checked', `Tick at least ${requiredDetails} details that the person said right.`)
      }),
    response: Answering,
  },
  /** Saves one answer, if it still replaces what the user saw (null: no answer). */
  save: {
    ...answering,
    method: 'PUT',
    action: 'formRequest:saveAnswer',
    audit: 'verb',
    body: z.strictObject({ session, question: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), answer: Answer, replaces: Answer.nullable() }),
    response: Draft,
  },
  /** Sends the answers of the revision that the user checked. */
  send: {
    ...answering,
    path: '/request/:id/answering/send',
    method: 'POST',
    action: 'formRequest:sendAnswers',
    audit: 'verb',
    body: z.strictObject({ session, revision: z.number().int() }),
    /** The names of the red flags that the answers raised. */
    response: z.object({ redFlags: z.array(z.string()) }),
  },
})
