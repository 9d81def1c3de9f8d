import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationMethod, ReceiptStatus } from '#domain/notification.ts'
import type { PersonalValues } from '#domain/template.ts'
import type { Transport } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'

/** A message ready to send. */
export type OutgoingMessage = {
  /** The same id for every try, so that a provider recognises a message that was sent again after a crash. */
  id: string
  method: NotificationMethod
  /** A phone number (E.164), an email address or an NHS number, as the method needs. */
  recipient: string
  /** Empty for methods that have none. */
  subject: string
  body: string
  /** The organisation's name, which the patient knows; undefined for an email to staff. */
  fromName?: string
  /** The notification that the message belongs to; undefined for an email to staff. */
  notificationId?: string
  /** The address with which the patient stops emails, also by a mail program; undefined for other methods and for an email to staff. */
  stopAddress?: string
  /** Names the notification and its organisation in the provider's receipts; undefined for an email to staff. */
  reference?: string
  /** The patient's NHS number, for providers that know patients by it; undefined for an email to staff. */
  nhsNumber?: string | null
  /** The ODS code of the organisation; undefined for an email to staff. */
  odsCode?: string
  /** The values of the personal fields, for providers that hold the text themselves; undefined for an email to staff. */
  values?: PersonalValues
  /** An earlier try may have reached the provider. */
  isRepeated?: boolean
}

export type SendResult =
  /** The message left, and nobody will tell whether it arrived. */
  | { status: 'sent' }
  /** The provider has the message. Receipts tell what happens to it. */
  | { status: 'accepted'; providerId: string }
  /**
   * `isFinal`: a retry would not help. `isOutage`: the provider is away, refuses our key or asks us to wait. It would take no message, so the
   * try does not count against this one. `mayHaveLeft`: it gave no clear answer, so it may have the message.
   */
  | { status: 'failed'; reason: MessageReason; isFinal: boolean; isOutage: boolean; mayHaveLeft?: boolean; cause: unknown }

/** What a provider reports about a message that it accepted. */
export type Receipt = {
  reference: string
  providerId: string
  status: ReceiptStatus
  /** Undefined unless the message failed. */
  reason: MessageReason | undefined
}

/** How a provider calls us with receipts, at `POST /callbacks/` and the name of the channel. */
export type Callback = {
  /** Whether the call comes from the provider, by its headers. Checked before the body is read. */
  isAuthentic: (headers: IncomingHttpHeaders) => boolean
  /** The receipts in a body. Undefined if its signature is wrong. Throws SyntaxError or ZodError for a body that is not as documented. */
  read: (headers: IncomingHttpHeaders, body: Buffer) => Receipt[] | undefined
  /** A text message that somebody sent to us. Throws SyntaxError or ZodError for a body that is not as documented. */
  readText?: (body: Buffer) => { from: string; text: string }
}

/** Messages of one method that are handed over together. */
export type MessageBatch = {
  /** The same id and messages for every try, so that the provider recognises a batch that it has. */
  id: string
  method: NotificationMethod
  messages: readonly OutgoingMessage[]
}

export type BatchResult =
  /** The provider has every message. `providerIds` by the id of the message; empty when only an earlier try was told. */
  | { status: 'accepted'; providerIds: ReadonlyMap<string, string> }
  /** The provider took none, because of these messages, by id. The others can go in another batch. */
  | { status: 'refused'; reasons: ReadonlyMap<string, MessageReason> }
  /** `isOutage` and `mayHaveLeft`: as for a single message. */
  | { status: 'failed'; reason: MessageReason; isOutage: boolean; mayHaveLeft: boolean; cause: unknown }

type WithReceipts = {
  /** How many messages a minute the account may send. */
  perMinute: number
  /** The time until which the provider is paused because it did not respond or asked us to wait. Undefined if messages may be sent. */
  pausedUntil: () => Date | undefined
  callback?: Callback
  /** Asks the provider what became known of a message. Undefined while nothing is. Throws if the provider does not answer. */
  findReceipt?: (providerId: string) => Promise<Receipt | undefined>
}
type Sender = WithReceipts & {
  /** Sends a message outside any transaction. Never throws because of the provider's response. */
  send: (message: OutgoingMessage) => Promise<SendResult>
}
type BatchSender = WithReceipts & {
  /** Sends a batch outside any transaction. Never throws because of the provider's response. */
  sendBatch: (batch: MessageBatch) => Promise<BatchResult>
  /** The largest number of messages in a batch. */
  batchSize: number
}
type Keeper = {
  /** Stores a message instead of sending it, in the caller's transaction. */
  keep: (ctx: Context, message: OutgoingMessage) => Promise<void>
}

type Shown = {
  /** Who a message comes from, as the patient sees it. Undefined where the provider decides. */
  from?: (fromName: string) => string
  /** What the channel adds below the text of an email. */
  footer?: string
}

type Named = Shown & {
  name: Transport
  /** The provider as staff know it. */
  label: string
  /** Names the account in channel_states: the channel, and the organisation of an account of its own. */
  account: string
  /** The account at the provider (see `providerAccount`). */
  providerAccount: string
  /** The methods that these settings can send by. Empty if the provider is not set up. */
  methods: readonly NotificationMethod[]
  /**
   * The provider cannot tell whether it has a message already, not even the same account. After a try whose result is unknown the message may go out twice, and its record
   * says so.
   */
  mayRepeat?: boolean
}

/** A provider of messages with the settings of one account. To add one, write a file that returns this and add it to channels.ts. */
export type Channel = Named & (Sender | BatchSender | Keeper)

/** A channel that hands over messages one at a time. */
export type SendingChannel = Named & Sender

/** A channel that sends messages in batches. */
export type BatchChannel = Named & BatchSender

/** Whose account it is: of the installation, or of one organisation, which can change it while the process runs. */
export type AccountOwner = { organisationId: string | undefined; changedAt?: string }

/** The name of an account in channel_states. */
export const accountName = (channel: Transport, { organisationId }: Pick<AccountOwner, 'organisationId'>) =>
  organisationId === undefined ? channel : `${channel} ${organisationId}`

/**
 * Names the account at the provider by what identifies it there. Only this account knows a message that it took, by reference or id. After a
 * change to another service or key the name is another, and after a change back it is the same again.
 *
 * @param identifiers stored as a hash, so no password may be among them
 */
export const providerAccount = (channel: Transport, identifiers: readonly string[]) =>
  `${channel} ${createHash('sha256').update(JSON.stringify(identifiers)).digest('base64url')}`

/** The name of an account in the pauses of this process. A changed account begins without a pause, so that a corrected key is used at once. */
export const pauseName = (address: string, { organisationId, changedAt }: AccountOwner) =>
  organisationId === undefined ? address : `${address} ${organisationId} ${changedAt}`
