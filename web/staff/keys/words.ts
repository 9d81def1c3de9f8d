export const shortcutWords = {
  title: 'Keyboard shortcuts',
  everywhere: 'On every screen',
  text: 'Shortcuts of one key work while you are not typing in a field.',
  single: 'Use shortcuts of one key',
  singleHint: 'Turn them off if you use speech input. Ctrl+K, arrow keys, Enter and Space always work.',
  help: 'Help with tasks, roles and problems',
  close: 'Close',
}

/** The keys of every screen. */
export const everywhereKeys = [
  ['Ctrl K or /', 'Search everything'],
  ['?', 'Show these shortcuts'],
] as const
