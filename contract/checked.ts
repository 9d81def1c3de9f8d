import type { z } from 'zod'

import { firstError, type Rule } from '#domain/validation/rule.ts'

/** A schema that also obeys our own rules, with their words; the first that fails speaks (VAL-2). */
export const checked = <S extends z.ZodType>(schema: S, field: string, ...rules: Rule[]): S =>
  schema.superRefine((value, ctx) => {
    const message = firstError(value, rules, field)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  })
