import { signAuditJob, startSigningAudit } from './audit/chain/sign-audit.job.ts'
import { startVerifyingAudit, verifyAuditJobs } from './audit/chain/verify-audit.job.ts'
import { removeUnsentAnswersJobs, startRemovingUnsentAnswers } from './answers/remove-unsent-answers.job.ts'
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
import { makeLettersJob, startMakingLetters } from './letters/make-letters.job.ts'
import { removeLetterFilesJobs, startRemovingLetterFiles } from './letters/remove-letter-files.job.ts'
import { remindOfSecondFactorJobs, startSecondFactorMails } from './members/second-factor-mails.job.ts'
import { failMemberMailJob, sendMemberMailJob, startSendingMemberMail } from './members/mail/send-member-mail.job.ts'
import { findReceiptsJobs, startFindingReceipts } from './notifications/find-receipts.job.ts'
import { failUnsendableJob, sendBatchJob, sendNotificationJob, sendTogetherJob } from './notifications/notifications.ts'
import { removeOldMessagesJobs, startRemovingOldMessages } from './channels/remove-old-messages.job.ts'
import { queueDailyEmailsJobs, sendDailyEmailJob, startSendingDailyEmails } from './notices/daily-email.job.ts'
import { startRecordingStopReplies, stopReplyJob } from './notifications/stop-reply.job.ts'
import { startTryingNextMethods, tryNextMethodsJobs } from './notifications/try-next-methods.job.ts'
import { replayPatientsJob, sendPatientsJobs, startSendingPatients } from './nhs-app/record-service/send-patients.job.ts'
import { startSending } from './notifications/send-notification.job.ts'
import { announceSecondFactorJob, unassignRequestsJob } from './organisations/organisations.ts'
import { deleteOldRecordsJobs, startDeletingOldRecords } from './patient-records/delete-old-records.job.ts'
import { recordStopReply } from './patients/patients.ts'
import type { Services } from './platform/services.ts'
import { removeOldAnswersJob, startRemovingOldAnswers } from './platform/remove-old-answers.job.ts'
import { bulkExportJobs, startBulkExporting } from './fhir/bulk-export.job.ts'
import { createQueues, type Boss } from './platform/jobs.ts'
import { removeOldReportsJobs, startRemovingOldReports } from './reports/remove-old-reports.job.ts'
import { reportJob, startReporting } from './reports/report.job.ts'
import { monthlyReportsJobs, startMonthlyReports } from './reports/schedules/monthly-reports.job.ts'
import { failReportMailJob, sendReportMailJob, startSendingReportMails } from './reports/schedules/send-report-mail.job.ts'
import { endRequestsJobs, startEndingRequests } from './requests/end-requests.job.ts'
import { sendRemindersJobs, startSendingReminders } from './requests/send-reminders.job.ts'
import { startUnassigningRequests } from './requests/unassign-requests.job.ts'
import { planAgainJob, startPlanningAgain } from './series/plan-again.job.ts'
import { sendSeriesJobs, startSendingSeries } from './series/send-series.job.ts'
import { alertUnreadJob, sendAlertJob } from './submissions/alerts/alert-jobs.ts'
import { startAlerting } from './submissions/alerts/alerts.job.ts'
import { followRemovalsJobs, startFollowingRemovals } from './waiting-list/follow-removals.job.ts'
import { deliverEventsJobs, startDeliveringEvents } from './webhooks/deliver-events.job.ts'
import { foldCountsJob, foldOneJob, startFoldingCounts } from './worklist/counts/fold-counts.job.ts'

/** Every kind of job. The migrations create the queues. */
const kinds = [
  failUnsendableJob, // before the queue whose failed jobs it takes
  sendNotificationJob,
  sendBatchJob,
  sendTogetherJob,
  stopReplyJob,
  ...Object.values(findReceiptsJobs),
  ...Object.values(tryNextMethodsJobs),
  failMemberMailJob, // likewise
  sendMemberMailJob,
  announceSecondFactorJob,
  ...Object.values(remindOfSecondFactorJobs),
  requestPasswordResetJob,
  notifyFailedSignInsJob,
  ...Object.values(endRequestsJobs),
  ...Object.values(sendRemindersJobs),
  unassignRequestsJob,
  ...Object.values(sendSeriesJobs),
  planAgainJob,
  ...Object.values(followRemovalsJobs),
  ...Object.values(sendPatientsJobs),
  replayPatientsJob,
  ...Object.values(deliverEventsJobs),
  alertUnreadJob,
  sendAlertJob,
  removeExpiredJob,
  rotateSigningKeysJob,
  checkImportJob,
  completeImportJob,
  revertImportJob,
  ...Object.values(removeOldRowsJobs),
  ...Object.values(removeUnsentAnswersJobs),
  ...Object.values(deleteOldRecordsJobs),
  ...Object.values(removeOldReportsJobs),
  ...Object.values(queueDailyEmailsJobs),
  sendDailyEmailJob,
  ...Object.values(removeAbandonedUploadsJobs),
  exportJob,
  ...Object.values(removeExpiredFilesJobs),
  makeLettersJob,
  ...Object.values(removeLetterFilesJobs),
  reportJob,
  ...Object.values(monthlyReportsJobs),
  failReportMailJob, // likewise
  sendReportMailJob,
  signAuditJob,
  ...Object.values(verifyAuditJobs),
  removeOldDraftsJob,
  removeOldAnswersJob,
  ...Object.values(removeOldMessagesJobs),
  ...Object.values(bulkExportJobs),
  bulkChangeJob,
  ...Object.values(removeOldResultsJobs),
  foldCountsJob,
  foldOneJob,
]

export const makeQueues = (boss: Boss) => createQueues(boss, kinds)

/** Starts working on every queue. */
export async function startWorkers(services: Services) {
  await startEndingRequests(services)
  await startSendingReminders(services)
  await startUnassigningRequests(services)
  await startSendingSeries(services)
  await startPlanningAgain(services)
  await startFollowingRemovals(services)
  await startSending(services)
  await startFindingReceipts(services)
  await startRecordingStopReplies(services, recordStopReply)
  await startTryingNextMethods(services)
  await startSendingPatients(services)
  await startDeliveringEvents(services)
  await startAlerting(services)
  await startSendingMemberMail(services)
  await startSecondFactorMails(services)
  await startPasswordResetRequests(services)
  await startNotifyingFailedSignIns(services)
  await startCheckingImports(services)
  await startCompletingImports(services)
  await startRevertingImports(services)
  await startRemovingOldRows(services)
  await startRemovingUnsentAnswers(services)
  await startDeletingOldRecords(services)
  await startRemovingOldReports(services)
  await startSendingDailyEmails(services)
  await startRemovingAbandonedUploads(services)
  await startExporting(services)
  await startRemovingExpiredFiles(services)
  await startMakingLetters(services)
  await startRemovingLetterFiles(services)
  await startReporting(services)
  await startMonthlyReports(services)
  await startSendingReportMails(services)
  await startRemovingExpired(services)
  await startSigningAudit(services)
  await startVerifyingAudit(services)
  await startRotatingSigningKeys(services)
  await startRemovingOldDrafts(services)
  await startRemovingOldAnswers(services)
  await startRemovingOldMessages(services)
  await startBulkExporting(services)
  await startChangingInBulk(services)
  await startRemovingOldResults(services)
  await startFoldingCounts(services)
}
