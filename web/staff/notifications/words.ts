export const templateListWords = {
  label: 'Notification templates',
  empty: { title: 'No templates yet', text: 'Create a template to replace a default message.' },
  noMatch: { title: 'No template matches', text: 'Search for other words, or clear the filters.' },
}

export const outboxWords = {
  label: 'Messages',
  empty: { title: 'No messages yet', text: 'Messages appear here when you send a form to a patient.' },
  noMatch: { title: 'No message matches', text: 'Search for other words, or choose another method.' },
  noOutbox: 'This system sends its messages, so there is no outbox to read.',
}
