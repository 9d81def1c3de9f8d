import type { ReactNode } from 'react'

import { csrfField, type Posting } from '#contract/pages.ts'

type PostFormProps = Posting & { id?: string; submit: string; children?: ReactNode; /** behind the button */ more?: ReactNode }

/** A plain form: `novalidate`, as the server judges every answer in its own words. */
export const PostForm = ({ id, action, csrf, submit, children, more }: PostFormProps) => (
  <form id={id} method="post" action={action} noValidate>
    <input type="hidden" name={csrfField} value={csrf} />
    {children}
    <button className="nhsuk-button" type="submit">
      {submit}
    </button>
    {more}
  </form>
)
