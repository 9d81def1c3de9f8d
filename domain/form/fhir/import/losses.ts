import { own, standard } from '#domain/form/fhir/extensions.ts'
import { degrade, remark, type SourceItem } from '#domain/form/fhir/source.ts'

import { isObject, isTrue, objectsIn, textIn } from './raw.ts'

const used = new Set<string>([...Object.values(standard), ...Object.values(own)])
/** Drawn as this product draws it, whatever they say; or said again by another element. */
const silent = new Set(['questionnaire-choiceOrientation', 'questionnaire-minOccurs', 'rendering-style', 'rendering-xhtml'])

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
  entryFormat: 'The example of how to write the answer is left out.',
}

/** What an item says that a question of ours cannot say. */
export function sayLosses(item: SourceItem) {
  const { raw } = item
  for (const { url } of item.extensions) sayExtension(item, url)
  if (objectsIn(raw['answerOption']).some((option) => isTrue(option['initialSelected'])) || objectsIn(raw['initial']).length > 0)
    degrade(item, 'It came with an answer filled in; patients begin with none.')
  if (isTrue(raw['readOnly'])) degrade(item, 'It was for reading only; patients can answer it.')
  if (typeof raw['maxLength'] === 'number') degrade(item, `Answers were limited to ${raw['maxLength']} characters; that is not checked.`)
  if (raw['repeats'] === 'true' || raw['required'] === 'true') remark(item, 'Its ‘true’ was written as text, and read as true.')
  sayCodes(item)
  sayOptionPrefixes(item)
}

function sayExtension(item: SourceItem, url: string) {
  const name = url.slice(0, 200).split('/').at(-1) ?? url
  if (used.has(url) && url !== standard.calculated) return
  const words = Object.hasOwn(noticed, name) ? noticed[name] : undefined
  if (words) degrade(item, words)
  else if (!silent.has(name)) remark(item, `‘${name}’, an addition that Formward does not use, is left out.`)
}

function sayCodes(item: SourceItem) {
  const codes = objectsIn(item.raw['code'])
    .map(({ code }) => textIn(code))
    .filter((code) => code !== '')
  if (codes.length > 0) remark(item, `The code of the question (${codes.slice(0, 3).join(', ').slice(0, 100)}) is left out.`)
}

function sayOptionPrefixes(item: SourceItem) {
  const hasPrefix = objectsIn(item.raw['answerOption']).some((option) =>
    [option, option['valueCoding']].some(
      (one) => isObject(one) && objectsIn(one['extension']).some(({ url }) => textIn(url).endsWith('questionnaire-optionPrefix')),
    ),
  )
  if (hasPrefix) remark(item, 'The letters or numbers before its options are left out.')
}
