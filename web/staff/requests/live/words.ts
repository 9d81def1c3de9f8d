export const liveWords = {
  live: 'Live',
  paused: 'Live updates paused',
  fresh: (requests: string) => `${requests} new`,
  gone: (requests: string) => `${requests} no longer in this list`,
  show: 'Show',
  shortcuts: 'Keyboard shortcuts',
  shortcutsText: 'Shortcuts work when a form request in the list has the focus. Press Tab to move to the list.',
  close: 'Close',
  changed: 'Changed while you were looking',
}
