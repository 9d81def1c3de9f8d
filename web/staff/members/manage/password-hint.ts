/** What is asked of a password; the server also knows which are too common. */
export const passwordHint =
  'At least 8 characters, with an uppercase and a lowercase letter, a number and one of # ? ! @ $ % ^ & * -. Not a name, and not one that many people use.'
