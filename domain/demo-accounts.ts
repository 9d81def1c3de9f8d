/** The password of every demo account. */
export const demoPassword = 'Formward-demo-1!'

/** The accounts of the demonstration. */
export const demoAccounts = [
  { emailAddress: 'sysadmin@demo.formward.example', label: 'System admin' },
  { emailAddress: 'orgadmin@demo.formward.example', label: 'Forms admin' },
  { emailAddress: 'admin@demo.formward.example', label: 'Admin' },
  { emailAddress: 'user@demo.formward.example', label: 'Forms user' },
  { emailAddress: 'bookings@demo.formward.example', label: 'User' },
  { emailAddress: 'clinician@demo.formward.example', label: 'Clinician' },
  { emailAddress: 'user@second.formward.example', label: 'Forms user, second organisation' },
  { emailAddress: 'admin@new.formward.example', label: 'Admin, new organisation without data' },
  { emailAddress: 'formsadmin@new.formward.example', label: 'Forms admin, new organisation without data' },
] as const
