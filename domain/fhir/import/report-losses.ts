import { own, standard } from '#domain/fhir/extensions.ts'
import { fhirMappings } from '#domain/fhir/question-types.ts'
import {
  degrade,
  extensionOf,
  isObject,
  isTrue,
  numberIn,
  objectsIn,
  type Raw,
  remark,
  type SourceItem,
  textIn,
} from '#domain/fhir/source-item.ts'
import { isOnlyTranslations, readTranslation } from '#domain/fhir/translations.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'

/**
 * Reports every part of an item that a question does not keep. `type`: the question that the item becomes; undefined for a text that becomes
 * a hint or a heading.
 */
export function reportLosses(item: SourceItem, type?: QuestionTypeName) {
  const { raw } = item
  for (const { url } of item.extensions) reportExtension(item, url, type)
  for (const name of Object.keys(raw)) reportElement(item, name)
  reportAnswers(item, type)
  reportControls(item, type)
  reportOptions(item)
  if (textIn(raw['prefix']).trim() !== '')
    remark(item, `The number ‘${textIn(raw['prefix']).trim().slice(0, 60)}’ is now part of the text.`)
  const codes = objectsIn(raw['code'])
  if (codes.some((code) => hasOther(code, codingElements))) remark(item, 'Additions to the codes are left out.')
}

const codingElements = ['system', 'version', 'code', 'display']
const hasOther = (element: Raw, known: string[]) => Object.keys(element).some((name) => !known.includes(name))

/** The elements that are read, here or elsewhere. */
const read = new Set(
  'linkId text type prefix required repeats extension modifierExtension answerOption answerValueSet enableWhen enableBehavior item code'.split(
    ' ',
  ),
)
const elementLosses: Record<string, string> = {
  definition: 'The reference to a data element definition is left out.',
  id: 'The technical ID of the item is left out.',
}
const withOwnWords = new Set(['maxLength', 'readOnly', 'initial'])

function reportElement(item: SourceItem, name: string) {
  if (read.has(name) || withOwnWords.has(name)) return
  // Extensions of a primitive element are in a sibling element (https://hl7.org/fhir/R4/json.html#primitive).
  const sibling = item.raw[name]
  if (name.startsWith('_')) {
    const extensions = objectsIn(isObject(sibling) ? sibling['extension'] : undefined)
    const isRead = (one: Raw) => name === '_text' && readTranslation(one) !== undefined
    for (const one of extensions) if (!isRead(one)) reportExtension(item, textIn(one['url']), undefined)
    return
  }
  if (Object.hasOwn(elementLosses, name)) remark(item, elementLosses[name]!)
  else
    remark(item, /^[A-Za-z]{1,40}$/.test(name) ? `The element ‘${name}’ is left out.` : 'An element that FHIR does not have is left out.')
}

function reportAnswers(item: SourceItem, type: QuestionTypeName | undefined) {
  const { raw } = item
  if (objectsIn(raw['answerOption']).some((option) => isTrue(option['initialSelected'])) || objectsIn(raw['initial']).length > 0)
    degrade(item, 'The pre-filled answer is left out. The answer starts empty.')
  if (isTrue(raw['readOnly'])) degrade(item, 'The question was read-only. Patients can answer the imported question.')
  else if ('readOnly' in raw) remark(item, 'The element ‘readOnly’ is left out.')
  if (typeof raw['maxLength'] === 'number') degrade(item, `The limit of ${raw['maxLength']} characters is not checked.`)
  else if ('maxLength' in raw) remark(item, 'The element ‘maxLength’ is left out.')
  if (raw['repeats'] === 'true' || raw['required'] === 'true') remark(item, 'The text ‘true’ is read as the value true.')
  if (item.repeats && type !== 'multi_select' && item.type !== 'group')
    degrade(item, 'Patients could give several answers. They can give one answer.')
  if (item.required && (type === undefined || type === 'section' || type === 'information'))
    remark(item, 'That an answer is required is left out, because this item takes no answer.')
  if (item.type === 'quantity') remark(item, 'Exports give the answer as a number, not as a quantity with a unit.')
}

function reportControls(item: SourceItem, type: QuestionTypeName | undefined) {
  if (type === undefined) return
  const kept = fhirMappings[type].control
  for (const code of new Set(item.controls.filter((one) => one !== kept))) {
    const isAlike = type === 'dropdown' && ['autocomplete', 'lookup'].includes(code)
    remark(
      item,
      isAlike
        ? `The list is shown as a drop-down list. Exports use ‘${kept}’, not ‘${code}’.`
        : `The control ‘${code.slice(0, 60)}’ is left out.`,
    )
  }
}

/** Losses that a patient or a reader of the answers would notice, by the last part of the extension's url. */
const lossMessages: Record<string, string> = {
  'sdc-questionnaire-enableWhenExpression': 'The condition is a formula, so it is left out. The question is always asked.',
  'sdc-questionnaire-calculatedExpression': 'The calculation from other answers is left out. Patients answer this question.',
  'sdc-questionnaire-initialExpression': 'The calculated starting answer is left out. The answer starts empty.',
  'sdc-questionnaire-answerExpression': 'The calculation of the answer options is left out.',
  'sdc-questionnaire-candidateExpression': 'Suggested answers are left out.',
  'sdc-questionnaire-answerOptionsToggleExpression': 'The conditions on some options are left out. All options are shown.',
  'questionnaire-constraint': 'A rule that limits the answer is left out.',
  targetConstraint: 'A rule that limits the answer is left out.',
  minLength: 'The minimum answer length is not checked.',
  regex: 'The answer pattern is not checked.',
  maxSize: 'The maximum answer size is not checked.',
  'rendering-xhtml': 'Formatting, links and pictures are left out.',
  entryFormat: 'The example of the answer format is left out.',
}

