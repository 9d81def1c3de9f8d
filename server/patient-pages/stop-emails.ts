import type { FastifyRequest } from 'fastify'

import type { InformationTopic } from '#domain/patient-information.ts'
import { stopEmailsPath, readStopEmailsToken } from '#server/notifications/notifications.ts'
import { findNewOrigin, getPatientInformation } from '#server/organisations/organisations.ts'
import { findPatientOfRequest, recordEmailOptOut } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { informationPage } from './information-page.ts'
import { chooseLanguage, chosenLanguage, languageSwitch } from './page-language.ts'
import { redirectTo, notice, type PageResponse, type PageResult, withoutOwner } from './page-request.ts'

/**
 * The page of the link in an email (NOT-5). Opening it changes nothing, because mail servers open links to check them. It shows nothing about
 * the patient. Posting to it stops the emails, also without a cookie: mail programs post for the patient (RFC 8058).
 */
export const serveStopEmails = (services: Services, request: FastifyRequest) =>
  serveEmailLink(services, request, async (ctx, { patient, requestId, base }) => {
    if (request.method === 'POST') await recordEmailOptOut(ctx, { requestId, patientId: patient.id })
    const isStopped = request.method === 'POST' || patient.optedOutMethods.includes('email')
    return { page: { kind: 'stop-emails', action: base, isStopped } }
  })

/** The pages with information that this page links to. */
export const serveEmailInformation = (services: Services, request: FastifyRequest, topic: InformationTopic) =>
  serveEmailLink(services, request, async (_ctx, { base, organisation }) => informationPage(topic, organisation, base))

type EmailLink = {
  base: string
  requestId: string
  patient: NonNullable<Awaited<ReturnType<typeof findPatientOfRequest>>>
  organisation: Awaited<ReturnType<typeof getPatientInformation>>
}

async function serveEmailLink(
  services: Services,
  request: FastifyRequest,
  work: (ctx: Context, link: EmailLink) => Promise<PageResult>,
): Promise<PageResponse> {
  const { token } = request.params as { token: string }
  const base = `${stopEmailsPath}/${token}`
  const unknown = withoutOwner(request, notice('unknown_link'), base)
  const named = readStopEmailsToken(services.keys, token)
  if (!named) return unknown
  const { organisationId, requestId } = named
  const newOrigin = await findNewOrigin(services.db, organisationId)
  if (newOrigin) return withoutOwner(request, redirectTo(request, `${newOrigin}${base}`))
  return inOrganisation(services.db, organisationId, async (tx) => {
    const ctx: Context = {
      tx,
      organisationId,
      services,
      actor: { kind: 'patient', id: requestId, organisationId, name: 'Patient', permissions: [] },
    }
    const patient = await findPatientOfRequest(ctx, requestId)
    if (!patient) return unknown
    const organisation = await getPatientInformation(ctx)
    const { name, contactPhone: phone, contactHours: hours, contactAddress: address, contactWeb: web } = organisation
    const owner = { name, logo: undefined, contact: { phone, hours, address, web } }
    const language = chooseLanguage({ chosen: chosenLanguage(request), ofPatient: patient.locale })
    const outcome = await work(ctx, { base, requestId, patient, organisation })
    return { owner, outcome, base, language: language.page, languageSwitch: languageSwitch(request, base, language) }
  })
}
