import { isBankHoliday } from '#domain/bank-holidays.ts'
import { addDays, formatDate, yearsBefore } from '#domain/dates.ts'
import { type ToldPatient, toldPatients } from '#domain/demo-patients.ts'
import type { Answers } from '#domain/form/question.ts'
import { maskedContact } from '#domain/masked-contact.ts'
import type { MessageReasonCode } from '#domain/message-reasons.ts'
import { dateOf, hourOf } from '#domain/moments.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'
import type { defaultOutcomes } from '#domain/outcomes.ts'
import { nameKeyOf } from '#domain/patient-search.ts'

import { followedForm } from './followed-score.ts'
import type { DemoMember } from './names.ts'
import type { DemoPatient } from './people.ts'
import { randomFrom, type Random } from './random.ts'
import { type DemoRequest, expiryOf } from './requests.ts'

type Outcome = (typeof defaultOutcomes)[number]
type Form = DemoRequest['form']
type Cast = {
  now: number
  forms: readonly Form[]
  wards: readonly { id: string; name: string }[]
  /** The id of a member by the name in their email address. */
  memberNamed: (name: string) => string
}

/** `by`: the id of a member, or the patient; nobody for what Formward does by itself. `text`: what is stored beside the event. */
export type Step = { at: number; kind: string; by?: string; detail?: Record<string, unknown>; text?: string }
type Failure = { code: MessageReasonCode; words: string }
export type StoryMessage = {
  id: string
  method: DemoRequest['method']
  sentTo: string
  at: number
  endedAt: number
  followsId: string | null
  failure: Failure | undefined
}
export type StoryRequest = DemoRequest & { outcome: Outcome; steps: Step[]; messages: StoryMessage[]; waitingSince: string | null }
export type Story = { patient: DemoPatient; requests: StoryRequest[]; contactChange?: Step }

/** The member who treats the second patient. Nobody else of the demonstration works in talking therapy. */
export const therapist: DemoMember = {
  emailAddress: 'therapist@demo.formward.example',
  firstName: 'Niamh',
  lastName: 'Corrigan',
  role: 'User',
  jobTitle: 'Psychological therapist',
  occupation: 'Therapist',
  isClinician: true,
  wards: ['Clinic 2'],
}

/**
 * Three patients with a history of several weeks, for people who look at the demonstration. Their ids, names and answers are the same each time, and
 * come from a random of its own: whatever else the demonstration holds stays as it is.
 */
export function makePatientStories(cast: Cast): Record<ToldPatient, Story> {
  const random = randomFrom(481_200)
  return { worse: becomesWorse(cast, random), therapy: getsBetter(cast, random), unreached: isNotReached(cast, random) }
}

