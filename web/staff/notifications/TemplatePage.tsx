import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { NotificationTemplate } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/dates.ts'
import { categoryLabel, isCustomisable, methodLabel, templateTypeLabel } from '#domain/notification.ts'
import { fillIn, sampleValues } from '#domain/template.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { notify } from '#web/ui/notify.ts'

import { MessageLength } from './MessageLength.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { useWhyNotSent } from './not-sent.ts'
import { previewWords, templateFormWords, templateLabels, templatePageWords, templateStateWords } from './words.ts'
import './notifications.scss'

export function TemplatePage({ id }: { id: string }) {
  const template = useQuery(q(api.notificationTemplates.get, { params: { id } }))
  if (template.data) return <Template template={template.data} />
  return (
    <>
      <PageHeader title={templatePageWords.title} />
      {template.isError ? (
        <ErrorState onRetry={() => void template.refetch()}>{wordsOf(template.error)}</ErrorState>
      ) : (
        <Skeleton lines={10} />
      )}
    </>
  )
}

function Template({ template }: { template: NotificationTemplate }) {
  const { can } = useSession()
  const notSent = useWhyNotSent()(template)
  const isOwn = template.type === 'custom' && can('template:update')
  return (
    <>
      <PageHeader
        title={template.description}
        badges={
          !template.isSelected ? (
            <Badge kind="dark">{templateStateWords.notInUse}</Badge>
          ) : notSent ? (
            <Badge kind="warning">{templateStateWords.notSent}</Badge>
          ) : (
            <Badge kind="success">{templateStateWords.inUse}</Badge>
          )
        }
        actions={isOwn && can('template:delete') && <DeleteTemplate template={template} />}
      />
      <Stack gap="lg">
        {notSent && (
          <Alert kind="warning" title={templateStateWords.noMessage}>
            {notSent}
          </Alert>
        )}
        <Panel>
          <SummaryList
            rows={[
              { label: templateLabels.category, value: categoryLabel(template.category) },
              { label: templateLabels.method, value: methodLabel(template.method) },
              { label: templateLabels.type, value: templateTypeLabel(template.type) },
              ...(template.updatedAt ? [{ label: templateLabels.updated, value: formatDateTime(template.updatedAt) }] : []),
            ]}
          />
        </Panel>
        {isOwn ? (
          <EditTemplate key={template.updatedAt} template={template} />
        ) : (
          <FixedTemplate template={template} canCopy={can('template:create') && isCustomisable(template.method)} />
        )}
      </Stack>
    </>
  )
}

/** Reloads all templates, because selecting one takes another out of use. */
function useReloadTemplates() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [api.notificationTemplates.list, api.notificationTemplates.get].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}

function EditTemplate({ template }: { template: NotificationTemplate }) {
  const reloadTemplates = useReloadTemplates()
  const save = useMutation({
    mutationFn: api.notificationTemplates.update,
    onSuccess: async () => {
      await reloadTemplates()
      notify({ label: templateFormWords.saved, kind: 'success' })
    },
  })
  return (
    <TemplateForm
      initial={template}
      isNew={false}
      submitLabel={templateFormWords.save}
      saving={save}
      onSave={({ description, subject, body, isSelected }) =>
        save.mutate({ params: { id: template.id }, body: { description, subject, body, isSelected } })
      }
    />
  )
}

function DeleteTemplate({ template }: { template: NotificationTemplate }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: api.notificationTemplates.delete,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [api.notificationTemplates.list.key] })
      notify({ label: templatePageWords.deleted, kind: 'success' })
      await router.navigate({ to: pathTo('notificationsList') })
    },
  })
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setConfirming(true)}>
        {templatePageWords.delete}
      </Button>
      <ConfirmDialog
        title={templatePageWords.deleteTitle}
        isOpen={isConfirming}
        confirmLabel={templatePageWords.deleteConfirm}
        isPending={remove.isPending}
        error={remove.isError ? wordsOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params: { id: template.id } })}
        onClose={() => setConfirming(false)}
      >
        <p>{template.isSelected ? templatePageWords.deleteInUse : templatePageWords.deleteNotInUse}</p>
      </ConfirmDialog>
    </>
  )
}

type FixedTemplateProps = { template: NotificationTemplate; canCopy: boolean }

/** A template that the viewer cannot change: a default, or a custom one without the permission. */
function FixedTemplate({ template, canCopy }: FixedTemplateProps) {
  const { organisation } = useSession()
  const filled = fillIn(template, sampleValues(organisation.name))
  const copy = canCopy && (
    <ButtonLink kind="primary" href={pathTo('notificationTemplateCreate', {}, { from: template.id })}>
      {templatePageWords.customise}
    </ButtonLink>
  )
  return (
    <Stack gap="lg">
      {template.type === 'default' && (
        <Alert actions={copy}>{template.method === 'nhs_app' ? templatePageWords.fixedNhsApp : templatePageWords.fixedDefault}</Alert>
      )}
      <Panel>
        <LabelledSection label={previewWords.label} description={previewWords.description}>
          <MessagePreview method={template.method} {...filled} />
          {template.method === 'sms' && <MessageLength text={filled.body} />}
        </LabelledSection>
      </Panel>
    </Stack>
  )
}
