/**
 * An email address by which failures and requests are counted: whatever the database's lower() takes for one address is one here. Each letter by
 * itself, as there (in a word, JavaScript ends it with another sigma); of İ JavaScript makes two letters and the database i.
 */
export const foldAddress = (emailAddress: string) =>
  [...emailAddress].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
