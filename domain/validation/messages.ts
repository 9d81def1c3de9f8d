/** The words of every validation message (specification section 5), word for word; `{field}` and `{fieldTwo}` are replaced by `withFields`. */
export const validationMessages = {
  required: '{field} is required.',
  unknown: 'Unknown validation error.',
  incorrectCode: 'Incorrect code, please try again.',
  accept: 'You must accept {field}.',
  emailAddress: '{field} must be a valid email address.',
  phoneNumber: '{field} must be a valid UK mobile phone number.',
  length: '{field} must be at least 8 characters.',
  password: '{field} must have at least one uppercase, one lowercase, one number and one special character.',
  passwordMatch: "Passwords don't match.",
  either: 'Either {field} or {fieldTwo} need to be selected.',
  nhsNumber: 'Needs to be a valid NHS number.',
  sixteenYearsAgo: 'Patient must be at least 16 years old.',
  noQuestions: 'Please add at least one question to save the form.',
  notValid: '{field} is not valid.',
} as const

/** The message with the fields' names in it. */
export const withFields = (message: string, field: string, fieldTwo = '') =>
  message.replace(/\{field(Two)?\}/g, (_place, two) => (two ? fieldTwo : field))
