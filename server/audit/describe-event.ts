import type { AuditEventType } from '#domain/audit-events.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { roleLabel } from '#domain/roles.ts'

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
  patientList: () => 'Viewed the patient list',
  patientDeleted: ({ patient }) => `Archived ${patient}`,
  patientRestored: ({ patient }) => `Restored ${patient}`,
  patientLogsRead: ({ patient }) => `Viewed the access log of ${patient}`,
  patientScoresRead: ({ patient }) => `Viewed the scores of ${patient}`,
  patientsExported: () => 'Wrote patients into an exported file',
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
  formRequestUploaded: () => 'Uploaded a spreadsheet of form requests',
  formRequestImported: ({ detail }) => `Imported form requests${number(detail['newRows'])}`,
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
  formRequestLinkCopied: ({ form, patient }) => `Copied the link of ${form} of ${patient}`,
  formRequestAssigned: ({ form, patient, user }) => `Assigned ${form} of ${patient} to ${user}`,
  formRequestUnassigned: ({ form, patient }) => `Unassigned ${form} of ${patient}`,
  formRequestRead: ({ form, patient, detail }) => `${detail['isFile'] ? 'Downloaded' : 'Viewed'} ${form} of ${patient}`,
  formRequestList: () => 'Viewed the form requests list',
  formRequestMarkedSentInError: ({ form, patient }) => `Marked ${form} of ${patient} as sent in error`,
  formRequestBulkStarted: ({ detail }) => `Started a bulk change of form requests${number(detail['requests'])}`,
  formRequestBulkCancelled: () => 'Cancelled a bulk change of form requests',
  formRequestBulkEnded: ({ detail }) => `A bulk change of form requests ${detail['status'] === 'stopped' ? 'stopped early' : 'finished'}`,
  formRequestBulkList: () => 'Viewed their bulk changes of form requests',
  formRequestBulkRead: () => 'Viewed a bulk change of form requests',
  formRequestUnlocked: ({ form, patient, detail }) =>
    `Unlocked the link of ${form} of ${patient} and reset the count of wrong dates of birth${number(detail['wrongInAll'])}`,
  formRequestOpened: ({ form, patient }) => `${capital(patient)} opened ${form}`,
  formRequestSubmitted: ({ form, patient }) => `${capital(patient)} submitted ${form}`,
  formRequestExpired: ({ form, patient }) => `${capital(form)} of ${patient} expired`,
  formRequestAutoClosed: ({ form, patient }) => `Closed ${form} of ${patient} automatically`,
  redFlagRaised: ({ form, patient }) => `The answers of ${patient} to ${form} raised a red flag`,
  redFlagAlertKept: ({ form, patient, user }) =>
    `Kept an alert to ${user} in the outbox, not sent, about a red flag of ${patient} in ${form}`,
  redFlagAlertSent: ({ form, patient, user }) => `Alerted ${user} to an unread red flag of ${patient} in ${form}`,
  importTemplateRead: () => 'Downloaded the import template',
  importList: () => 'Viewed the list of imports',
  importRead: () => 'Viewed an import',
  exportRead: () => 'Viewed an export',
  exportDownloaded: () => 'Downloaded an export',
  exportStopped: () => 'Stopped an export',
  tenantCreated: () => 'Created the organisation',
  tenantUpdated: () => 'Updated the organisation',
  tenantRead: () => 'Viewed the organisation',
  tenantList: () => 'Viewed the organisation list',
  tenantDeleted: () => 'Deleted the organisation',
  tenantLogsRead: () => 'Viewed the audit log',
  tenantLogsExported: () => 'Exported the audit log',
  pepConfigRead: () => 'Viewed the PEP configuration',
  pepConfigUpdated: ({ detail }) =>
    detail['enabled'] === false
      ? 'Disabled PEP'
      : `Changed the PEP configuration${detail['hasNewSecret'] ? ', with a new client secret' : ''}`,
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
  signedOut: ({ detail }) => `Signed out${at(detail['from'])}`,
  sessionTakenOver: ({ detail }) => `Was signed out because another user signed in on the same browser${at(detail['from'])}`,
  refreshTokenReused: ({ detail }) => `A sign-in token was used twice, and the session was ended${at(detail['from'])}`,
  signInFederated: ({ detail }) => `Signed in with another provider${at(detail['from'])}`,
  tenantMemberLinked: () => 'Signed in for the first time and was linked to their account',
  tenantMemberPasswordReset: ({ user }) => `Sent ${user} a link to choose a new password`,
  tenantMemberPasswordSet: () => 'Chose a password',
  tenantMemberLogin: ({ detail }) => `Signed in${at(detail['from'])}`,
  tenantMemberRead: ({ user }) => `Viewed ${user}`,
  tenantMemberList: () => 'Viewed the user list',
  tenantMemberLogsRead: ({ user }) => `Viewed the audit log of ${user}`,
  tenantMemberDeleted: ({ user }) => `Removed ${user}`,
  wardList: () => 'Viewed the wards',
  wardCreated: () => 'Created a ward',
  wardUpdated: () => 'Updated a ward',
  wardAssigned: ({ user, detail }) => `Gave ${user} access to ${ward(detail)}`,
  wardUnassigned: ({ user, detail }) => `Removed access to ${ward(detail)} from ${user}`,
  roleList: () => 'Viewed the roles',
  templateList: () => 'Viewed the notification templates',
  templateRead: () => 'Viewed a notification template',
  templateCreated: () => 'Created a notification template',
  templateUpdated: () => 'Updated a notification template',
  templateDeleted: () => 'Deleted a notification template',
  outboxRead: () => 'Viewed the outbox',
  reportList: () => 'Viewed the reports',
  reportCreated: () => 'Requested a report',
  reportDownloaded: () => 'Downloaded a report',
  dashboardRead: () => 'Viewed the dashboard',
  sessionList: () => 'Viewed their sessions',
  sessionEnded: ({ detail }) =>
    `Signed out of another session (${typeof detail['device'] === 'string' ? detail['device'] : 'unknown device'})`,
  otherSessionsEnded: ({ detail }) => `Signed out of all their other sessions${number(detail['ended'])}`,
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
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const to = (locale: unknown) => (typeof locale === 'string' ? ` to ${locale}` : '')
const at = (address: unknown) => (typeof address === 'string' ? ` from ${address}` : '')
const number = (count: unknown) => (typeof count === 'number' ? ` (${count.toLocaleString('en-GB')})` : '')
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
