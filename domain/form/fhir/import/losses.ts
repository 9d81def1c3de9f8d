import { own, standard } from '#domain/form/fhir/extensions.ts'
import { degrade, numberIn, remark, type SourceItem } from '#domain/form/fhir/source.ts'

import { isObject, isTrue, objectsIn, textIn } from './raw.ts'

const used = new Set<string>([...Object.values(standard), ...Object.values(own)])
/** Said by the lines about the number of answers, below. */
const silent = new Set(['questionnaire-minOccurs'])

/** What a patient, or whoever reads the answers, would notice. By the last part of the extension's name. */
const noticed: Record<string, string> = {
  'sdc-questionnaire-enableWhenExpression': 'The condition is a formula, so it is left out. The question is always asked.',
  'sdc-questionnaire-calculatedExpression': 'The calculation from other answers is left out. Patients answer this question.',
  'sdc-questionnaire-initialExpression': 'The calculated starting answer is left out. The answer starts empty.',
  'sdc-questionnaire-answerExpression': 'The calculation of the answer options is left out.',
  'sdc-questionnaire-candidateExpression': 'Suggested answers are left out.',
  'sdc-questionnaire-answerOptionsToggleExpression': 'The conditions on some options are left out. All options are shown.',
  'questionnaire-constraint': 'A rule that limits the answer is left out.',
  targetConstraint: 'A rule that limits the answer is left out.',
  'questionnaire-maxOccurs': 'The maximum number of answers is left out.',
  minLength: 'The minimum answer length is not checked.',
  regex: 'The answer pattern is not checked.',
  maxSize: 'The maximum answer size is not checked.',
  'rendering-xhtml': 'Formatting, links and pictures are left out.',
  entryFormat: 'The example of the answer format is left out.',
}

/** What an item says that a question of ours cannot say. */
export function sayLosses(item: SourceItem) {
  const { raw } = item
  for (const { url } of item.extensions) sayExtension(item, url)
  // What is said of the words alone stands beside them (https://hl7.org/fhir/R4/json.html#primitive).
  for (const name of ['_text', '_prefix'])
    for (const { url } of objectsIn(isObject(raw[name]) ? raw[name]['extension'] : undefined)) sayExtension(item, textIn(url))
  if (textIn(raw['definition']) !== '') remark(item, 'The reference to a data element definition is left out.')
  if (objectsIn(raw['answerOption']).some((option) => isTrue(option['initialSelected'])) || objectsIn(raw['initial']).length > 0)
    degrade(item, 'The pre-filled answer is left out. The answer starts empty.')
  if (isTrue(raw['readOnly'])) degrade(item, 'The question was read-only. Patients can answer the imported question.')
  if (typeof raw['maxLength'] === 'number') degrade(item, `The limit of ${raw['maxLength']} characters is not checked.`)
  if (raw['repeats'] === 'true' || raw['required'] === 'true') remark(item, 'The text ‘true’ is read as the value true.')
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
  else if (!silent.has(name)) remark(item, `The extension ‘${name}’ is not supported and is left out.`)
}

function sayFewest(item: SourceItem, url: string) {
  const fewest = numberIn(item, url)
  if (fewest !== undefined && fewest > 1) degrade(item, `The minimum of ${fewest} answers is not checked.`)
}

const kinds: Record<string, string> = {
  valueInteger: 'The options are whole numbers. Exports use codes instead.',
  valueDate: 'The options are dates. Exports use codes instead.',
  valueTime: 'The options are times. Exports use codes instead.',
  valueString: 'The options are text without codes. Exports use codes instead.',
  valueReference: 'The options link to other records. Only the text is kept.',
}

function sayOptions(item: SourceItem) {
  const found = new Set((item.options ?? []).map(({ kind }) => kind))
  for (const [kind, words] of Object.entries(kinds)) if (found.has(kind)) degrade(item, words)
  if (item.options?.some(({ hasVersion }) => hasVersion)) remark(item, 'The code system version of the options is left out.')
}

function sayOptionPrefixes(item: SourceItem) {
  const hasPrefix = objectsIn(item.raw['answerOption']).some((option) =>
    [option, option['valueCoding']].some(
      (one) => isObject(one) && objectsIn(one['extension']).some(({ url }) => textIn(url).endsWith('questionnaire-optionPrefix')),
    ),
  )
  if (hasPrefix) remark(item, 'The letters or numbers before the options are left out.')
}