const isOwn = new Set<string>(Object.values(own))
const isNumber = (type: QuestionTypeName | undefined) => type === 'number' || type === 'scale'

/** The extensions that some types of question keep. */
const keptBy: Record<string, (item: SourceItem, type: QuestionTypeName | undefined) => boolean> = {
  [standard.itemControl]: () => true, // see reportControls
  [standard.hidden]: () => true, // a hidden item is left out as a whole
  [standard.unit]: (item, type) => type === 'number' && isPlainUnit(item),
  [standard.unitOption]: (item, type) => type === 'number' && item.extensions.filter(({ url }) => url === standard.unitOption).length > 1,
  [standard.minValue]: (item, type) => isNumber(type) && numberIn(item, standard.minValue) !== undefined,
  [standard.maxValue]: (item, type) => isNumber(type) && numberIn(item, standard.maxValue) !== undefined,
  [standard.maxDecimalPlaces]: (item, type) => type === 'number' && item.type !== 'integer',
  [standard.sliderStep]: (_item, type) => type === 'scale',
}

/** The element without a sibling that holds translations alone, which are kept. */
function withoutTranslations(element: Raw, name: '_display' | '_valueString'): Raw {
  const { [name]: sibling, ...rest } = element
  return isOnlyTranslations(sibling) ? rest : element
}

/** Only the text of a unit is kept. */
function isPlainUnit(item: SourceItem) {
  const coding: unknown = extensionOf(item, standard.unit)?.valueCoding
  return isObject(coding) && !hasOther(withoutTranslations(coding, '_display'), ['display'])
}

function reportExtension(item: SourceItem, url: string, type: QuestionTypeName | undefined) {
  const name = url.slice(0, 200).split('/').at(-1) ?? url
  if (isOwn.has(url) || keptBy[url]?.(item, type)) return
  if (name === 'questionnaire-minOccurs' || name === 'questionnaire-maxOccurs') return reportOccurs(item, url, name)
  if (url === standard.displayCategory) return remark(item, 'The description of the category is now part of the hint.')
  if ((url === standard.unit || url === standard.unitOption) && type === 'number')
    return remark(item, 'The code of the unit is left out. Exports have the text of the unit only.')
  if (url === standard.minValue || url === standard.maxValue)
    return degrade(item, `The ${url === standard.minValue ? 'smallest or earliest' : 'largest or latest'} answer is not checked.`)
  const words = Object.hasOwn(lossMessages, name) ? lossMessages[name] : undefined
  if (words) degrade(item, words)
  else remark(item, `The extension ‘${name}’ is not supported and is left out.`)
}

/** How often a group or an answer can be given (https://hl7.org/fhir/R4/extension-questionnaire-minoccurs.html). */
function reportOccurs(item: SourceItem, url: string, name: string) {
  const count = numberIn(item, url)
  const what = item.type === 'group' ? (count === 1 ? 'time' : 'times') : count === 1 ? 'answer' : 'answers'
  const words = `The ${name.endsWith('minOccurs') ? 'minimum' : 'maximum'} of ${count} ${what} is not checked.`
  // One is what a patient can give. A repeatable group is reported as changed by itself.
  if (count === undefined) remark(item, `The extension ‘${name}’ is not supported and is left out.`)
  else if (count > 1) degrade(item, words)
  else remark(item, words)
}

const keptOnOptions = new Set<string>([standard.ordinalValue, standard.itemWeight, standard.optionExclusive, own.value])
const optionPrefix = 'questionnaire-optionPrefix'

function reportOptions(item: SourceItem) {
  const options = objectsIn(item.raw['answerOption']).map((option) => withoutTranslations(option, '_valueString'))
  const codings = options
    .map((option) => option['valueCoding'])
    .filter(isObject)
    .map((coding) => withoutTranslations(coding, '_display'))
  const urls = [...options, ...codings].flatMap((one) => objectsIn(one['extension']).map(({ url }) => textIn(url)))
  for (const url of new Set(urls.filter((one) => !keptOnOptions.has(one)))) {
    const name = url.slice(0, 200).split('/').at(-1) ?? url
    remark(
      item,
      name === optionPrefix
        ? 'The letters or numbers before the options are left out.'
        : `The extension ‘${name}’ of the options is not supported and is left out.`,
    )
  }
  if (urls.includes(standard.itemWeight)) remark(item, 'Exports have the points of the options as ‘ordinalValue’.')
  const isKnown = (name: string) => name === 'extension' || name === 'initialSelected' || /^value[A-Z]/.test(name)
  if (
    options.some((option) => Object.keys(option).some((name) => !isKnown(name))) ||
    codings.some((one) => hasOther(one, [...codingElements, 'extension']))
  )
    remark(item, 'Additions to the options, such as formatting and translations, are left out.')
  if (item.options?.some(({ kind }) => kind === 'valueReference'))
    degrade(item, 'The options link to other records. Only the text is kept.')
  if (item.valueSet) remark(item, 'The options are from a value set in the file. Exports list the options with the question.')
  if (item.valueSet === 'partial')
    degrade(item, 'Only the options that the value set lists are kept. Rules and other value sets are left out.')
  const plain = ['string', 'integer', 'date', 'time', 'text', 'decimal', 'dateTime', 'url', 'boolean', 'quantity']
  if (item.options && plain.includes(item.type))
    remark(item, `The type of the item was ‘${item.type}’. Exports use ‘choice’ for questions with options.`)
}
