export const neighbourWords = {
  lists: { worklist: 'Worklist', waitingList: 'Waiting list queue' },
  previous: 'Previous',
  next: 'Next',
  position: (place: number, total: number, isAtLeast: boolean) =>
    `${place.toLocaleString('en-GB')} of ${isAtLeast ? 'at least ' : ''}${total.toLocaleString('en-GB')}`,
  keys: { title: 'In the list that you came from', next: 'Next form request', previous: 'Previous form request' },
  end: 'End of the list',
  noEarlier: 'This is the first form request in the list.',
  noMore: 'That was the last form request in the list.',
}
