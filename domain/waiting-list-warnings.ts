import { singleChoicesOf } from './form/chosen-answers.ts'
import type { FormDefinition } from './form/definition.ts'
import { queueLabel, waitingListQuestions } from './waiting-list.ts'

const questionIds = Object.keys(waitingListQuestions) as (keyof typeof waitingListQuestions)[] // exactly its keys

/** What a waiting-list form lacks for its queues, as warnings for its author. */
export function waitingListWarnings(definition: FormDefinition): { message: string; question?: string }[] {
  return questionIds.flatMap((id): { message: string; question?: string }[] => {
    const { about, queues, unknown } = waitingListQuestions[id]
    const question = definition.questions.find((one) => one.id === id)
    const choices = question && singleChoicesOf(question)
    if (!choices)
      return [
        {
          message: `The waiting list does not know ${about} without the question ‘${id}’ of the ready-made form ‘Waiting list check’.`,
          ...(question && { question: id }),
        },
      ]
    const missing = Object.entries(queues).filter(([value, queue]) => queue !== undefined && !choices.some((one) => one.value === value))
    const others = choices.filter(({ value }) => !Object.hasOwn(queues, value))
    return [
      ...missing.map(([value]) => `The waiting list expects an option with the value ‘${value}’ in the question about ${about}.`),
      ...others.map(
        ({ label }) =>
          `The waiting list does not know the option ‘${label}’. Patients who choose it are listed under ‘${queueLabel(unknown)}’.`,
      ),
    ].map((message) => ({ message, question: id }))
  })
}
