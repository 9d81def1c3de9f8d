import { formatCount } from '#domain/amounts.ts'

export const memberListWords = {
  label: 'Users',
  empty: { title: 'No users yet', text: 'Users are the people who work in this organisation.' },
  noMatch: { title: 'No user matches', text: 'Search for another name, or clear the filters.' },
}

export const membersPageWords = {
  title: 'User List',
  create: 'Create user',
  tabs: { label: 'Users and wards', users: 'Users', wards: 'Wards' },
  search: 'Search users',
  searchExample: 'Name, email or job title',
  cliniciansOnly: 'Clinicians only',
  showRemoved: 'Show removed',
}

/** What a user is described by: the columns of the list, the labels of the details and of the form. */
export const memberLabels = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'Email address',
  phoneNumber: 'Mobile phone',
  occupation: 'Occupation',
  jobTitle: 'Job title',
  role: 'Role',
  roleDescription: 'What this role can do',
  clinician: 'Clinician',
  clinicianTimeout: 'Clinician timeout',
  language: 'Language',
  timezone: 'Time zone',
  wards: 'Wards',
  lastSignIn: 'Last signed in',
  created: 'Created',
  account: 'Account',
  password: 'Password',
}

export const memberWords = {
  fullName: ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`,
  clinician: 'Clinician',
  removed: 'Removed',
  yes: 'Yes',
  no: 'No',
  never: 'Never',
  english: 'English',
  minutes: (minutes: number) => formatCount(minutes, 'minute'),
  noAccount: 'Not linked to an account yet',
}

export const memberDetailsWords = {
  title: 'User Details',
  tabs: { details: 'Details', wards: 'Ward Access', log: 'Audit Log' },
  tabsLabel: 'User',
  edit: 'Edit user',
}

export const accountWords = {
  inviteAgain: 'Send invitation again',
  invited: (emailAddress: string) => `We have emailed the invitation to ${emailAddress}.`,
  resetPassword: 'Reset password',
  resetTitle: (name: string) => `Reset the password of ${name}?`,
  resetText: (emailAddress: string) =>
    `The user is signed out on all devices, and the password stops working now. We email a link to set a new password to ${emailAddress}. The link works once, for one hour.`,
  resetSent: (emailAddress: string) => `We have emailed a link to ${emailAddress}.`,
}

export const createMemberWords = {
  title: 'Create User',
  description: (organisation: string) => `The user will belong to ${organisation}.`,
  created: (name: string) => `${name} was created.`,
  create: 'Create user',
  cancel: 'Cancel',
}

export const editMemberWords = {
  title: 'Manage User',
  heading: (name: string) => `Edit ${name}`,
  save: 'Save changes',
  saved: (name: string) => `Changes to ${name} were saved.`,
  cancel: 'Cancel',
  restore: 'Restore user',
  restored: (name: string) => `${name} can sign in again.`,
  remove: 'Remove user',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    'The user is signed out on all devices and can no longer sign in. The user’s open and completed form requests become unassigned. The audit log keeps the user’s actions. You can restore the user at any time.',
  removed: (name: string) => `${name} was removed.`,
}

export const memberFieldWords = {
  person: 'Personal details',
  emailHint: 'The user signs in with this address.',
  fixedEmailHint: (role: string) =>
    `You cannot change this address, because the role ${role} has permissions that you do not have. Ask a system administrator.`,
  phoneHint: 'For example, 07700 900123',
  ownRole: 'Why you cannot change your role',
  ownRoleReason: 'You cannot change your own role. Ask another admin.',
  heldRoleHint: (description: string) =>
    `${description} You cannot give this role: if you change it, only a system administrator can give it back.`,
  isClinician: 'This user is a clinician',
  isClinicianHint: 'Formward signs out clinicians who are inactive. The organisation sets the time limit.',
  timeoutHint: 'In minutes. The shorter of this limit and the organisation’s limit applies.',
  languageAndTimezone: 'Language and time zone',
}

export const firstSignInWords = {
  label: 'First sign-in',
  ownProvider:
    'We email the user. The user signs in with your organisation’s identity provider, using the account with this email address.',
  fromOutside: 'We email the user a link to set a password. We also tell the organisation’s admins by email that you added this user.',
  invitation: { label: 'Send an invitation', hint: 'We email the user a link to set a password.' },
  kept: 'This system keeps emails in its outbox, and they reach nobody. An admin of the organisation finds the link there.',
  keptFromOutside:
    'This system keeps emails in its outbox, and they reach nobody. Only users of the organisation can open the outbox, so the first of them cannot sign in until emails are sent.',
  password: { label: 'Set a first password', hint: 'Give it to the user in person. The user must change it at first sign-in.' },
  firstPassword: 'First password',
  confirmFirstPassword: 'Confirm first password',
  passwordHint:
    'At least 8 characters, with at least one uppercase letter, one lowercase letter, one number and one of # ? ! @ $ % ^ & * -. Do not use the user’s name or a common password.',
}
