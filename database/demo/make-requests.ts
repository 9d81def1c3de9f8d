import { queuesOf } from '#domain/waiting-list.ts'

import { followedForm, makeFollowUps } from './followed-score.ts'
import { answerByLetter } from './letter.ts'
import { randomFrom } from './random.ts'
import { makeRequest, workingTime, type DemoRequest } from './requests.ts'
import { makeSeries } from './series.ts'

type Cast = Omit<Parameters<typeof makeRequest>[0], 'members'> & { members: { id: string; isClinician: boolean }[] }

/** The form requests of one organisation with their answers, as many as asked for and those that the stories need. */
export function makeRequests({ random, ...cast }: Cast, count: number) {
  const once = cast.forms.filter(({ key }) => key !== followedForm.key)
  const series = makeSeries(cast, count + 1)
  const requests = [
    ...Array.from({ length: count }, () => makeRequest({ ...cast, random, forms: once })),
    ...makeFollowUps(cast, count),
    ...series.requests,
    ...makeStories(cast, count + 2),
  ]
  const clerk = cast.members.findLast(({ isClinician }) => !isClinician)
  const phoned = requests.filter(isTelephoned).slice(0, telephoned)
  if (clerk) for (const request of phoned) answerByTelephone(request, clerk.id)
  const letter = clerk && answerByLetter(requests, cast.now, clerk.id)
  return { requests, series, letter }
}

const day = 86_400_000

/**
 * What the demonstration shows on every day of the year, whatever the other form requests are: patients who said in the last days that their
 * symptoms are worse, and one whom no message reached some weeks ago. From a random of its own: everything else stays as it is.
 */
function makeStories({ now, ...cast }: Omit<Cast, 'random'>, seed: number): DemoRequest[] {
  const random = randomFrom(seed)
  const forms = cast.forms.filter(({ type }) => type === 'waiting_list')
  const patients = cast.patients.filter((patient) => patient.archived_at === null && patient.may_be_contacted)
  if (forms.length === 0 || patients.length === 0) return []
  const first = (isWanted: (request: DemoRequest) => boolean) => {
    for (let tries = 0; tries < 100_000; tries++) {
      const request = makeRequest({ ...cast, now, random, forms, patients })
      if (isWanted(request)) return request
    }
    throw new Error('No form request of the demonstration tells this story')
  }
  const isWorse = ({ status, answers, completedAt = 0 }: DemoRequest) =>
    status === 'completed' && completedAt > now - 5 * day && answers !== undefined && queuesOf(answers).includes('worse')
  const isUnreached = ({ failed, status, created }: DemoRequest) =>
    failed && status === 'unopened' && created > now - 20 * day && created < now - 10 * day
  return [first(isWorse), first(isWorse), first(isUnreached)]
}

/** How many patients of an organisation answered the waiting-list check by phone. */
const telephoned = 3
/** Answers of the last weeks that staff still review. */
const isTelephoned = ({ form, status, isUrgent, completedAt }: DemoRequest) =>
  form.type === 'waiting_list' &&
  status === 'completed' &&
  !isUrgent &&
  completedAt !== undefined &&
  workingTime(completedAt) === completedAt

/** A user phoned the patient, checked who they are, and typed the answers. */
function answerByTelephone(request: DemoRequest, by: string) {
  const detail = { channel: 'phone', answeredBy: 'patient' }
  const checked = ['name', 'dateOfBirth', 'phoneNumber']
  request.typed = { channel: 'phone', by, checked }
  request.openedAt = request.completedAt! - 6 * 60_000 // it is completed
  request.events = request.events.flatMap((event) =>
    event.kind === 'opened'
      ? [
          { ...event, at: request.openedAt!, actor: 'member' as const, memberId: by, detail },
          {
            ...event,
            at: request.openedAt! + 1,
            kind: 'answering_started',
            actor: 'member' as const,
            memberId: by,
            detail: { ...detail, checked },
          },
        ]
      : event.kind === 'completed'
        ? [{ ...event, actor: 'member' as const, memberId: by, detail }]
        : [event],
  )
}
