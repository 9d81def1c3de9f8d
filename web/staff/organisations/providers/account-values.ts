import type { Provider, ProviderSettings } from '#contract/message-providers.ts'
import { mailAddress, mailServer, notifyId, notifyKey } from '#domain/message-provider-rules.ts'
import type { MessageProvider } from '#domain/message-providers.ts'
import { parsePlanFields } from '#domain/routing-plan.ts'
import { firstError, type Rule } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'

import { accountWords as words } from './words.ts'

type Account = Provider['account']
type Settings<C extends MessageProvider> = Extract<ProviderSettings, { channel: C }>

const settingsOf = <C extends MessageProvider>(channel: C, account: Account) =>
  account?.settings.channel === channel ? (account.settings as Settings<C>) : undefined // checked by its channel

export type SmtpValues = Omit<Settings<'smtp'>, 'channel' | 'port'> & { port: string; isEnabled: boolean; password: string }

export function smtpValuesOf(account: Account): SmtpValues {
  const { host = '', port = 587, user = '', fromAddress = '', replyTo = '' } = settingsOf('smtp', account) ?? {}
  return { host, port: String(port), user, password: '', fromAddress, replyTo, isEnabled: account?.isEnabled ?? true }
}

const isPort = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535

/** Another server or user needs the password again, so that a saved password is never sent to another server. */
export function checkSmtp(values: SmtpValues, account: Account) {
  const before = smtpValuesOf(account)
  const isSame = account !== null && (['host', 'port', 'user'] as const).every((name) => values[name].trim() === before[name])
  return {
    host: check(values.host, words.host, validate.required, mailServer),
    port: isPort(values.port) ? undefined : words.portProblem,
    fromAddress: check(values.fromAddress, words.fromAddress, validate.required, mailAddress),
    replyTo: check(values.replyTo, words.replyTo, mailAddress),
    password: values.user.trim() && !isSame ? check(values.password, words.password, validate.required) : undefined,
  }
}

const check = (value: string, label: string, ...rules: Rule[]) => firstError(value, rules, label)

export const smtpBodyOf = ({ password, port, ...values }: SmtpValues) => ({
  channel: 'smtp' as const,
  ...values,
  port: Number(port),
  ...(password.trim() && { password }),
})

export type GovukNotifyValues = Omit<Settings<'govuk-notify'>, 'channel'> & { isEnabled: boolean; apiKey: string }

export function govukNotifyValuesOf(account: Account): GovukNotifyValues {
  const { smsTemplateId = '', emailTemplateId = '', smsSenderId = '', emailReplyToId = '' } = settingsOf('govuk-notify', account) ?? {}
  return { apiKey: '', smsTemplateId, emailTemplateId, smsSenderId, emailReplyToId, isEnabled: account?.isEnabled ?? true }
}

export const checkGovukNotify = (values: GovukNotifyValues, account: Account) => ({
  apiKey: check(values.apiKey, words.apiKey, ...(account ? [] : [validate.required]), notifyKey),
  smsTemplateId: check(values.smsTemplateId, words.smsTemplateId, notifyId),
  emailTemplateId: check(values.emailTemplateId, words.emailTemplateId, notifyId),
  smsSenderId: check(values.smsSenderId, words.smsSenderId, notifyId),
  emailReplyToId: check(values.emailReplyToId, words.emailReplyToId, notifyId),
})

export const govukNotifyBodyOf = ({ apiKey, ...values }: GovukNotifyValues) => ({
  channel: 'govuk-notify' as const,
  ...values,
  ...(apiKey.trim() && { apiKey: apiKey.trim() }),
})

export type NhsNotifyValues = Omit<Settings<'nhs-notify'>, 'channel'> & { isEnabled: boolean; apiKey: string; privateKey: string }

export const planNames = ['nhsApp', 'sms', 'email'] as const

export function nhsNotifyValuesOf(account: Account): NhsNotifyValues {
  const settings = settingsOf('nhs-notify', account)
  return {
    apiKey: '',
    privateKey: '',
    keyId: settings?.keyId ?? '',
    applicationId: settings?.applicationId ?? '',
    givesContactDetails: settings?.givesContactDetails ?? false,
    sendsOdsCode: settings?.sendsOdsCode ?? false,
    nhsAppPlanId: settings?.nhsAppPlanId ?? '',
    nhsAppFields: settings?.nhsAppFields ?? '',
    smsPlanId: settings?.smsPlanId ?? '',
    smsFields: settings?.smsFields ?? '',
    emailPlanId: settings?.emailPlanId ?? '',
    emailFields: settings?.emailFields ?? '',
    isEnabled: account?.isEnabled ?? true,
  }
}

export function checkNhsNotify(values: NhsNotifyValues, account: Account) {
  const secret = (value: string, label: string) => (account ? undefined : check(value, label, validate.required))
  const plan = (text: string) => {
    const parsed = parsePlanFields(text)
    return 'problem' in parsed ? parsed.problem : undefined
  }
  return {
    apiKey: secret(values.apiKey, words.apiKey),
    keyId: check(values.keyId, words.keyId, validate.required),
    privateKey: secret(values.privateKey, words.privateKey),
    nhsAppPlanId: check(values.nhsAppPlanId, words.planId.nhsApp, notifyId),
    nhsAppFields: plan(values.nhsAppFields),
    smsPlanId: check(values.smsPlanId, words.planId.sms, notifyId),
    smsFields: plan(values.smsFields),
    emailPlanId: check(values.emailPlanId, words.planId.email, notifyId),
    emailFields: plan(values.emailFields),
  }
}

export const nhsNotifyBodyOf = ({ apiKey, privateKey, ...values }: NhsNotifyValues) => ({
  channel: 'nhs-notify' as const,
  ...values,
  ...(apiKey.trim() && { apiKey }),
  ...(privateKey.trim() && { privateKey }),
})
