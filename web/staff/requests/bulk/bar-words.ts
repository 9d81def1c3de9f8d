import { type BulkAct, maxMessagesPerBulkChange, maxRequestsPerBulkChange } from '#domain/worklists.ts'
import type { ButtonKind } from '#web/ui/Button.tsx'

type Words = {
  button: string
  title: string
  confirm: string
  done: string
  doing: string
  kind: ButtonKind
  isDanger?: true
  /** what is counted; form requests if undefined */
  noun?: string
  /** follows what is counted in the title */
  after?: string
}

export const bulkWords: Record<BulkAct, Words> = {
  assign: { button: 'Assign', title: 'Assign', confirm: 'Assign', done: 'assigned', doing: 'Assigning', kind: 'primary' },
  unassign: { button: 'Unassign', title: 'Unassign', confirm: 'Unassign', done: 'unassigned', doing: 'Unassigning', kind: 'primary' },
  close: { button: 'Close', title: 'Close', confirm: 'Close', done: 'closed', doing: 'Closing', kind: 'urgent', isDanger: true },
  reopen: { button: 'Reopen', title: 'Reopen', confirm: 'Reopen', done: 'reopened', doing: 'Reopening', kind: 'primary' },
  mark_sent_in_error: {
    button: 'Mark as sent in error',
    title: 'Mark as sent in error',
    confirm: 'Mark as sent in error',
    done: 'marked as sent in error',
    doing: 'Marking as sent in error:',
    kind: 'urgent',
    isDanger: true,
  },
  send: {
    button: 'Send the message again',
    title: 'Send',
    confirm: 'Send messages for',
    done: 'queued',
    doing: 'Queueing messages',
    kind: 'primary',
    noun: 'message',
    after: ' again',
  },
  remind: {
    button: 'Send a reminder',
    title: 'Send',
    confirm: 'Send reminders for',
    done: 'queued',
    doing: 'Queueing reminders',
    kind: 'primary',
    noun: 'reminder',
  },
  queue_letter: {
    button: 'Queue letters',
    title: 'Queue',
    confirm: 'Queue letters for',
    done: 'queued',
    doing: 'Queueing letters',
    kind: 'primary',
    noun: 'letter',
  },
  cancel_message: {
    button: 'Cancel the message',
    title: 'Cancel',
    confirm: 'Cancel messages for',
    done: 'cancelled',
    doing: 'Cancelling messages',
    kind: 'urgent',
    isDanger: true,
    noun: 'message',
  },
}

const formatNumber = (count: number) => count.toLocaleString('en-GB')

export const selectAllWords = {
  allSelected: (total: number | undefined) =>
    `All ${total === undefined ? '' : `${formatNumber(total)} `}matching form requests are selected, on every page.`,
  pageSelected: 'All form requests on this page are selected.',
  tooMany: (total: number | undefined) =>
    `${total === undefined ? '' : `${formatNumber(total)} match the filters. `}You can send or cancel up to ${formatNumber(maxMessagesPerBulkChange)} messages, or change up to ${formatNumber(maxRequestsPerBulkChange)} form requests, at once. Use filters to select fewer.`,
  selectAll: (total: number) => `Select all ${formatNumber(total)} matching form requests`,
}

export const bulkBarWords = {
  assign: 'Assign',
  close: 'Close',
  more: 'More',
}