/** A patient who waits for a hip replacement says that the symptoms are much worse, and the operation is moved forward. */
function becomesWorse({ now, forms, wards, memberNamed }: Cast, random: Random): Story {
  const today = dateOf(new Date(now))
  const [clerk, physio] = [memberNamed('bookings'), memberNamed('physio')]
  const patient = personOf(random, wards, today, {
    localPatientId: toldPatients.worse,
    name: ['Margaret', 'Ellison'],
    age: 67,
    birthdayDaysAgo: 137,
    registeredDaysAgo: 251,
    sex: 'female',
    address: ['14 Orchard Close', 'Northbury', 'Westshire', 'NB1 4DH'],
    phone: '+447700900617',
    email: 'margaret.ellison@example.com',
    method: 'sms',
    admission: 'waiting',
    ward: 'Outpatients',
  })
  const secondDay = recentDay(today, 'Tuesday', 10)
  const nextDay = workingDayFrom(addDays(secondDay, 1))
  const waitingSince = addDays(secondDay, -182)
  const firstDay = workingDayFrom(addDays(waitingSince, 84))
  const firstReview = workingDayFrom(addDays(firstDay, 1))
  const [before, after] = [92, 36].map((days) => formatDate(workingDayFrom(addDays(nextDay, days)))) as [string, string] // of two numbers
  const common = {
    random,
    patient,
    form: formOf(forms, 'waiting-list'),
    specialty: '110',
    location: 'Outpatients',
    pathwayId: 'PW-20417',
    waitingSince,
  }
  const sms = (day: string) => ({ method: 'sms', contact: patient.phone_number!, at: timeOn(day, '09:13') }) as const // has a number
  const first = tell(
    { ...common, event: '12 week check', messages: [sms(firstDay)], outcome: 'No action needed' },
    {
      waiting: '2',
      needed: 'yes',
      changed: 'no_change',
      offers: ['none'],
      contact: 'yes',
      help: ['none'],
      message: 'Thank you for checking. I am managing for now.',
    },
    [
      { at: timeOn(firstDay, '09:12'), kind: 'created', by: clerk },
      { at: timeOn(firstDay, '17:31'), kind: 'opened', by: 'patient' },
      { at: timeOn(firstDay, '17:36'), kind: 'completed', by: 'patient' },
      { at: timeOn(firstReview, '10:18'), kind: 'assigned', by: clerk, detail: { memberId: clerk } },
      { at: timeOn(firstReview, '10:20'), kind: 'closed', by: clerk },
    ],
  )
  const second = tell(
    { ...common, event: '26 week check', messages: [sms(secondDay)], outcome: 'Appointment booked' },
    {
      waiting: '2',
      needed: 'yes',
      changed: 'much_worse',
      offers: ['an_appointment_at_short_notice', 'another_consultant'],
      contact: 'yes',
      help: ['help_with_transport'],
      message: 'The pain keeps me awake most nights. I now need two sticks to get to the shop.',
    },
    [
      { at: timeOn(secondDay, '09:12'), kind: 'created', by: clerk },
      { at: timeOn(secondDay, '19:46'), kind: 'opened', by: 'patient' },
      { at: timeOn(secondDay, '19:52'), kind: 'completed', by: 'patient' },
      { at: timeOn(secondDay, '19:52') + 1, kind: 'flagged', by: 'patient' },
      { at: timeOn(nextDay, '08:36'), kind: 'assigned', by: physio, detail: { memberId: physio } },
      {
        at: timeOn(nextDay, '09:20'),
        kind: 'note_added',
        by: physio,
        text: 'Phoned Mrs Ellison. Night pain for 5 weeks, walks 50 metres with two sticks, no fall and no fever. Spoke to the consultant, who has changed the priority to urgent. Advice about pain relief given, and the GP has a letter.',
      },
      {
        at: timeOn(nextDay, '09:24'),
        kind: 'waiting_list_decided',
        by: physio,
        detail: { queue: 'worse', decision: 'reviewed' },
        text: 'Phoned, and discussed with the consultant. Priority changed to urgent.',
      },
      {
        at: timeOn(nextDay, '11:05'),
        kind: 'note_added',
        by: clerk,
        text: `Hip replacement moved forward from ${before} to ${after}. Mrs Ellison has agreed by phone. Transport is booked.`,
      },
      { at: timeOn(nextDay, '11:30'), kind: 'closed', by: physio },
    ],
  )
  return { patient, requests: [first, second] }
}

/** The points of the nine items in their order. The first answers are dealt with on the same day, the others on the next working day. */
const checks = [
  { items: '333322201', difficulty: 'very_difficult', sent: '09:05', done: '10:04', closed: '10:46' },
  { items: '233322200', difficulty: 'very_difficult', sent: '09:12', done: '18:41', closed: '10:26' },
  { items: '223222100', difficulty: 'somewhat_difficult', sent: '08:50', done: '19:20', closed: '09:31' },
  { items: '222212100', difficulty: 'somewhat_difficult', sent: '09:34', done: '12:35', closed: '14:08' },
  { items: '122211100', difficulty: 'somewhat_difficult', sent: '09:02', done: '20:02', closed: '11:15' },
  { items: '112111100', difficulty: 'somewhat_difficult', sent: '10:17', done: '18:15', closed: '09:44' },
  { items: '111111000', difficulty: 'not_difficult_at_all', sent: '09:08', done: '19:33', closed: '10:52' },
]
const itemIds = ['interest', 'mood', 'sleep', 'energy', 'appetite', 'self', 'concentration', 'movement', 'harm']

