/** What staff have to decide about form requests of waiting-list forms (PTN-5), in the order in which it is urgent. */
export const waitingListQueues = [
  'worse',
  'changed_mind',
  'link_locked',
  'not_told',
  'removal_withdrawn',
  'not_on_list',
  'not_sure',
  'no_longer_needed',
  'details_changed',
  'no_reply',
  'take_off_list',
  'removal_approved',
] as const
export type WaitingListQueue = (typeof waitingListQueues)[number]
