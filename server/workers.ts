import { signAuditJob, startSigningAudit } from './audit/chain/sign-audit.job.ts'
import { startVerifyingAudit, verifyAuditJob } from './audit/chain/verify-audit.job.ts'
import { bulkChangeJob, startChangingInBulk } from './bulk-changes/bulk-change.job.ts'
import { removeOldResultsJobs, startRemovingOldResults } from './bulk-changes/remove-old-results.job.ts'
import { removeOldDraftsJob, startRemovingOldDrafts } from './drafts/remove-old-drafts.job.ts'
import { exportJob, startExporting } from './exports/export.job.ts'
import { removeExpiredFilesJobs, startRemovingExpiredFiles } from './exports/remove-expired-files.job.ts'
import { removeExpiredJob, startRemovingExpired } from './identity/remove-expired.job.ts'
import { rotateSigningKeysJob, startRotatingSigningKeys } from './identity/rotate-signing-keys.job.ts'
import { removeAbandonedUploadsJobs, startRemovingAbandonedUploads } from './imports/uploading/remove-abandoned-uploads.job.ts'
import { checkImportJob, startCheckingImports } from './imports/judging/check-import.job.ts'
import { completeImportJob, startCompletingImports } from './imports/completing/complete-import.job.ts'
import { removeOldRowsJobs, startRemovingOldRows } from './imports/remove-old-rows.job.ts'
import { revertImportJob, startRevertingImports } from './imports/undoing/revert-import.job.ts'
import { requestPasswordResetJob, startPasswordResetRequests } from './identity/one-time-links/ask-for-reset.job.ts'
import { startNotifyingFailedSignIns, notifyFailedSignInsJob } from './identity/throttle/notify-failed-sign-ins.job.ts'
import { remindOfSecondFactorJobs, startSecondFactorMails } from './members/second-factor-mails.job.ts'
import { sendMemberMailJob, startSendingMemberMail } from './members/mail/send-member-mail.job.ts'
import { findReceiptsJobs, startFindingReceipts } from './notifications/find-receipts.job.ts'
import { sendBatchJob, sendNotificationJob } from './notifications/notifications.ts'
import { removeOldMessagesJobs, startRemovingOldMessages } from './channels/remove-old-messages.job.ts'
import { startSending } from './notifications/send-notification.job.ts'
import { announceSecondFactorJob } from './organisations/organisations.ts'
import type { Services } from './platform/services.ts'
import { createQueues, type Boss } from './platform/jobs.ts'
import { reportJob, startReporting } from './reports/report.job.ts'
import { endRequestsJobs, startEndingRequests } from './requests/end-requests.job.ts'
import { sendRemindersJobs, startSendingReminders } from './requests/send-reminders.job.ts'
import { alertUnreadJob, sendAlertJob } from './submissions/alerts/alert-jobs.ts'
import { startAlerting } from './submissions/alerts/alerts.job.ts'
import { foldCountsJob, startFoldingCounts } from './worklist/counts/fold-counts.job.ts'

/** Every kind of job. The migrations create the queues. */
const kinds = [
  sendNotificationJob,
  sendBatchJob,
  ...Object.values(findReceiptsJobs),
  sendMemberMailJob,
  announceSecondFactorJob,
  ...Object.values(remindOfSecondFactorJobs),
  requestPasswordResetJob,
  notifyFailedSignInsJob,
  ...Object.values(endRequestsJobs),
  ...Object.values(sendRemindersJobs),
  alertUnreadJob,
  sendAlertJob,
  removeExpiredJob,
  rotateSigningKeysJob,
  checkImportJob,
  completeImportJob,
  revertImportJob,
  ...Object.values(removeOldRowsJobs),
  ...Object.values(removeAbandonedUploadsJobs),
  exportJob,
  ...Object.values(removeExpiredFilesJobs),
  reportJob,
  signAuditJob,
  verifyAuditJob,
  removeOldDraftsJob,
  ...Object.values(removeOldMessagesJobs),
  bulkChangeJob,
  ...Object.values(removeOldResultsJobs),
  foldCountsJob,
]

export const makeQueues = (boss: Boss) => createQueues(boss, kinds)

/** Starts working on every queue. */
export async function startWorkers(services: Services) {
  await startEndingRequests(services)
  await startSendingReminders(services)
  await startSending(services)
  await startFindingReceipts(services)
  await startAlerting(services)
  await startSendingMemberMail(services)
  await startSecondFactorMails(services)
  await startPasswordResetRequests(services)
  await startNotifyingFailedSignIns(services)
  await startCheckingImports(services)
  await startCompletingImports(services)
  await startRevertingImports(services)
  await startRemovingOldRows(services)
  await startRemovingAbandonedUploads(services)
  await startExporting(services)
  await startRemovingExpiredFiles(services)
  await startReporting(services)
  await startRemovingExpired(services)
  await startSigningAudit(services)
  await startVerifyingAudit(services)
  await startRotatingSigningKeys(services)
  await startRemovingOldDrafts(services)
  await startRemovingOldMessages(services)
  await startChangingInBulk(services)
  await startRemovingOldResults(services)
  await startFoldingCounts(services)
}
