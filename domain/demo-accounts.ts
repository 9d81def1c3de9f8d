/** One password for every demo account: a demonstration that people forget how to open shows nothing. */
export const demoPassword = 'Formward-demo-1!'

/** Who can sign in to the demonstration. */
export const demoAccounts = [
  { emailAddress: 'sysadmin@demo.formward.example', label: 'System admin' },
  { emailAddress: 'orgadmin@demo.formward.example', label: 'Forms admin' },
  { emailAddress: 'admin@demo.formward.example', label: 'Admin' },
  { emailAddress: 'user@demo.formward.example', label: 'Forms user' },
  { emailAddress: 'bookings@demo.formward.example', label: 'User' },
  { emailAddress: 'clinician@demo.formward.example', label: 'Clinician' },
  { emailAddress: 'user@second.formward.example', label: 'Forms user, second organisation' },
] as const
