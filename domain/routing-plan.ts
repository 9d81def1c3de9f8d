import { type PersonalField, personalFields, type PersonalValues } from './template.ts'

/** What a field of a routing plan can hold: a personal field, or the whole text or subject of our own message. */
export type PlanValue = PersonalField | 'body' | 'subject'

/** A personalisation field of a routing plan at NHS Notify, with our value for it. */
export type PlanField = { name: string; value: PlanValue; maxLength: number }

/** The longest value where a line names none: a text message is the shortest that a plan can send. */
const defaultMaxLength = 918
const longest = 100_000

const linePattern = /^(\w{1,100})\s*=\s*\(\((\w+)\)\)(?:\s+(\d{1,6}))?$/

const isPlanValue = (name: string): name is PlanValue => name === 'body' || name === 'subject' || Object.hasOwn(personalFields, name)

/**
 * The fields of a plan as staff write them, one on each line or separated by semicolons: the name at NHS Notify, our field, and the most
 * characters that the plan takes. For example `form_link = ((link)) 200`.
 */
export function parsePlanFields(text: string): { fields: PlanField[] } | { problem: string } {
  const fields: PlanField[] = []
  for (const line of text.split(/[\n;]/).map((one) => one.trim())) {
    if (line === '') continue
    const [, name = '', value = '', max] = linePattern.exec(line) ?? []
    if (!name) return { problem: `Write “${line.slice(0, 60)}” as name = ((firstName)), with a length at the end if the plan has a limit.` }
    if (!isPlanValue(value)) return { problem: `Unknown field ((${value})).` }
    if (fields.some((one) => one.name === name)) return { problem: `The field ${name} is named twice.` }
    const maxLength = max === undefined ? defaultMaxLength : Number(max)
    if (maxLength < 1 || maxLength > longest) return { problem: `The length of ${name} must be from 1 to 100,000.` }
    fields.push({ name, value, maxLength })
  }
  if (fields.length > 0 && !fields.some(({ value }) => value === 'link' || value === 'body'))
    return { problem: 'The plan needs ((link)) or ((body)), or the patient cannot open the form.' }
  return { fields }
}

type Message = { subject: string; body: string; values?: PersonalValues }

/** The personalisation of a message, with the reason in `problem` if a value is missing or too long for the plan. */
export function contentOf(fields: readonly PlanField[], { subject, body, values }: Message) {
  const personalisation: Record<string, string> = {}
  for (const { name, value, maxLength } of fields) {
    const text = value === 'body' ? body : value === 'subject' ? subject : (values?.[value] ?? '')
    personalisation[name] = text
    if (text.trim() === '') return { personalisation, problem: `The routing plan needs a value for ${name}, and this message has none.` }
    if (text.length > maxLength)
      return { personalisation, problem: `The value for ${name} is longer than the ${maxLength} characters that the routing plan takes.` }
  }
  return { personalisation }
}
