/** The types of form by purpose. */
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

/** The label of a form type; an unknown type is shown unchanged. */
export const formTypeLabel = (type: string) => (Object.hasOwn(formTypes, type) ? formTypes[type as FormType] : type)

/**
 * Whether a published form of one type can take another. Its answers go by the type that the form has at that moment: those of a waiting-list
 * form open the queues of the waiting list. So a form that patients answer neither becomes nor stops being a waiting-list form.
 */
export const canChangeType = (from: string, to: string) => (from === 'waiting_list') === (to === 'waiting_list')

/** Counting sent requests stops here, because a form can have been sent a million times. */
export const sentCountLimit = 1_000

/** The number of times a form was sent; '1,000+' at the limit. */
export const formatSentCount = (count: number) => count.toLocaleString('en-GB') + (count >= sentCountLimit ? '+' : '')

/** Answers of fewer patients than this are not shown as statistics, because they could identify a patient. */
export const minGroupSize = 5
