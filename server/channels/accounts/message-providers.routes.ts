import { messageProviderAccounts } from '#contract/message-providers.ts'
import { templateTests } from '#contract/notifications.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { listProviders } from './list-providers.ts'
import { createCallbackToken, removeChannelAccount, setChannelAccount } from './set-channel-account.ts'
import { type EmailOf, sendTemplateTest, sendTestMessage } from './test-messages.ts'

export function serveMessageProviders(deps: RouteDeps, emailOf: EmailOf) {
  serve(deps, messageProviderAccounts, {
    list: (ctx, { params }) => listProviders(ctx, params.id),
    set: (ctx, input) => setChannelAccount(ctx, input),
    remove: (ctx, input) => removeChannelAccount(ctx, input),
    createCallbackToken: (ctx, input) => createCallbackToken(ctx, input),
    sendTest: { before: (call, input) => sendTestMessage(call, input) },
  })
  serve(deps, templateTests, { send: { before: (call, input) => sendTemplateTest(call, input, emailOf) } })
}
