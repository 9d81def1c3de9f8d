import type { IncomingHttpHeaders } from 'node:http'

import type { NotificationMethod, ReceiptStatus } from '#domain/notification.ts'
import type { Config, Transport } from '#server/config.ts'
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
  /** Names the notification and its organisation in the provider's receipts; undefined for an email to staff. */
  reference?: string
  /** The patient's NHS number, for providers that know patients by it; undefined for an email to staff. */
  nhsNumber?: string | null
  /** The ODS code of the organisation; undefined for an email to staff. */
  odsCode?: string
  /** An earlier try may have reached the provider. */
  isRepeated?: boolean
}

export type SendResult =
  /** The message left, and nobody will tell whether it arrived. */
  | { status: 'sent' }
  /** The provider has the message. Receipts tell what happens to it. */
  | { status: 'accepted'; providerId: string }
  /** `reason`: text for staff, without addresses. `isFinal`: a retry would not help. */
  | { status: 'failed'; reason: string; isFinal: boolean; cause: unknown }

/** What a provider reports about a message that it accepted. */
export type Receipt = {
  reference: string
  providerId: string
  status: ReceiptStatus
  /** Text for staff, without addresses. Empty unless the message failed. */
  reason: string
}

/** How a provider calls us with receipts, at `POST /callbacks/` and the name of the channel. */
export type Callback = {
  maxBytes: number
  /** Whether the call comes from the provider, by its headers. Checked before the body is read. */
  isAuthentic: (config: Config, headers: IncomingHttpHeaders) => boolean
  /** The receipts in a body. Undefined if its signature is wrong. Throws SyntaxError or ZodError for a body that is not as documented. */
  read: (config: Config, headers: IncomingHttpHeaders, body: Buffer) => Receipt[] | undefined
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
  /** The provider took none, because of these messages, by id with the reason for staff. The others can go in another batch. */
  | { status: 'refused'; reasons: ReadonlyMap<string, string> }
  | { status: 'failed'; reason: string; cause: unknown }

type WithReceipts = {
  /** The time until which the provider is paused because it did not respond or asked us to wait. Undefined if messages may be sent. */
  pausedUntil?: (config: Config) => Date | undefined
  callback?: Callback
  /** Asks the provider what became known of a message. Undefined while nothing is. Throws if the provider does not answer. */
  findReceipt?: (config: Config, providerId: string) => Promise<Receipt | undefined>
}
type Sender = WithReceipts & {
  /** Sends a message outside any transaction. Never throws because of the provider's response. */
  send: (config: Config, message: OutgoingMessage) => Promise<SendResult>
}
type BatchSender = WithReceipts & {
  /** Sends a batch outside any transaction. Never throws because of the provider's response. */
  sendBatch: (config: Config, batch: MessageBatch) => Promise<BatchResult>
  /** The largest number of messages in a batch. */
  batchSize: number
}
type Keeper = {
  /** Stores a message instead of sending it, in the caller's transaction. */
  keep: (ctx: Context, message: OutgoingMessage) => Promise<void>
}

/** A provider of messages. To add one, write a file that implements this and add a line to channels.ts. */
export type Channel = {
  name: Transport
  /** The provider as staff know it. */
  label: string
  /** The methods that this configuration can send by. Empty if the provider is not set up. */
  methods: (config: Config) => readonly NotificationMethod[]
} & (Sender | BatchSender | Keeper)

/** A channel that sends messages in batches. */
export type BatchChannel = Channel & BatchSender
