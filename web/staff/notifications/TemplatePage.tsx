import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { NotificationTemplate } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/moments.ts'
import { categoryLabel, isCustomisable, methodLabel, templateTypeLabel } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { notify } from '#web/ui/notify.ts'

import { MessagePreviews } from './MessagePreviews.tsx'
import { canSendTest, SendTest } from './SendTest.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { TemplateLanguages } from './TemplateLanguages.tsx'
import { TemplateHistory, TemplateMessages } from './TemplateHistory.tsx'
import { useWhyNotSent } from './not-sent.ts'
import { previewWords, sendTestWords, templateFormWords, templateLabels, templatePageWords, templateStateWords } from './words.ts'
import './notifications.scss'

export function TemplatePage({ id }: { id: string }) {
  // A colleague’s change must not replace the text that a user is writing: saving tells of it.
  const template = useQuery({ ...q(api.notificationTemplates.get, { params: { id } }), refetchOnWindowFocus: false })
  if (template.data) return <Template template={template.data} />
  return (
    <>
      <PageHeader title={templatePageWords.title} />
      {template.isError ? <LoadError of={template} /> : <Skeleton lines={10} />}
    </>
  )
}

const tabNames = ['text', 'languages', 'history', 'messages'] as const

function Template({ template }: { template: NotificationTemplate }) {
  const { can } = useSession()
  const { tab: asked = 'text', version } = useSearch({ from: '/inside/notifications/template/details/$id' })
  const isDeleted = template.deletedAt !== null
  const whyNotSent = useWhyNotSent()(template)
  const notSent = isDeleted ? undefined : whyNotSent
  const isOwn = template.type === 'custom' && can('template:update') && !isDeleted
  const tabs = tabNames.filter((name) => name !== 'messages' || can('formRequest:read'))
  const tab = tabs.find((name) => name === asked) ?? 'text'
  return (
    <>
      <PageHeader
        title={template.description}
        badges={
          isDeleted ? (
            <Badge kind="danger">{templatePageWords.deletedBadge}</Badge>
          ) : !template.isSelected ? (
            <Badge kind="dark">{templateStateWords.notInUse}</Badge>
          ) : notSent ? (
            <Badge kind="warning">{templateStateWords.notSent}</Badge>
          ) : (
            <Badge kind="success">{templateStateWords.inUse}</Badge>
          )
        }
        actions={isOwn && can('template:delete') && <DeleteTemplate template={template} />}
      />
      <Stack>
        {notSent && (
          <Alert kind="warning" title={templateStateWords.noMessage}>
            {notSent}
          </Alert>
        )}
        {template.deletedAt !== null && (
          <Alert title={templatePageWords.deletedTitle(formatDateTime(template.deletedAt))}>{templatePageWords.deletedText}</Alert>
        )}
        <TabNav
          label={templatePageWords.tabsOf}
          current={tab}
          tabs={tabs.map((name) => ({
            id: name,
            label: templatePageWords.tabs[name],
            href: pathTo('notificationTemplateDetails', { id: template.id }, { tab: name }),
          }))}
        />
        {tab === 'text' && (
          <Text template={template} isOwn={isOwn} canCopy={can('template:create') && isCustomisable(template.method) && !isDeleted} />
        )}
        {tab === 'languages' && <TemplateLanguages template={template} isOwn={isOwn} />}
        {tab === 'history' && <TemplateHistory template={template} version={version} />}
        {tab === 'messages' && <TemplateMessages template={template} version={version} />}
      </Stack>
    </>
  )
}

function Text({ template, isOwn, canCopy }: FixedTemplateProps & { isOwn: boolean }) {
  return (
    <Stack gap="lg">
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
      {isOwn ? <EditTemplate key={template.updatedAt} template={template} /> : <FixedTemplate template={template} canCopy={canCopy} />}
    </Stack>
  )
}

/** Reloads all templates, because selecting one takes another out of use. */
function useReloadTemplates() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [api.notificationTemplates.list, api.notificationTemplates.get, api.templateVersions.list].map(({ key }) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
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
        save.mutate({ params: { id: template.id }, body: { description, subject, body, isSelected, seenVersion: template.version } })
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
      // Before leaving, so that Back reads the template again and shows that it is deleted.
      queryClient.setQueriesData<NotificationTemplate>({ queryKey: [api.notificationTemplates.get.key] }, (kept) =>
        kept?.id === template.id ? { ...kept, isSelected: false, deletedAt: new Date().toISOString() } : kept,
      )
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
        onClose={() => {
          setConfirming(false)
          remove.reset()
        }}
      >
        <p>{template.isSelected ? templatePageWords.deleteInUse : templatePageWords.deleteNotInUse}</p>
        <p>{templatePageWords.deleteKept}</p>
      </ConfirmDialog>
    </>
  )
}

type FixedTemplateProps = { template: NotificationTemplate; canCopy: boolean }

/** A template that the viewer cannot change: a default, or a custom one without the permission. */
function FixedTemplate({ template, canCopy }: FixedTemplateProps) {
  const { can } = useSession()
  const [isTested, setTested] = useState(false)
  const notSent = useWhyNotSent()(template)
  const maySend = !notSent && canSendTest(template) && template.deletedAt === null && (can('template:create') || can('template:update'))
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
        <LabelledSection
          label={previewWords.label}
          description={template.method === 'letter' ? previewWords.letterDescription : previewWords.description}
          actions={maySend ? <Button onClick={() => setTested(true)}>{sendTestWords.button}</Button> : undefined}
        >
          <MessagePreviews template={template} />
        </LabelledSection>
        {isTested && canSendTest(template) && <SendTest template={template} onClose={() => setTested(false)} />}
      </Panel>
    </Stack>
  )
}
