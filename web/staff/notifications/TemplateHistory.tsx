import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { NotificationTemplate, TemplateMessage, TemplateVersion, TemplateVersionText } from '#contract/notifications.ts'
import { directionOf, languageName, tagOf } from '#domain/languages.ts'
import { formatDateTime } from '#domain/moments.ts'
import { hasSubject } from '#domain/notification.ts'
import { textDifference } from '#domain/text-difference.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { deliveryOf } from '#web/staff/requests/delivery.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { templateMessageList, templateVersionList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { MessagePreviews } from './MessagePreviews.tsx'
import { templateLabels, versionListWords, templateMessageWords, versionWords as words } from './words.ts'

type HistoryProps = { template: NotificationTemplate; version: number | undefined }

const count = (number: number) => number.toLocaleString('en-GB')

const versionColumns: Column<TemplateVersion>[] = [
  { id: 'version', header: words.version, cell: ({ version }) => words.named(version), sortBy: 'version', isRowHeader: true },
  { id: 'saved', header: words.saved, cell: ({ createdAt }) => (createdAt ? formatDateTime(createdAt) : '–'), isNowrap: true },
  {
    id: 'by',
    header: words.by,
    cell: ({ createdBy, restoredFrom }) => (restoredFrom === null ? createdBy || '–' : words.restored(createdBy, restoredFrom)),
  },
  { id: 'messages', header: words.messages, cell: ({ messages }) => count(messages), align: 'end' },
]

/** Every text that the template has had. A version shows what changed and can be restored. */
export function TemplateHistory({ template, version = template.version }: HistoryProps) {
  const list = useListSearch(templateVersionList)
  const { id } = template
  return (
    <Stack gap="lg">
      <Version key={version} template={template} version={version} />
      <ListPanel
        {...versionListWords}
        list={list}
        query={q(api.templateVersions.list, { params: { id }, query: list.query })}
        columns={versionColumns}
        rowId={(row) => String(row.version)}
        rowHref={(row) => pathTo('notificationTemplateDetails', { id }, { tab: 'history', version: row.version })}
        skeletonRows={3}
      />
    </Stack>
  )
}

type VersionProps = { template: NotificationTemplate; version: number }

function Version({ template, version }: VersionProps) {
  const { id } = template
  const found = useQuery(q(api.templateVersions.get, { params: { id, version } }))
  return (
    <Panel>
      {found.isError && <LoadError of={found} />}
      {!found.data && !found.isError && <Skeleton lines={8} />}
      {found.data && <VersionText template={template} text={found.data} />}
    </Panel>
  )
}

function VersionText({ template, text }: { template: NotificationTemplate; text: TemplateVersionText }) {
  const { can } = useSession()
  const [isConfirming, setConfirming] = useState(false)
  const { id, method, category, type } = template
  const { version, previous, messages } = text
  const isOld = version !== template.version
  const isSubjectShown = hasSubject(method)
  const fields = (['description', ...(isSubjectShown ? (['subject'] as const) : []), 'body'] as const).filter(
    (field) => previous === null || previous[field] !== text[field],
  )
  return (
    <LabelledSection
      label={previous ? words.changesIn(version) : words.named(version)}
      description={type === 'default' ? words.ofProduct : isOld ? words.earlier : words.current}
      actions={
        isOld && type === 'custom' && template.deletedAt === null && can('template:update') ? (
          <Button onClick={() => setConfirming(true)}>{words.restore}</Button>
        ) : undefined
      }
    >
      <Stack>
        {fields.map((field) => (
          <div key={field}>
            <h3 className="version-field">{templateLabels[field]}</h3>
            <p className="message-text version-text">
              {previous ? <Difference before={previous[field]} after={text[field]} /> : text[field]}
            </p>
          </div>
        ))}
        {changedTranslations(text, previous, isSubjectShown).map(({ language, field, before, after }) => (
          <div key={`${language} ${field}`}>
            <h3 className="version-field">{words.field(templateLabels[field], languageName(language))}</h3>
            <p className="message-text version-text" lang={tagOf(language)} dir={directionOf(language)}>
              {previous ? <Difference before={before} after={after} /> : after}
            </p>
          </div>
        ))}
        <LabelledSection label={words.preview} level={3} size="sm">
          <MessagePreviews template={{ method, category, subject: text.subject, body: text.body }} />
        </LabelledSection>
        <Row>
          {messages === 0 ? (
            <span className="muted">{words.noMessages}</span>
          ) : can('formRequest:read') ? (
            <Link href={pathTo('notificationTemplateDetails', { id }, { tab: 'messages', version })}>{words.seeMessages(messages)}</Link>
          ) : (
            <span>{words.usedFor(messages)}</span>
          )}
        </Row>
      </Stack>
      {isConfirming && <Restore template={template} version={version} onClose={() => setConfirming(false)} />}
    </LabelledSection>
  )
}

