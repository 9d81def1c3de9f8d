import { assistedChannelLabels, assistedChannels } from '#domain/answering.ts'
import { formatDate } from '#domain/dates.ts'
import { clientPermissionLabels } from '#domain/integration-clients.ts'
import { memberMailKinds, memberMailLabels } from '#domain/member-mails.ts'
import { messageProviderName, messageProviders } from '#domain/message-providers.ts'
import { byMethod, notificationMethods } from '#domain/notification.ts'
import type { AuditEventType } from '#domain/audit-events.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { mergeReasonLabels } from '#domain/patient-merge.ts'
import { erasedKindLabels, erasedKinds, erasureCauseLabels } from '#domain/patient-records.ts'
import { clientPermissions, roleLabel } from '#domain/roles.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { outcomeLabel, queueLabel, waitingListOutcomes } from '#domain/waiting-list.ts'

/** The user, patient, form and ward of an event, if they are still known. */
export type MentionedNames = {
  patient?: string | null
  nhsNumber?: string | null
  form?: string | null
  user?: string | null
  detail: Record<string, unknown>
}

type Words = (mentioned: { patient: string; form: string; user: string; detail: Record<string, unknown> }) => string

/** The description of every event type. An event type without a description does not compile. */
const words: Record<AuditEventType, Words> = {
  patientCreated: ({ patient }) => `Created ${patient}`,
  patientUpdated: ({ patient }) => `Updated ${patient}`,
  patientLocaleUpdated: ({ patient, detail }) => `Changed the language of ${patient}${to(detail['locale'])}`,
  patientRead: ({ patient }) => `Viewed ${patient}`,
  patientDuplicatesRead: ({ patient }) => `Viewed possible duplicates of ${patient}`,
  patientDuplicatesRuledOut: ({ patient, detail }) => `Ruled out possible duplicates of ${patient}${number(detail['ruledOut'])}`,
  patientDuplicatesReopened: ({ patient }) => `Took back that another record is not of ${patient}`,
  patientList: () => 'Viewed the patient list',
  patientDeleted: ({ patient }) => `Archived ${patient}`,
  patientRestored: ({ patient }) => `Restored ${patient}`,
  patientOptedOut: ({ patient, detail }) =>
    detail['by'] === 'user'
      ? `Recorded that ${patient} does not want ${messagesBy(detail)}`
      : `${capital(patient)} opted out of ${messagesBy(detail)}${detail['by'] === 'text_reply' ? ' by a text reply' : ' with the link in an email'}`,
  patientOptedIn: ({ patient, detail }) => `Recorded that ${patient} wants ${messagesBy(detail)} again`,
  patientLogsRead: ({ patient }) => `Viewed the access log of ${patient}`,
  patientScoresRead: ({ patient }) => `Viewed the scores of ${patient}`,
  patientTimelineRead: ({ patient }) => `Viewed the timeline of ${patient}`,
  patientRecordExported: ({ patient }) => `Downloaded everything held about ${patient}`,
  patientHoldSet: ({ patient }) => `Put the record of ${patient} on legal hold`,
  patientHoldEnded: ({ patient }) => `Ended the legal hold on the record of ${patient}`,
  patientMerge: ({ patient, detail }) => `Merged another record into the record of ${patient}${mergeReason(detail)}`,
  patientMergeUndo: ({ patient }) => `Undid the merge of another record into the record of ${patient}`,
  patientErased: ({ detail }) => `Erased the record of a patient${erasure(detail)}`,
  oldRecordsListed: () => 'Viewed the records past their retention period',
  oldRecordsErased: ({ detail }) => `Erased records past their retention period${number(detail['patients'])}`,
  patientsExported: () => 'Exported patients into a file',
  formCreated: ({ form }) => `Created ${form}`,
  formUpdated: ({ form }) => `Updated ${form}`,
  formRead: ({ form, detail }) => `${detail['isFile'] ? 'Downloaded' : 'Viewed'} ${form}`,
  formAnalyticsRead: ({ form }) => `Viewed the analytics of ${form}`,
  formDeleted: ({ form }) => `Deleted ${form}`,
  formList: () => 'Viewed the form list',
  formPublished: ({ form }) => `Published ${form}`,
  formImportPreviewed: () => 'Previewed the import of a questionnaire',
  formArchived: ({ form }) => `Archived ${form}`,
  formRestored: ({ form }) => `Restored ${form}`,
  formVersionRestored: ({ form, detail }) => `Restored version ${String(detail['version'])} of ${form} as its draft`,
  libraryQuestionList: () => 'Viewed the question library',
  libraryQuestionRead: () => 'Viewed a question of the library',
  libraryQuestionSaved: ({ detail }) => `Saved the question ${String(detail['name'])} to the library`,
  libraryQuestionChanged: ({ detail }) => `Changed the question ${String(detail['name'])} of the library`,
  libraryQuestionRemoved: ({ detail }) => `Removed the question ${String(detail['name'])} from the library`,
  formRequestUploaded: () => 'Uploaded a spreadsheet of form requests',
  formRequestImported: ({ detail }) => `Imported form requests${number(detail['newRows'])}`,
  importColumnsMapped: () => 'Matched the columns of a spreadsheet to the columns of an import',
  importDecided: ({ detail }) =>
    detail['rows']
      ? `Changed the decisions for rows of an import${number(detail['rows'])}`
      : 'Changed the decision for duplicates in an import',
  importRowsDownloaded: () => 'Downloaded the rows of an import',
  importReverted: () => 'Started to undo an import',
  importRevertEnded: ({ detail }) =>
    `Undid form requests of an import${number(detail['undone'])} and kept the others${number(detail['left'])}`,
  formRequestExported: ({ detail }) => `Exported form requests ${detail['hasPersonalData'] ? 'with' : 'without'} personal data`,
  formRequestPreviewed: () => 'Checked a form before sending it',
  formRequestCreated: ({ form, patient }) => `Sent ${form} to ${patient}`,
  formRequestClosed: ({ form, patient }) => `Closed ${form} of ${patient}`,
  formRequestReopened: ({ form, patient }) => `Reopened ${form} of ${patient}`,
  formRequestSentAgain: ({ form, patient }) => `Sent ${form} to ${patient} again`,
  formRequestReminded: ({ form, patient }) => `Sent ${patient} a reminder of ${form}`,
  formRequestMessageCancelled: ({ form, patient }) => `Cancelled the waiting message about ${form} to ${patient}`,
  formRequestLetterQueued: ({ form, patient }) => `Queued a letter about ${form} to ${patient}`,
  seriesList: () => 'Viewed the list of series',
  seriesRead: ({ detail }) => `Viewed ${seriesName(detail)}`,
  seriesCreated: ({ detail }) => `Created ${seriesName(detail)}`,
  seriesUpdated: ({ detail }) => `Changed ${seriesName(detail)}`,
  seriesPaused: ({ detail }) => `Paused ${seriesName(detail)}`,
  seriesResumed: ({ detail }) => `Resumed ${seriesName(detail)}`,
  seriesEnded: ({ detail }) => `Ended ${seriesName(detail)}`,
  seriesEnrolmentList: () => 'Viewed patients of a series',
  seriesFileChecked: ({ detail }) => `Checked a file of patients for ${seriesName(detail)}${number(detail['rows'])}`,
  seriesPatientEnrolled: ({ patient, detail }) => `Enrolled ${patient} in ${seriesName(detail)}`,
  seriesPatientRefused: ({ patient, detail }) => `Could not enrol ${patient} in ${seriesName(detail)}${because(detail)}`,
  seriesEnrolmentPaused: ({ patient, detail }) => `Paused ${seriesName(detail)} for ${patient}`,
  seriesEnrolmentResumed: ({ patient, detail }) => `Resumed ${seriesName(detail)} for ${patient}`,
  seriesEnrolmentEnded: ({ patient, detail }) => `Ended ${seriesName(detail)} for ${patient}`,
  seriesDateCorrected: ({ patient, detail }) => `Corrected the date of ${patient} in ${seriesName(detail)}`,
  seriesOccasionSent: ({ patient, detail }) => `Sent a form of ${seriesName(detail)} to ${patient}`,
  seriesOccasionSkipped: ({ patient, detail }) => `Skipped a form of ${seriesName(detail)} for ${patient}`,
  seriesOccasionMoved: ({ patient, detail }) => `Moved a form of ${seriesName(detail)} for ${patient}`,
  seriesOccasionMissed: ({ patient, detail }) => `A form of ${seriesName(detail)} for ${patient} was missed`,
  seriesOccasionNotSent: ({ patient, detail }) => `A form of ${seriesName(detail)} could not be sent to ${patient}`,
  patientSeriesRead: ({ patient }) => `Viewed the series of ${patient}`,
  waitingListRead: () => 'Viewed the waiting list',
  finalRemovalsExported: () => 'Exported the patients to take off the waiting list',
  waitingListDecided: ({ form, patient, detail }) => `Decided about ${form} of ${patient} on the waiting list${decisionIn(detail)}`,
  letterList: () => 'Viewed the letters that wait to be printed',
  letterBatchList: () => 'Viewed batches of letters',
  letterBatchMade: ({ detail }) =>
    detail['reprintOf']
      ? `Made a batch of letters to print again${number(detail['letters'])}`
      : `Made a batch of letters${number(detail['letters'])}`,
  letterBatchPrinted: ({ detail }) => `Marked a batch of letters as printed${number(detail['letters'])}`,
  letterBatchReturned: ({ detail }) => `Put the letters of a batch back${number(detail['letters'])}`,
  letterBatchLinkMade: () => 'Asked to download a batch of letters',
  letterBatchDownloaded: () => 'Downloaded a batch of letters',
  formRequestOutcomeRecorded: ({ form, patient }) => `Recorded the outcome of ${form} of ${patient}`,
  formRequestWaitingSinceSet: ({ form, patient }) => `Corrected since when ${patient} has been waiting in ${form}`,
  formRequestNoteAdded: ({ form, patient, detail }) =>
    `${detail['isCorrection'] ? 'Corrected a note' : 'Added a note'} on ${form} of ${patient}`,
  formRequestCopyDownloaded: ({ form, patient }) => `${capital(patient)} downloaded a copy of their answers to ${form}`,
  formRequestLinkCopied: ({ form, patient }) => `Copied the link of ${form} of ${patient}`,
  formRequestAnsweringRead: ({ form, patient }) => `Viewed the details of ${patient} to answer ${form} for them`,
  formRequestAnsweringStarted: ({ form, patient, detail }) => `Started to answer ${form} for ${patient}${assisted(detail)}`,
  formRequestAnswersRead: ({ form, patient }) => `Viewed saved answers of ${patient} to ${form}`,
  formRequestAssigned: ({ form, patient, user }) => `Assigned ${form} of ${patient} to ${user}`,
  formRequestUnassigned: ({ form, patient }) => `Unassigned ${form} of ${patient}`,
  formRequestRead: ({ form, patient, detail }) => `${detail['isFile'] ? 'Downloaded' : 'Viewed'} ${form} of ${patient}`,
  formRequestList: () => 'Viewed the form requests list',
  formRequestsCounted: () => 'Viewed the numbers of form requests beside the filters',
  formRequestMarkedSentInError: ({ form, patient }) => `Marked ${form} of ${patient} as sent in error`,
  formRequestBulkStarted: ({ detail }) => `Started a bulk change of form requests${number(detail['requests'])}`,
  formRequestBulkCancelled: () => 'Cancelled a bulk change of form requests',
  formRequestBulkEnded: ({ detail }) => `A bulk change of form requests ${detail['status'] === 'stopped' ? 'stopped early' : 'finished'}`,
  formRequestBulkList: () => 'Viewed their bulk changes of form requests',
  formRequestBulkRead: () => 'Viewed a bulk change of form requests',
  formRequestUnlocked: ({ form, patient, detail }) =>
    `Unlocked the link of ${form} of ${patient} and reset the count of wrong dates of birth${number(detail['wrongInAll'])}`,
  formRequestOpened: ({ form, patient, detail }) =>
    detail['channel'] ? `Opened ${form} to answer it for ${patient}` : `${capital(patient)} opened ${form}`,
  formRequestSubmitted: ({ form, patient, detail }) =>
    detail['channel'] ? `Sent the answers of ${patient} to ${form}${assisted(detail)}` : `${capital(patient)} submitted ${form}`,
  formRequestExpired: ({ form, patient }) => `${capital(form)} of ${patient} expired`,
  formRequestAutoClosed: ({ form, patient }) => `Closed ${form} of ${patient} automatically`,
  redFlagRaised: ({ form, patient }) => `The answers of ${patient} to ${form} raised a red flag`,
  redFlagAlertKept: ({ form, patient, user }) =>
    `Kept an alert to ${user} in the outbox, not sent, about a red flag of ${patient} in ${form}`,
  redFlagAlertSent: ({ form, patient, user }) => `Alerted ${user} to an unread red flag of ${patient} in ${form}`,
  importColumnsRead: () => 'Viewed the columns of a spreadsheet to import',
  importTemplateRead: () => 'Downloaded the import template',
  importList: () => 'Viewed the list of imports',
  importRead: () => 'Viewed an import',
  exportRead: () => 'Viewed an export',
  exportDownloaded: () => 'Downloaded an export',
  exportStopped: () => 'Stopped or deleted an export',
  tenantCreated: () => 'Created the organisation',
  tenantUpdated: () => 'Updated the organisation',
  tenantRead: () => 'Viewed the organisation',
  tenantList: () => 'Viewed the organisation list',
  tenantDeleted: () => 'Deleted the organisation',
  tenantMovedHere: ({ detail }) => `Moved the organisation here from ${String(detail['from'])}, by a command of the server’s operator`,
  tenantMovedAway: ({ detail }) => `Moved an organisation to ${String(detail['to'])}, by a command of the server’s operator`,
  tenantLogsRead: () => 'Viewed the audit log',
  tenantLogsExported: () => 'Exported the audit log',
  auditEventsArchived: ({ detail }) =>
    `Moved old events of the audit log to the archive${number(detail['events'])}, by a command of the server’s operator`,
  pepConfigRead: () => 'Viewed the PEP configuration',
  pepConfigUpdated: ({ detail }) =>
    detail['enabled'] === false
      ? 'Disabled PEP'
      : `Changed the PEP configuration${detail['hasNewSecret'] ? ', with a new client secret' : ''}`,
  pepConfigTested: () => 'Tested the connection to the PEP',
  pepCodesRead: () => 'Looked up departments or clinics in the PEP',
  pepSubscriberRead: ({ patient, detail }) =>
    detail['isAsked']
      ? `Asked the PEP whether ${patient} is a subscriber`
      : `Looked up whether ${patient} is a PEP subscriber. The PEP was not asked`,
  nhsAppSettingsRead: () => 'Viewed the NHS App settings',
  nhsAppSettingsUpdated: ({ detail }) =>
    detail['isOn'] === true ? 'Changed the NHS App settings, with the NHS App on' : 'Changed the NHS App settings, with the NHS App off',
  nhsAppTasksRead: ({ patient, detail }) => `Showed ${patient} their form requests in the NHS App${number(detail['tasks'])}`,
  recordServiceReplayed: ({ detail }) => `Started to send every patient to the Record Service again${number(detail['patients'])}`,
  messageProvidersRead: () => 'Viewed the message providers',
  messageProviderUpdated: ({ detail }) =>
    `Changed the account with ${provider(detail)}${detail['hasNewSecret'] ? ', with a new secret' : ''}`,
  messageProviderRemoved: ({ detail }) => `Removed the account with ${provider(detail)}`,
  callbackTokenCreated: ({ detail }) => `Created a token for the receipts of ${provider(detail)}`,
  testMessageSent: ({ detail }) => `Sent a test message${sentHow(detail)}`,
  integrationClientList: () => 'Viewed the integration clients',
  integrationClientCreated: ({ detail }) => `Created ${clientName(detail)}`,
  integrationClientUpdated: ({ detail }) =>
    (detail['isSwitchedOff'] === true
      ? `Switched off ${clientName(detail)}`
      : detail['isSwitchedOff'] === false
        ? `Switched on ${clientName(detail)}`
        : `Changed ${clientName(detail)}`) + clientChanges(detail),
  integrationClientRotated: ({ detail }) => `Made a new secret or key for ${clientName(detail)}`,
  integrationClientCredentialRemoved: ({ detail }) => `Removed a secret or key of ${clientName(detail)}`,
  webhookList: () => 'Viewed the webhook endpoints',
  webhookCreated: ({ detail }) => `Created ${webhookName(detail)}${atHost(detail['host'])}`,
  webhookUpdated: ({ detail }) =>
    detail['isSwitchedOff'] === true
      ? `Switched off ${webhookName(detail)}`
      : detail['isSwitchedOff'] === false
        ? `Switched on ${webhookName(detail)}`
        : `Changed ${webhookName(detail)}${movedHost(detail)}`,
  webhookRotated: ({ detail }) => `Made a new secret for ${webhookName(detail)}`,
  webhookDeleted: ({ detail }) => `Deleted ${webhookName(detail)}`,
  webhookSwitchedOff: ({ detail }) =>
    `Switched off ${webhookName(detail)} ${detail['reason'] === 'gone' ? 'because it is no longer in use' : 'after days of failures'}`,
  webhookTested: ({ detail }) => `Sent a test event to ${webhookName(detail)}${detail['failure'] ? ', which failed' : ''}`,
  webhookDeliveryList: ({ detail }) => `Viewed the deliveries to ${webhookName(detail)}`,
  webhookReplayed: ({ detail }) => `Sent events again to ${webhookName(detail)}${number(detail['events'])}`,
  eventsRead: () => 'Read events',
  callRepeated: () => 'Got the answer to an earlier call again',
  tenantMemberCreated: ({ user }) => `Created ${user}`,
  tenantMemberUpdated: ({ user, detail }) =>
    typeof detail['role'] === 'string'
      ? `Changed the role of ${user} to ${roleLabel(detail['role'])}`
      : `${detail['isMoved'] ? 'Changed the email address of' : 'Updated'} ${user}`,
  tenantMemberLocaleUpdated: ({ user, detail }) => `Changed the language or timezone of ${user}${to(detail['locale'])}`,
  tenantMemberInvited: ({ user }) => `Invited ${user}`,
  signInFailed: ({ detail }) => `A sign-in to this account failed${at(detail['from'])}`,
  signInLocked: ({ detail }) =>
    `Another sign-in failed. The password now works only on devices that have signed in before${at(detail['from'])}`,
  signInFailuresTold: ({ user }) => `Emailed ${user} about failed sign-ins`,
  tenantMemberMailFailed: ({ detail }) => `An email to this account could not be sent${mailIn(detail)}`,
  signedOut: ({ detail }) => `Signed out${at(detail['from'])}`,
  sessionTakenOver: ({ detail }) => `Was signed out because another user signed in on the same browser${at(detail['from'])}`,
  refreshTokenReused: ({ detail }) => `A sign-in token was used twice, and the session was ended${at(detail['from'])}`,
  signInSucceeded: ({ detail }) => `Signed in${withMethods(detail['amr'])}${at(detail['from'])}`,
  signInFederated: ({ detail }) => `Signed in with another provider${at(detail['from'])}`,
  tenantMemberLinked: () => 'Signed in for the first time and was linked to their account',
  tenantMemberPasswordReset: ({ user }) => `Sent ${user} a link to choose a new password`,
  tenantMemberPasswordSet: () => 'Chose a password',
  tenantMemberLogin: ({ detail }) => `Opened Formward after signing in${at(detail['from'])}`,
  tenantMemberRead: ({ user }) => `Viewed ${user}`,
  tenantMemberList: () => 'Viewed the user list',
  tenantMemberLogsRead: ({ user }) => `Viewed the audit log of ${user}`,
  tenantMemberDeleted: ({ user }) => `Removed ${user}`,
  outcomeList: () => 'Viewed the outcomes',
  outcomeCreated: ({ detail }) => `Added the outcome ${String(detail['name'])}`,
  outcomeUpdated: () => 'Updated an outcome',
  outcomesReordered: () => 'Changed the order of the outcomes',
  sharedViewSaved: () => 'Saved a view of the worklist that everyone sees',
  sharedViewRemoved: () => 'Removed a view of the worklist that everyone saw',
  wardList: () => 'Viewed the wards',
  wardCreated: () => 'Created a ward',
  wardUpdated: () => 'Updated a ward',
  wardAssigned: ({ user, detail }) => `Gave ${user} access to ${ward(detail)}`,
  wardUnassigned: ({ user, detail }) => `Removed access to ${ward(detail)} from ${user}`,
  roleList: () => 'Viewed the roles',
  templateList: () => 'Viewed the notification templates',
  templateRead: () => 'Viewed a notification template',
  templateMessagesRead: () => 'Viewed the messages that were written with a notification template',
  templateCreated: () => 'Created a notification template',
  templateUpdated: () => 'Updated a notification template',
  templateDeleted: () => 'Deleted a notification template',
  outboxRead: () => 'Viewed the outbox',
  messageList: () => 'Viewed the list of messages',
  messageTotalsRead: () => 'Viewed the totals of messages',
  reportList: () => 'Viewed the reports',
  reportCreated: () => 'Requested a report',
  reportDownloaded: () => 'Downloaded a report',
  reportMailed: () => 'Emailed a link to a monthly report',
  reportMailKept: () => 'Kept the email with a link to a monthly report in the outbox, not sent',
  reportMailFailed: () => 'Could not email a link to a monthly report',
  reportScheduleList: () => 'Viewed the monthly reports',
  reportScheduleCreated: () => 'Scheduled a monthly report',
  reportScheduleSwitchedOn: () => 'Switched on a monthly report',
  reportScheduleSwitchedOff: () => 'Switched off a monthly report',
  dashboardRead: () => 'Viewed the dashboard',
  sessionList: () => 'Viewed their sessions',
  sessionEnded: ({ detail }) =>
    `Signed out of another session (${typeof detail['device'] === 'string' ? detail['device'] : 'unknown device'})`,
  otherSessionsEnded: ({ detail }) => `Signed out of all their other sessions${number(detail['ended'])}`,
  userSignedOutEverywhere: ({ user }) => `Signed ${user} out of every device, by a command of the server’s operator`,
  secondFactorsRead: () => 'Viewed their sign-in methods',
  secondFactorBegun: ({ detail }) => `Started to set up ${factor(detail)}`,
  secondFactorAdded: ({ detail }) => `Added ${factor(detail)} for signing in`,
  secondFactorRemoved: ({ detail }) => `Removed ${factor(detail)} for signing in`,
  passkeyRenamed: () => 'Renamed a passkey',
  recoveryCodesMade: () => 'Created new recovery codes',
  recoveryCodeUsed: () => 'Signed in with a recovery code',
  secondFactorsReset: ({ user }) => `Reset the second factor of ${user}`,
  identityProven: () => 'Confirmed their identity',
  identityProofRefused: () => 'Failed to confirm their identity',
}

