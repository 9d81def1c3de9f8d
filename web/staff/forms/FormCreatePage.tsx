import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormType } from '#domain/form/form-type.ts'
import { required } from '#domain/validation/product-rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { FormFields, type FormWords } from './FormFields.tsx'

export function FormCreatePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [words, setWords] = useState<FormWords>({ title: '', description: '', type: 'general' })
  const [isTitleLeft, setTitleLeft] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const create = useMutation({
    mutationFn: api.forms.create,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id }) })
    },
  })
  const refused = fieldErrorsOf(create.error)
  const missing = firstError(words.title, [required], 'Title')
  const errors = { ...refused, ...((isTitleLeft || attempts > 0) && missing && { title: missing }) }
  const listed = Object.entries(errors).map(([field, message]) => ({ message, fieldId: `form-${field}` }))

  const submit = () => {
    setAttempts(attempts + 1)
    // The select offers exactly the types there are.
    if (!missing) create.mutate({ body: { ...words, type: words.type as FormType } })
  }
  return (
    <>
      <PageHeader title="Create Form" description="Give it a name. Its questions come next." />
      <Panel>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack gap="lg">
            {attempts > 0 && <ErrorSummary key={attempts} errors={listed} />}
            {create.isError && listed.length === 0 && <Alert kind="danger">{wordsOf(create.error)}</Alert>}
            <FormFields
              value={words}
              errors={errors}
              onBlur={(field) => field === 'title' && setTitleLeft(true)}
              onChange={(change) => {
                setWords({ ...words, ...change })
                if (create.isError) create.reset()
              }}
            />
            <Row>
              <Button kind="primary" type="submit" isPending={create.isPending}>
                Create and add questions
              </Button>
              <ButtonLink href={pathTo('formsList')}>Cancel</ButtonLink>
            </Row>
          </Stack>
        </form>
      </Panel>
    </>
  )
}