/** The texts in other languages that a version changed, or all of the first version. */
function changedTranslations({ translations: after }: TemplateVersionText, previous: TemplateVersionText['previous'], hasSubject: boolean) {
  const before = previous?.translations ?? {}
  const textIn = (translations: typeof after, language: string, field: 'subject' | 'body') =>
    Object.hasOwn(translations, language) ? (translations[language]?.[field] ?? '') : ''
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .flatMap((language) =>
      (hasSubject ? (['subject', 'body'] as const) : (['body'] as const))
        .map((field) => ({ language, field, before: textIn(before, language, field), after: textIn(after, language, field) }))
        .filter((one) => one.before !== one.after),
    )
}

const tags = { removed: 'del', added: 'ins' } as const

/** Removed and added words are named for screen readers, which do not read colours. */
const Difference = ({ before, after }: { before: string; after: string }) =>
  textDifference(before, after).map(({ kind, text }, index) => {
    if (kind === 'same') return text
    const Tag = tags[kind]
    return (
      <Tag key={index}>
        <VisuallyHidden>{words[kind]} </VisuallyHidden>
        {text}
      </Tag>
    )
  })

function Restore({ template: { id, isSelected }, version, onClose }: VersionProps & { onClose: () => void }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => api.templateVersions.restore({ params: { id, version } }),
    onSuccess: async (restored) => {
      const { notificationTemplates, templateVersions } = api
      await Promise.all(
        [notificationTemplates.list, notificationTemplates.get, templateVersions.list].map(({ key }) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      )
      notify({ label: words.wasRestored(version, restored.version), kind: 'success' })
      onClose()
      await router.navigate({ to: pathTo('notificationTemplateDetails', { id }, { tab: 'history', version: restored.version }) })
    },
  })
  return (
    <ConfirmDialog
      title={words.restoreTitle(version)}
      isOpen
      kind="primary"
      confirmLabel={words.restore}
      isPending={restore.isPending}
      error={restore.isError ? wordsOf(restore.error) : undefined}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      <p>{isSelected ? words.restoreInUse : words.restoreNotInUse}</p>
    </ConfirmDialog>
  )
}

const messageColumns: Column<TemplateMessage>[] = [
  { id: 'patient', header: templateMessageWords.patient, cell: ({ patient }) => fullName(patient), isRowHeader: true },
  { id: 'form', header: templateMessageWords.form, cell: ({ form }) => form.title },
  {
    id: 'status',
    header: templateMessageWords.status,
    cell: ({ status }) => <Badge kind={deliveryOf(status).kind}>{deliveryOf(status).label}</Badge>,
  },
  {
    id: 'created',
    header: templateMessageWords.created,
    cell: ({ createdAt }) => formatDateTime(createdAt),
    isNowrap: true,
  },
]

/** The messages that were written with one version. Each row opens the form request. */
export function TemplateMessages({ template: { id, version: latest }, version = latest }: HistoryProps) {
  const list = useListSearch(templateMessageList)
  return (
    <Stack>
      <p>
        {words.messagesOf(version)}{' '}
        <Link href={pathTo('notificationTemplateDetails', { id }, { tab: 'history', version })}>{words.seeVersion(version)}</Link>
      </p>
      <ListPanel
        {...templateMessageWords.list}
        list={list}
        query={q(api.templateVersions.messages, { params: { id, version }, query: list.query })}
        columns={messageColumns}
        rowId={(message) => message.id}
        rowHref={({ requestId }) => pathTo('requestDetails', { id: requestId })}
      />
    </Stack>
  )
}