const factor = ({ kind }: Record<string, unknown>) => (kind === 'passkey' ? 'a passkey' : 'an authenticator app')
const messages: Record<string, string> = { sms: 'text messages', email: 'emails', nhs_app: 'NHS App messages' }
const messagesBy = ({ method }: Record<string, unknown>) => messages[String(method)] ?? 'messages'
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const to = (locale: unknown) => (typeof locale === 'string' ? ` to ${locale || 'not known'}` : '')
const at = (address: unknown) => (typeof address === 'string' ? ` from ${address}` : '')
/** The methods of a sign-in by their names of RFC 8176. */
const withMethods = (amr: unknown) => {
  const used = Array.isArray(amr) ? signInMethods.filter(([name]) => amr.includes(name)).map(([, method]) => method) : []
  return used.length > 0 ? ` with ${used.join(' and ')}` : ''
}
const signInMethods = [
  ['pwd', 'a password'],
  ['otp', 'a code'],
  ['pop', 'a passkey'],
] as const
const erasure = (detail: Record<string, unknown>) => {
  const cause = Object.entries(erasureCauseLabels).find(([one]) => one === detail['reason'])?.[1]
  const counts = erasedKinds.flatMap((kind) =>
    typeof detail[kind] === 'number' ? `${erasedKindLabels[kind].toLowerCase()}: ${detail[kind]}` : [],
  )
  const all = [cause, typeof detail['reference'] === 'string' ? `reference ${detail['reference']}` : undefined, ...counts].filter(Boolean)
  return all.length > 0 ? ` (${all.join('; ')})` : ''
}
const mergeReason = ({ reason }: Record<string, unknown>) => {
  const label = Object.entries(mergeReasonLabels).find(([one]) => one === reason)?.[1]
  return label === undefined ? '' : ` (${label})`
}
const mailIn = ({ mail }: Record<string, unknown>) => {
  const kind = memberMailKinds.find((one) => one === mail)
  return kind ? ` (${memberMailLabels[kind]})` : ''
}
const number = (count: unknown) => (typeof count === 'number' ? ` (${count.toLocaleString('en-GB')})` : '')
const decisionIn = ({ queue, decision }: Record<string, unknown>) => {
  const [inQueue, made] = [waitingListQueues.find((one) => one === queue), waitingListOutcomes.find((one) => one === decision)]
  return inQueue && made ? ` (${queueLabel(inQueue)}: ${outcomeLabel(made)})` : ''
}
const provider = ({ channel }: Record<string, unknown>) =>
  messageProviders.flatMap((one) => (one === channel ? messageProviderName(one) : []))[0] ?? 'a message provider'