/** A patient in talking therapy answers the PHQ-9 every two weeks. The first answers raise a red flag, the last are mild. */
function getsBetter({ now, forms, wards, memberNamed }: Cast, random: Random): Story {
  const today = dateOf(new Date(now))
  const by = memberNamed('therapist')
  const patient = personOf(random, wards, today, {
    localPatientId: toldPatients.therapy,
    name: ['Daniel', 'Osei'],
    age: 34,
    birthdayDaysAgo: 301,
    registeredDaysAgo: 128,
    sex: 'male',
    address: ['52 Victoria Street', 'Kingsmere', 'Eastfold', 'KM2 6LN'],
    phone: '+447700900342',
    email: 'daniel.osei@example.com',
    method: 'email',
    admission: 'outpatient',
    ward: 'Clinic 2',
  })
  const lastDay = recentDay(today, 'Wednesday', 4)
  const requests = checks.map(({ items, difficulty, sent, done, closed }, nth) => {
    const isFirst = nth === 0
    const day = workingDayFrom(addDays(lastDay, -14 * (checks.length - 1 - nth)))
    const completed = timeOn(day, done)
    const closedAt = timeOn(isFirst ? day : workingDayFrom(addDays(day, 1)), closed)
    const text = therapyNotes[nth]
    const answers: Answers = Object.fromEntries(itemIds.map((id, place) => [id, items.charAt(place)]))
    return tell(
      {
        random,
        patient,
        form: formOf(forms, followedForm.key),
        specialty: '710',
        location: 'Clinic 2',
        event: 'Talking therapy review',
        pathwayId: 'PW-20563',
        waitingSince: null,
        messages: [{ method: 'email', contact: patient.email_address!, at: timeOn(day, sent) + minute }], // has an address
        outcome: isFirst ? 'Telephoned the patient' : 'No action needed',
      },
      { ...answers, difficulty },
      [
        { at: timeOn(day, sent), kind: 'created', by },
        { at: completed - 4 * minute, kind: 'opened', by: 'patient' },
        { at: completed, kind: 'completed', by: 'patient' },
        ...(isFirst ? [{ at: completed + 1, kind: 'flagged', by: 'patient' }] : []),
        { at: closedAt - (isFirst ? 32 : 9) * minute, kind: 'assigned', by, detail: { memberId: by } },
        ...(text ? [{ at: closedAt - 3 * minute, kind: 'note_added', by, text }] : []),
        { at: closedAt, kind: 'closed', by },
      ],
    )
  })
  return { patient, requests }
}

/** By the place of the check in the row. */
const therapyNotes: Record<number, string> = {
  0: 'Phoned Mr Osei. On some days he thinks that his family would be better off without him. He has no plan and no intent, lives with his wife, and she knows. We agreed a safety plan, he has the number of the crisis line, and the GP was told today. First session brought forward to this week.',
  1: 'No thoughts of self-harm since the phone call. The safety plan stays in place.',
  3: 'Session 4. He sleeps better, and is back at work for three mornings a week.',
  6: 'PHQ-9 down from 19 to 6 in 12 weeks. We agreed to end the therapy, with a last check in 3 months.',
}

