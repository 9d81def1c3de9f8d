export type ClassName = string | false | undefined

export const classNames = (...names: ClassName[]) => names.filter(Boolean).join(' ')
