/** What forms are for, as staff sort them. */
export const formTypes = {
  general: 'General',
  waiting_list: 'Waiting list',
  pre_assessment: 'Pre-assessment',
  risk: 'Risk assessment',
  follow_up: 'Follow-up',
  review: 'Review',
  experience: 'Experience of care',
} as const
export type FormType = keyof typeof formTypes

// A cast because Object.keys forgets the names; the object above is the only source of them.
export const formTypeNames = Object.keys(formTypes) as FormType[]

/** The type's name as shown to people; an unknown one is shown as it is. */
export const formTypeLabel = (type: string) => (Object.hasOwn(formTypes, type) ? formTypes[type as FormType] : type)

/** Counting how often a form was sent stops here: nobody needs to know more, and a form can have been sent a million times. */
export const sentCountLimit = 1_000

/** How often a form was sent, in words; '1,000+' where the count stopped. */
export const formatSentCount = (count: number) => count.toLocaleString('en-GB') + (count >= sentCountLimit ? '+' : '')

/** Answers of fewer people than this are not summed up: in a small group one can tell who said what. */
export const minGroupSize = 5
