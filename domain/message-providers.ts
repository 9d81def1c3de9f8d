/** The providers with which an organisation can have its own account. In this order, the first that carries a method sends by it. */
export const messageProviders = ['smtp', 'govuk-notify', 'nhs-notify'] as const
export type MessageProvider = (typeof messageProviders)[number]

const labels: Record<MessageProvider, string> = { smtp: 'Mail server', 'govuk-notify': 'GOV.UK Notify', 'nhs-notify': 'NHS Notify' }

/** The label of a provider. */
export const messageProviderLabel = (provider: MessageProvider) => labels[provider]

/** The name of a provider inside a sentence. */
export const messageProviderName = (provider: MessageProvider) => (provider === 'smtp' ? 'the mail server' : labels[provider])

/** How many test messages an organisation may send in an hour. */
export const testMessagesAnHour = 10
