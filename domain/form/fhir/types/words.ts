import { formLimits } from '#domain/form/question.ts'
import { compact, fhirText, own } from '#domain/form/fhir/extensions.ts'
import { degrade, extensionOf, remark, type SourceItem } from '#domain/form/fhir/source.ts'

import type { FhirType } from './fhir-type.ts'

const lostText: Record<string, string> = {
  time: 'Patients type the time as text. The time is not checked.',
  url: 'Patients type the web address as text. The web address is not checked.',
}

export const textInFhir: FhirType = {
  write: ({ long }) => ({ type: long ? 'text' : 'string' }),
  fits: ({ type, options }) => (options === undefined && ['string', 'text', 'time', 'url'].includes(type) ? 2 : 0),
  read: (item) => {
    const lost = lostText[item.type]
    if (lost) degrade(item, lost)
    return item.type === 'text' ? { long: true } : {}
  },
  value: (_question, answer) => ({ valueString: fhirText(answer) ?? '-' }),
  // Only whether text was given can be asked about it.
  readValue: () => undefined,
}

const nothing = { value: () => ({}), readValue: () => undefined }
const between = '\n\n'
const plainHeading = 'Information'

/** The heading of a page to read that has none of its own: its first line, where more follows, or a plain word. */
export function pageOf(item: SourceItem) {
  const heading = extensionOf(item, own.heading)?.valueString
  if (typeof heading === 'string' && item.text.startsWith(heading))
    return { title: heading, body: item.text.slice(heading.length + between.length) }
  const [first = '', ...rest] = item.text.trim().split('\n')
  const more = rest.join('\n').trim()
  if (more !== '' && first.length <= 100) return { title: first.trim(), body: more }
  return { title: plainHeading, body: item.text.trim() }
}

function readBody(item: SourceItem) {
  const { title, body } = pageOf(item)
  const longest = formLimits.body * 4
  if (title === plainHeading && !extensionOf(item, own.heading))
    remark(item, `Imported as an information page with the heading ‘${plainHeading}’.`)
  if (body.length > longest) degrade(item, 'The text is too long and is cut.')
  return compact({ body: body.slice(0, longest) || undefined })
}

export const informationInFhir: FhirType = {
  ...nothing,
  write: ({ title, body }) => {
    const [heading, text] = [fhirText(title) ?? '-', fhirText(body)]
    return {
      type: 'display',
      text: text === undefined ? heading : heading + between + text,
      extension: [{ url: own.heading, valueString: heading }],
    }
  },
  fits: (item) => (item.type === 'display' ? 2 : 0),
  read: readBody,
}

const partOf = (item: SourceItem) => extensionOf(item, own.part)?.valueCode
export const isSectionBody = (item: SourceItem) => item.type === 'display' && partOf(item) === 'body'
export const isEmptySection = (item: SourceItem) => item.type === 'display' && partOf(item) === 'section'

/** A group; where nothing stands in it, which FHIR does not allow, a display item that is marked. */
export const sectionInFhir: FhirType = {
  ...nothing,
  write: ({ body }) => {
    const text = fhirText(body)
    return {
      type: 'group',
      item: text === undefined ? [] : [{ linkId: 'body', text, type: 'display', extension: [{ url: own.part, valueCode: 'body' }] }],
    }
  },
  fits: (item) => (item.type === 'group' || isEmptySection(item) ? 3 : 0),
  read: (item) => {
    const body = item.children.find(isSectionBody)?.text
    return compact({ body: body?.slice(0, formLimits.body * 4) || undefined })
  },
}
