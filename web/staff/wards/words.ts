export const wardListWords = {
  label: 'Wards',
  empty: { title: 'No wards yet', text: 'An organisation can limit which patients a user sees to the wards of that user.' },
}

export const wardsWords = {
  name: 'Name',
  status: 'Status',
  archived: 'Archived',
  inUse: 'In use',
  users: 'Users with access',
  actions: 'Actions',
  actionsFor: (ward: string) => `Actions for ${ward}`,
  showArchived: 'Show archived',
  create: 'Create ward',
  rename: 'Rename',
  renameTitle: (ward: string) => `Rename ${ward}`,
  cancel: 'Cancel',
  archive: 'Archive',
  archiveTitle: (ward: string) => `Archive ${ward}?`,
  archiveConfirm: 'Archive ward',
  archiveText:
    'You can no longer give users access to the ward. Its patients stay, and users with access keep it. You can restore the ward at any time.',
  restore: 'Restore',
  created: (ward: string) => `${ward} was created.`,
  renamed: (ward: string) => `${ward} was renamed.`,
  wasArchived: (ward: string) => `${ward} was archived.`,
  restored: (ward: string) => `${ward} was restored.`,
}

export const wardAccessWords = {
  label: 'Ward access',
  allWards: (organisation: string) =>
    `At ${organisation}, every user sees the patients of every ward. Ward access applies only when the settings limit users to assigned wards.`,
  ward: 'Ward',
  choose: 'Choose a ward',
  noneToAssign: 'No more wards to assign',
  assign: 'Assign ward',
  unassign: 'Unassign',
  unassignOne: (ward: string) => `Unassign ${ward}`,
  empty: { title: 'No wards assigned', text: 'Choose a ward above to give access to its patients.' },
}
