/** The FHIR R4 types for forms (https://hl7.org/fhir/R4/questionnaire.html), as narrow as Formward writes them. */
export type Coding = { system?: string; version?: string; code?: string; display?: string; _display?: PrimitiveElement }

/** What stands beside a value that is no object, under its name with an underscore (https://hl7.org/fhir/R4/json.html#primitive). */
export type PrimitiveElement = { extension: Extension[] }

export type Value = {
  valueBoolean?: boolean
  valueCode?: string
  valueCodeableConcept?: { coding: Coding[]; text?: string }
  valueCoding?: Coding
  valueDate?: string
  valueDecimal?: number
  valueInteger?: number
  valueString?: string
  _valueString?: PrimitiveElement
  valueTime?: string
}

export type Extension = Value & { url: string; extension?: Extension[] }

/** An answer, or the value that a condition compares it with. */
export type AnswerValue = Pick<
  Value,
  'valueBoolean' | 'valueCoding' | 'valueDate' | 'valueDecimal' | 'valueInteger' | 'valueString' | 'valueTime'
>

export type EnableWhen = {
  question: string
  operator: 'exists' | '=' | '!=' | '>' | '<' | '>=' | '<='
  answerBoolean?: boolean
  answerCoding?: Coding
  answerDate?: string
  answerDecimal?: number
  answerInteger?: number
  answerString?: string
  answerTime?: string
}

export type AnswerOption = Pick<Value, 'valueCoding' | 'valueDate' | 'valueInteger' | 'valueString' | 'valueTime'> & {
  extension?: Extension[]
  _valueString?: PrimitiveElement
}

export type QuestionnaireItem = {
  extension?: Extension[]
  linkId: string
  code?: Coding[]
  text?: string
  _text?: PrimitiveElement
  type: 'group' | 'display' | 'boolean' | 'decimal' | 'integer' | 'date' | 'string' | 'text' | 'choice' | 'open-choice'
  enableWhen?: EnableWhen[]
  enableBehavior?: 'all' | 'any'
  required?: boolean
  repeats?: boolean
  answerOption?: AnswerOption[]
  item?: QuestionnaireItem[]
}

export type Identifier = { system: string; value: string }

export type Reference = { type: 'Patient' | 'Practitioner' | 'RelatedPerson'; identifier?: Identifier; display?: string }

export type Questionnaire = {
  resourceType: 'Questionnaire'
  extension?: Extension[]
  url: string
  derivedFrom?: string[]
  identifier: Identifier[]
  version?: string
  title: string
  _title?: PrimitiveElement
  status: 'active' | 'retired'
  subjectType: ['Patient']
  date: string
  description?: string
  _description?: PrimitiveElement
  copyright?: string
  item: QuestionnaireItem[]
}

export type ResponseItem = { linkId: string; text?: string; answer?: AnswerValue[]; item?: ResponseItem[] }

export type QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse'
  extension?: Extension[]
  identifier: Identifier
  questionnaire: string
  status: 'completed'
  subject: Reference
  authored: string
  author?: Reference
  source?: Reference
  item?: ResponseItem[]
}
