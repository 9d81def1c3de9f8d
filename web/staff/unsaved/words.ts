export const draftWords = {
  restored: 'Draft restored',
  restoredText: (moment: string) => `You left without saving at ${moment}. Check your changes before you save.`,
  discard: 'Discard draft',
}

export const leaveWords = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved. If you leave now, you lose them.',
  leave: 'Leave without saving',
  stay: 'Stay on this page',
}

export const unsavedDraftsWords = {
  title: 'You have unsaved changes',
  draft: (screen: string, moment: string) => `${screen}, ${moment}`,
  continue: 'Continue editing',
  discard: 'Discard',
}
