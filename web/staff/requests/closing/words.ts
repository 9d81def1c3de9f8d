export const closeWords = {
  title: 'Close this form request?',
  titleUrgent: 'Close this urgent form request?',
  submit: 'Close form request',
  submitUrgent: 'Close urgent form request',
  next: 'Close and next',
  nextUrgent: 'Close urgent form request and next',
  nextKeys: 'Ctrl Enter',
  cancel: 'Cancel',
  notAnswered: 'The patient has not answered yet and will no longer be able to answer.',
  lastOne: 'This is the last form request in the list.',
}

export const outcomeWords = {
  label: 'Outcome',
  none: 'No outcome',
  choose: 'Choose an outcome',
  required: 'Choose an outcome. An urgent form request is closed only with an outcome.',
  missing: 'Choose an outcome.',
  noChoices: 'This form has no outcomes to choose from. An admin adds outcomes in the settings of the organisation.',
  close: 'Close',
  requiredHint: 'An urgent form request is closed only with an outcome.',
  record: 'Record outcome',
  correct: 'Correct the outcome',
  recordTitle: 'Record the outcome',
  save: 'Save outcome',
  cancel: 'Cancel',
  forForms: (forms: readonly string[]) => `Only for ${new Intl.ListFormat('en-GB').format(forms)}`,
}

export const waitingSinceDialogWords = {
  title: 'Correct the “Waiting since” date',
  label: 'Waiting since',
  hint: 'The clock start of the referral to treatment. Leave empty if the date is not known.',
  notReal: 'Waiting since must be a real date.',
  save: 'Save date',
  cancel: 'Cancel',
}
