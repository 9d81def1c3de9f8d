import type { FastifyRequest } from 'fastify'

import type { InformationLinks } from '#contract/pages.ts'
import {
  informationText,
  informationTopics,
  type InformationSettings,
  type InformationTopic,
  ownPage,
} from '#domain/patient-information.ts'
import { getPatientInformation } from '#server/organisations/organisations.ts'

import { notice, type PageRequest, type PageResult } from './page-request.ts'

/** The address of the pages with information where no organisation is known. */
export const generalInformation = '/information'

/** @param base the address of a link, or of the pages for everyone */
export const informationLinks = (base: string): InformationLinks => ({
  privacy: `${base}/privacy`,
  accessibility: `${base}/accessibility`,
  cookies: `${base}/cookies`,
})

/** The privacy notice, accessibility statement or cookies page of the organisation. It needs no identity step and says nothing about the patient. */
export const linkInformation = (topic: InformationTopic) => async (visit: PageRequest) =>
  informationPage(topic, await getPatientInformation(visit.ctx), visit.base)

/** @param back the page that the button leads to */
export function informationPage(topic: InformationTopic, organisation: InformationSettings | undefined, back: string): PageResult {
  const own = organisation && ownPage(topic, organisation)
  if (own !== undefined) return { to: own }
  return { page: { kind: 'information', topic, text: informationText(topic, organisation), back } }
}

/** Where no organisation is known. */
export function generalInformationPage(request: FastifyRequest): PageResult {
  const { topic } = request.params as { topic: string }
  const known = informationTopics.find((one) => one === topic)
  return known ? informationPage(known, undefined, '/c') : notice('unknown_link')
}
