import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { TemplateTest } from '#contract/notifications.ts'
import { english } from '#domain/languages.ts'
import { byMethod, type NotificationMethod } from '#domain/notification.ts'
import type { TemplateText } from '#domain/template.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'

import { sendTestWords as words } from './words.ts'

/** A letter is printed, so no test of it is sent. */
export const canSendTest = (template: TemplateText): template is SendableText => template.method !== 'letter'

type SendableText = TemplateText & { method: NotificationMethod }
/** `language`: the language of the text; English without it. */
type SendTestProps = { template: SendableText & { language?: string }; onClose: () => void }

/** Sends the text with sample values to the user, and says what the provider answered. */
export function SendTest({ template, onClose }: SendTestProps) {
  const { method, subject, body, language = english } = template
  const { member } = useSession()
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  const [answer, setAnswer] = useState<TemplateTest>()
  const isEmail = method === 'email'
  const label = method === 'sms' ? words.phone : words.nhsNumber
  const send = useMutation({
    mutationFn: ({ recipient }: { recipient: string }) =>
      api.templateTests.send({ body: { method, body, subject, language, ...(!isEmail && { recipient }) } }),
    onSuccess: setAnswer,
  })
  const fields = useFields({
    id: 'test-message',
    initial: { recipient: '' },
    check: ({ recipient }) => ({
      recipient: isEmail
        ? undefined
        : firstError(recipient, [validate.required, method === 'sms' ? validate.phone : validate.nhsNumber], label),
    }),
    saving: send,
  })
  return (
    <Dialog title={words.title(byMethod(method))} isOpen isBusy={send.isPending} onClose={onClose}>
      {answer ? (
        <Stack>
          <Alert kind={answer.status === 'failed' ? 'danger' : answer.status === 'kept' ? 'warning' : 'success'}>
            {words.answers[answer.status](answer.provider)} {answer.reason}
          </Alert>
          <DialogActions>
            <Button kind="primary" onClick={onClose}>
              {words.done}
            </Button>
          </DialogActions>
        </Stack>
      ) : (
        <FieldsForm
          fields={fields}
          submitLabel={words.send}
          onSave={(typed) => send.mutate(typed)}
          isInDialog
          actions={
            <Button disabled={send.isPending} onClick={onClose}>
              {words.cancel}
            </Button>
          }
        >
          <p>
            {isEmail && words.toAddress(member.emailAddress)} {words.text}
          </p>
          {areKept && <Alert kind="warning">{words.kept}</Alert>}
          {!isEmail && (
            <TextField
              label={label}
              hint={method === 'sms' ? words.phoneHint : words.nhsNumberHint}
              type={method === 'sms' ? 'tel' : 'text'}
              width={20}
              autoComplete="off"
              {...fields.bind('recipient')}
            />
          )}
        </FieldsForm>
      )}
    </Dialog>
  )
}