/** No message reaches a patient until a user corrects the number. The patient phones, and a user types the answers. */
function isNotReached({ now, forms, wards, memberNamed }: Cast, random: Random): Story {
  const today = dateOf(new Date(now))
  const [coordinator, clerk] = [memberNamed('user'), memberNamed('bookings')]
  const [wrongNumber, rightNumber] = ['+447700900872', '+447700900827']
  const patient = personOf(random, wards, today, {
    localPatientId: toldPatients.unreached,
    name: ['Ivor', 'Pritchard'],
    age: 79,
    birthdayDaysAgo: 58,
    registeredDaysAgo: 236,
    sex: 'male',
    address: ['3 Mill Lane', 'Redcliffe Bay', 'Southmarch', 'RB3 2PQ'],
    phone: rightNumber,
    email: null,
    method: 'sms',
    admission: 'waiting',
    ward: 'Outpatients',
  })
  const day = recentDay(today, 'Monday', 12)
  const correctedOn = workingDayFrom(addDays(day, 1))
  const phonedOn = workingDayFrom(addDays(correctedOn, 1))
  const answering = { channel: 'phone', answeredBy: 'patient' }
  const checked = ['name', 'dateOfBirth', 'address']
  const correction = { fields: ['phoneNumber', 'emailAddress'], identityCheck: 'nobody_asked' }
  const contactChange = { at: timeOn(correctedOn, '10:05'), kind: 'contact_changed', by: clerk, detail: correction }
  const request = tell(
    {
      random,
      patient,
      form: formOf(forms, 'waiting-list'),
      specialty: '130',
      location: 'Outpatients',
      event: '12 week check',
      pathwayId: 'PW-20688',
      waitingSince: addDays(day, -84),
      messages: [
        {
          method: 'sms',
          contact: wrongNumber,
          at: timeOn(day, '09:41'),
          failure: { code: 'wrong_contact_detail', words: 'The phone number does not exist, or its network refused the message.' },
        },
        {
          method: 'email',
          contact: 'ivor.pritchad@example.com',
          at: timeOn(day, '09:45'),
          isNext: true,
          failure: { code: 'wrong_contact_detail', words: 'The email address does not exist.' },
        },
        { method: 'sms', contact: rightNumber, at: timeOn(correctedOn, '10:06') },
      ],
      outcome: 'Appointment booked',
      typed: { channel: 'phone', by: clerk, checked },
    },
    {
      waiting: '2',
      needed: 'yes',
      changed: 'no_change',
      offers: ['an_appointment_at_short_notice'],
      contact: 'yes',
      help: ['help_with_transport', 'help_to_hear_or_see'],
      message: 'I cannot read text messages on my phone. Please send letters in large print.',
    },
    [
      { at: timeOn(day, '09:40'), kind: 'created', by: coordinator },
      contactChange,
      {
        at: timeOn(correctedOn, '10:05') + 20_000,
        kind: 'note_added',
        by: clerk,
        text: 'Neither the text message nor the email reached Mr Pritchard. Two digits of the mobile number were the wrong way round. Corrected from the referral letter of the GP, which has no email address, so the wrong address was removed.',
      },
      { at: timeOn(correctedOn, '10:06'), kind: 'queued', by: clerk, detail: { method: 'sms' } },
      { at: timeOn(phonedOn, '10:31'), kind: 'answering_started', by: clerk, detail: { ...answering, checked } },
      { at: timeOn(phonedOn, '10:44') - 1, kind: 'opened', by: clerk, detail: answering },
      { at: timeOn(phonedOn, '10:44'), kind: 'completed', by: clerk, detail: answering },
      {
        at: timeOn(phonedOn, '10:46'),
        kind: 'note_added',
        by: clerk,
        text: 'Mr Pritchard phoned, because he cannot read the message. We went through the questions together.',
      },
      { at: timeOn(phonedOn, '11:20'), kind: 'assigned', by: coordinator, detail: { memberId: coordinator } },
      {
        at: timeOn(phonedOn, '11:34'),
        kind: 'note_added',
        by: coordinator,
        text: 'Cataract clinic booked for a free place next week, with hospital transport. Large print is noted on the referral.',
      },
      { at: timeOn(phonedOn, '11:35'), kind: 'closed', by: coordinator },
    ],
  )
  return { patient, requests: [request], contactChange }
}

type NewMessage = Pick<StoryMessage, 'method' | 'at'> & { contact: string; failure?: Failure; isNext?: boolean }
type Told = Pick<DemoRequest, 'patient' | 'form' | 'specialty' | 'location' | 'event' | 'pathwayId'> &
  Pick<StoryRequest, 'outcome' | 'waitingSince'> & { random: Random; messages: NewMessage[]; typed?: DemoRequest['typed'] }

