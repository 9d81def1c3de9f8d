import { isEmpty, validationMessages as say } from './rule.ts'

/** What the rules read of a file: a browser's File is one. `size` is in bytes. */
export type FileFacts = { name: string; type: string; size: number }

// A cast because a form hands over whatever was put in: the shape is looked at right here.
const isFile = (value: unknown): value is FileFacts =>
  typeof value === 'object' && value !== null && typeof (value as FileFacts).name === 'string'

const everyFile = (value: unknown, isGood: (file: FileFacts) => boolean) =>
  isEmpty(value) || [value].flat().every((file) => isFile(file) && isGood(file)) ? undefined : say.notValid

/** A file whose name ends as an image's does. Its content is for the server to look at. */
export const image = (value: unknown) => everyFile(value, ({ name }) => /\.(?:jpe?g|png|gif|bmp|webp|svg)$/i.test(name))

/** A file of one of the types, such as 'image/png' or 'image/*'. */
export const mimes = (value: unknown, types: readonly string[]) =>
  everyFile(value, (file) => types.some((type) => (type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type)))

/** A file of at most so many kilobytes (of 1,024 bytes). */
export const size = (value: unknown, kilobytes: number) => everyFile(value, (file) => file.size <= kilobytes * 1_024)
