export const liveWords = {
  live: 'Live',
  paused: 'Live updates paused',
  fresh: (requests: string) => `${requests} new`,
  gone: (requests: string) => `${requests} no longer in this list`,
  show: 'Show',
  answered: 'The patient has answered',
  showAnswers: 'Show answers',
  notShown: 'The answers are shown, and recorded as read, when you ask for them.',
  changed: 'Changed while you were looking',
}
