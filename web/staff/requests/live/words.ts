export const liveWords = {
  live: 'Live',
  paused: 'Live updates paused',
  fresh: (requests: string) => `${requests} new`,
  gone: (requests: string) => `${requests} no longer in this list`,
  show: 'Show',
  showChanges: 'Show changes',
  notShown: 'What has changed is shown, and recorded as read, when you ask for it.',
  changed: 'Changed while you were looking',
}
