import type { BadgeKind } from '#web/ui/Badge.tsx'

export type SampleRequest = {
  id: string
  patient: string
  nhsNumber: string
  status: { label: string; kind: BadgeKind }
  specialty: string
  form: string
  method: string
  location: string
  assignee: string | undefined
  created: string
  isUrgent: boolean
}

export const specialties = [
  '100 General Surgery',
  '101 Urology',
  '110 Trauma and Orthopaedics',
  '120 Ear Nose and Throat',
  '130 Ophthalmology',
  '300 General Internal Medicine',
  '320 Cardiology',
  '340 Respiratory Medicine',
  '400 Neurology',
  '502 Gynaecology',
].map((label) => ({ value: label.slice(0, 3), label }))

export const statuses: { label: string; kind: BadgeKind }[] = [
  { label: 'Unopened', kind: 'notice' },
  { label: 'Opened', kind: 'info' },
  { label: 'Completed', kind: 'success' },
  { label: 'Sent in error', kind: 'danger' },
  { label: 'Closed', kind: 'dark' },
  { label: 'Auto closed', kind: 'dark' },
  { label: 'Expired', kind: 'warning' },
]

const firstNames = ['Amelia', 'Tomasz', 'Priya', 'George', 'Fatima', 'Oliver', 'Sian', 'Kwame', 'Mohammed', 'Grace']
const lastNames = ['Hughes', 'MacDonald', 'Okafor', 'Patel', 'O’Brien', 'Nowak', 'Featherstonehaugh', 'Khan', 'Evans', 'Ito']
const forms = ['Waiting list check', 'Pre-assessment questionnaire', 'PHQ-9', 'Post-operative follow-up']
const locations = ['Ward 4B', 'Outpatients', 'Day Surgery', 'Clinic 2']
const assignees = ['Dr Helen Marsh', undefined, 'Nurse Ade Bello', undefined, 'Dr Ravi Menon']

// A fixed walk through the lists: the same people every time, without looking sorted.
const pick = <T>(list: readonly T[], index: number, step: number) => list[(index * step) % list.length] as T // never empty

export const sampleRequests: SampleRequest[] = Array.from({ length: 50 }, (_, index) => ({
  id: `request-${index}`,
  patient: `${pick(firstNames, index, 3)} ${pick(lastNames, index + 1, 7)}`,
  nhsNumber: `999 ${String(100 + ((index * 37) % 900))} ${String(1000 + ((index * 911) % 9000))}`,
  status: pick(statuses, index, 5),
  specialty: pick(specialties, index, 3).label,
  form: pick(forms, index, 3),
  method: pick(['SMS', 'Email', 'NHS App'], index, 2),
  location: pick(locations, index, 3),
  assignee: pick(assignees, index, 2),
  created: `${28 - (index % 27)} Sep 2026`,
  isUrgent: index % 11 === 3,
}))
