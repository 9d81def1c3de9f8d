export const questionWords = {
  notAnswered: 'Not answered',
  change: 'Change',
  or: 'or',
  select: 'Select an option',
  error: 'Error:',
  optional: ' (optional)',
}