const sentHow = ({ method }: Record<string, unknown>) =>
  notificationMethods.flatMap((one) => (one === method ? ` ${byMethod(one)}` : []))[0] ?? ''
const seriesName = ({ series }: Record<string, unknown>) => (typeof series === 'string' ? `series "${series}"` : 'a series')
const webhookName = ({ webhook }: Record<string, unknown>) =>
  typeof webhook === 'string' ? `the webhook endpoint "${webhook}"` : 'a webhook endpoint'

const atHost = (host: unknown) => (typeof host === 'string' ? ` at ${host}` : '')
const movedHost = ({ host, hostBefore }: Record<string, unknown>) =>
  host === hostBefore ? '' : `, which is now${atHost(host)} and was${atHost(hostBefore)}`

const clientName = ({ client }: Record<string, unknown>) =>
  typeof client === 'string' ? `the integration client "${client}"` : 'an integration client'
/** What a client may do since the change, and until when. */
function clientChanges({ permissionsAdded, permissionsRemoved, expiresOn }: Record<string, unknown>) {
  const [added, removed] = [permissionWords(permissionsAdded), permissionWords(permissionsRemoved)]
  const changes = [
    ...(added === '' ? [] : [`now: ${added}`]),
    ...(removed === '' ? [] : [`no longer: ${removed}`]),
    ...(typeof expiresOn === 'string' ? [`last day: ${formatDate(expiresOn)}`] : []),
  ]
  return changes.length > 0 ? ` (${changes.join('; ')})` : ''
}
const permissionWords = (given: unknown) =>
  clientPermissions
    .filter((one) => Array.isArray(given) && given.includes(one))
    .map((one) => lowerFirst(clientPermissionLabels[one]))
    .toSorted()
    .join(', ')
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const because = ({ reason }: Record<string, unknown>) => (typeof reason === 'string' ? `: ${reason.replace(/\.$/, '')}` : '')
const ward = ({ ward }: Record<string, unknown>) => (typeof ward === 'string' ? `ward ${ward}` : 'a ward')

/** The description of an event (AUD-2). An unknown event type is shown as unknown. */
export function describeEvent(eventType: string, { patient, nhsNumber, form, user, detail }: MentionedNames) {
  if (!Object.hasOwn(words, eventType)) return 'Unknown event'
  return words[eventType as AuditEventType]({
    patient: patient ? `patient ${patient}${nhsNumber ? ` (NHS number ${formatNhsNumber(nhsNumber)})` : ''}` : 'a patient',
    form: form ? `form "${form}"` : 'a form',
    user: user ? `user ${user}` : 'a user',
    detail,
  })
}

/** How a user got the answers that they typed for a patient. */
function assisted({ channel, answeredBy }: Record<string, unknown>) {
  const how = assistedChannels.find((one) => one === channel)
  return how ? `, ${assistedChannelLabels[how].toLowerCase()}${answeredBy === 'carer' ? ', by a carer' : ''}` : ''
}
