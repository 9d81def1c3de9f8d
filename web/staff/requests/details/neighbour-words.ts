export const neighbourWords = {
  lists: { worklist: 'Worklist', waitingList: 'Waiting list queue' },
  previous: 'Previous',
  next: 'Next',
  position: (place: number, total: number, isAtLeast: boolean) =>
    `${place.toLocaleString('en-GB')} of ${isAtLeast ? 'at least ' : ''}${total.toLocaleString('en-GB')}`,
  end: 'End of the list',
  noMore: 'That was the last form request in the list.',
}
