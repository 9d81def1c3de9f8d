import { own, standard } from '#domain/form/fhir/extensions.ts'
import { degrade, numberIn, remark, type SourceItem } from '#domain/form/fhir/source.ts'

import { isObject, isTrue, objectsIn, textIn } from './raw.ts'

const used = new Set<string>([...Object.values(standard), ...Object.values(own)])
/** Said by the lines about the number of answers, below. */
const silent = new Set(['questionnaire-minOccurs'])

/** What a patient, or whoever reads the answers, would notice. By the last part of the extension's name. */
const noticed: Record<string, string> = {
  'sdc-questionnaire-enableWhenExpression': 'Its condition is a formula, which is left out: the question is asked always.',
  'sdc-questionnaire-calculatedExpression': 'It is calculated from other answers, which is left out: the patient is asked.',
  'sdc-questionnaire-initialExpression': 'It begins with a calculated answer, which is left out: it begins empty.',
  'sdc-questionnaire-answerExpression': 'Its answers are calculated, which is left out.',
  'sdc-questionnaire-candidateExpression': 'Suggested answers are left out.',
  'sdc-questionnaire-answerOptionsToggleExpression': 'Some options were offered only on a condition; all are offered.',
  'questionnaire-constraint': 'A rule about what may be answered is left out.',
  targetConstraint: 'A rule about what may be answered is left out.',
  'questionnaire-maxOccurs': 'How many answers may be given is not limited.',
  minLength: 'The least length of an answer is not checked.',
  regex: 'The pattern of an answer is not checked.',
  maxSize: 'The largest size of an answer is not checked.',
  'rendering-xhtml': 'Its formatting is left out, links and pictures too.',
  entryFormat: 'The example of how to write the answer is left out.',
}

/** What an item says that a question of ours cannot say. */
export function sayLosses(item: SourceItem) {
  const { raw } = item
  for (const { url } of item.extensions) sayExtension(item, url)
  // What is said of the words alone stands beside them (https://hl7.org/fhir/R4/json.html#primitive).
  for (const name of ['_text', '_prefix'])
    for (const { url } of objectsIn(isObject(raw[name]) ? raw[name]['extension'] : undefined)) sayExtension(item, textIn(url))
  if (textIn(raw['definition']) !== '') remark(item, 'Its reference to the definition of a data element is left out.')
  if (objectsIn(raw['answerOption']).some((option) => isTrue(option['initialSelected'])) || objectsIn(raw['initial']).length > 0)
    degrade(item, 'It came with an answer filled in; patients begin with none.')
  if (isTrue(raw['readOnly'])) degrade(item, 'It was for reading only; patients can answer it.')
  if (typeof raw['maxLength'] === 'number') degrade(item, `Answers were limited to ${raw['maxLength']} characters; that is not checked.`)
  if (raw['repeats'] === 'true' || raw['required'] === 'true') remark(item, 'Its ‘true’ was written as text, and read as true.')
  sayOptions(item)
  sayOptionPrefixes(item)
}

function sayExtension(item: SourceItem, url: string) {
  const name = url.slice(0, 200).split('/').at(-1) ?? url
  if (used.has(url) && url !== standard.calculated) return
  // A group says by itself that it is asked once.
  if (item.type === 'group' && name === 'questionnaire-maxOccurs') return
  if (name === 'questionnaire-minOccurs' && item.type !== 'group') return sayFewest(item, url)
  const words = Object.hasOwn(noticed, name) ? noticed[name] : undefined
  if (words) degrade(item, words)
  else if (!silent.has(name)) remark(item, `‘${name}’, an addition that Formward does not use, is left out.`)
}

function sayFewest(item: SourceItem, url: string) {
  const fewest = numberIn(item, url)
  if (fewest !== undefined && fewest > 1) degrade(item, `At least ${fewest} answers were asked for; that is not checked.`)
}

const kinds: Record<string, string> = {
  valueInteger: 'Its options are whole numbers; they go out as codes.',
  valueDate: 'Its options are dates; they go out as codes.',
  valueTime: 'Its options are times; they go out as codes.',
  valueString: 'Its options are texts without codes; they go out as codes.',
  valueReference: 'Its options point to other records; only their words are kept.',
}

function sayOptions(item: SourceItem) {
  const found = new Set((item.options ?? []).map(({ kind }) => kind))
  for (const [kind, words] of Object.entries(kinds)) if (found.has(kind)) degrade(item, words)
  if (item.options?.some(({ hasVersion }) => hasVersion)) remark(item, 'The version of the code system of its options is left out.')
}

function sayOptionPrefixes(item: SourceItem) {
  const hasPrefix = objectsIn(item.raw['answerOption']).some((option) =>
    [option, option['valueCoding']].some(
      (one) => isObject(one) && objectsIn(one['extension']).some(({ url }) => textIn(url).endsWith('questionnaire-optionPrefix')),
    ),
  )
  if (hasPrefix) remark(item, 'The letters or numbers before its options are left out.')
}
