import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'

/** Some 49,000 passwords that leaked most often, lower-cased; read once, when the first password is chosen. */
let common: Promise<Set<string>> | undefined
const loadCommon = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set((dictionary['passwords-common'] ?? []).map((one) => one.toLowerCase())),
  ))

type Circumstances = {
  /** typed a second time */
  again?: string
  /** names and addresses of whose password it is */
  about: readonly string[]
}

/**
 * The reason why a password cannot be chosen, for display next to the field: the published rules, and those that only the server can check
 * (National Cyber Security Centre: refuse the most common passwords, and those that contain the person's name).
 */
export async function passwordRefusal(password: string, { again, about }: Circumstances): Promise<string | undefined> {
  const broken = firstError(password, [validate.required, validate.password], 'Password')
  if (broken !== undefined) return broken
  if (password.length > 1_024) return 'Password must be 1,024 characters or fewer.'
  if (again !== undefined && validate.confirmed(again, password) !== undefined)
    return firstError(again, [(text) => validate.confirmed(text, password)], 'Password')
  if (wordsAbout(about).some((word) => password.toLowerCase().includes(word)))
    return 'Password must not contain your name, your email address or “Formward”.'
  const list = await loadCommon()
  return likenessesOf(password).some((one) => list.has(one)) ? 'Password is too common. Choose a different password.' : undefined
}

const wordsAbout = (about: readonly string[]) =>
  ['formward', ...about.flatMap((text) => [text, ...text.split('@').slice(0, -1), ...(text.includes('@') ? [] : text.split(/\s+/))])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)

const letters: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/** The four kinds of character are often met by dressing up a common password: "P@ssword1!" is still "password1". */
function likenessesOf(password: string) {
  const plain = password.toLowerCase()
  const bare = plain.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  const spelt = (text: string) => text.replace(/[@431!0$57](?=.*[a-z])/g, (sign) => letters[sign]!)
  return [plain, bare, spelt(plain), spelt(bare), spelt(bare).replace(/\d+$/, '')].filter((one) => one.length >= 4)
}