/** One closed form request with its messages and answers, and what happened to it in the order of time. */
function tell({ random, messages: sent, typed, ...told }: Told, answers: Answers, written: Step[]): StoryRequest {
  const id = random.uuid()
  const messages: StoryMessage[] = []
  const ofMessages = sent.flatMap(({ method, contact, at, failure, isNext = false }): Step[] => {
    const followed = isNext ? messages.at(-1) : undefined
    const endedAt = at + (failure ? 3 * minute : 35_000)
    const message = {
      id: random.uuid(),
      method,
      sentTo: maskedContact(method, contact),
      at,
      endedAt,
      followsId: followed?.id ?? null,
      failure,
    }
    messages.push(message)
    const detail = { notificationId: message.id, method, category: 'request_created' }
    return [
      ...(followed ? [{ at, kind: 'next_method', detail: { ...detail, after: followed.method, cause: 'not_delivered' } }] : []),
      ...(failure
        ? [{ at: endedAt, kind: 'not_delivered', detail: { ...detail, reason: failure.words } }]
        : [
            { at: at + 20_000, kind: 'sent', detail },
            { at: endedAt, kind: 'delivered', detail },
          ]),
    ]
  })
  const steps = [...written, ...ofMessages]
    .map((step) => (step.kind === 'closed' ? { ...step, detail: { outcome: told.outcome } } : step))
    .toSorted((one, other) => one.at - other.at)
  const stepOf = (kind: string) => steps.find((step) => step.kind === kind)
  const timeOf = (kind: string) => stepOf(kind)!.at // each story has these steps
  const assigned = stepOf('assigned')!
  const created = timeOf('created')
  return {
    ...told,
    id,
    steps,
    messages,
    answers,
    draft: undefined,
    typed,
    version: told.form.liveVersion,
    method: sent[0]!.method, // each has a message
    failed: false,
    status: 'closed',
    isUrgent: stepOf('flagged') !== undefined,
    created,
    sent: timeOf('sent'),
    openedAt: timeOf('opened'),
    completedAt: timeOf('completed'),
    closedAt: timeOf('closed'),
    expires: expiryOf(created),
    assignment: { memberId: assigned.by!, at: assigned.at }, // by a member
    events: steps.map(({ at, kind, by, detail }) => ({
      at,
      kind,
      actor: by === undefined ? 'worker' : by === 'patient' ? 'patient' : 'member',
      ...(by !== undefined && by !== 'patient' && { memberId: by }),
      ...(detail && { detail }),
    })),
  }
}

type Person = {
  localPatientId: string
  name: [first: string, last: string]
  age: number
  /** Days since their birthday, and since a user created their record. */
  birthdayDaysAgo: number
  registeredDaysAgo: number
  sex: DemoPatient['sex']
  address: [line1: string, town: string, county: string, postcode: string]
  phone: string
  email: string | null
  method: string
  admission: string
  ward: string
}

function personOf(random: Random, wards: Cast['wards'], today: string, person: Person): DemoPatient {
  const { name, address } = person
  return {
    id: random.uuid(),
    nhs_number: syntheticNhsNumber(2_000 + Number(person.localPatientId.slice(-3))),
    local_patient_id: person.localPatientId,
    first_name: name[0],
    last_name: name[1],
    name_key: nameKeyOf(...name),
    date_of_birth: addDays(yearsBefore(today, person.age), -person.birthdayDaysAgo),
    sex: person.sex,
    line1: address[0],
    line2: '',
    town: address[1],
    county: address[2],
    postcode: address[3],
    phone_number: person.phone,
    email_address: person.email,
    preferred_method: person.method,
    may_be_contacted: true,
    admission_status: person.admission,
    is_submitted: false,
    is_on_record: true,
    ward_id: wards.find((ward) => ward.name === person.ward)?.id ?? null,
    archived_at: null,
    created_at: new Date(timeOn(workingDayFrom(addDays(today, -person.registeredDaysAgo)), '11:20')).toISOString(),
  }
}

function formOf(forms: readonly Form[], key: string): Form {
  const form = forms.find((one) => one.key === key)
  if (!form) throw new Error(`The demonstration has no form ${key}`)
  return form
}

const minute = 60_000
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdayOf = (day: string) => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!
const isWorkingDay = (day: string) => !['Saturday', 'Sunday'].includes(weekdayOf(day)) && !isBankHoliday(day)
const workingDayFrom = (day: string): string => (isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1)))

/** The latest such weekday at least so many days ago that is a working day and is followed by one. */
function recentDay(today: string, weekday: string, daysAgo: number) {
  let day = addDays(today, -daysAgo)
  while (weekdayOf(day) !== weekday || !isWorkingDay(day) || !isWorkingDay(addDays(day, 1))) day = addDays(day, -1)
  return day
}

/** A time of day in London. */
function timeOn(day: string, time: string) {
  const utc = Date.parse(`${day}T${time}:00Z`)
  return utc - (hourOf(new Date(utc)) - Number(time.slice(0, 2))) * 60 * minute
}
