import { members } from '#contract/members.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel, selectableRoles } from '#domain/roles.ts'
import { listLogs } from '#server/audit/audit.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { prepareMember } from './create-member.ts'
import { inviteMember, resetPassword } from './invite-member.ts'
import { listMembers } from './member-list.sql.ts'
import { getCurrentMember, getMember } from './members.sql.ts'
import { signInMember } from './members.ts'
import { prepareChange } from './change-own-password.ts'
import { deleteMember, updateMember, updateMyself } from './update-member.ts'

export const serveMembers = (deps: RouteDeps) =>
  serve(deps, members, {
    login: (ctx) => signInMember(ctx),
    me: (ctx) => getCurrentMember(ctx),
    updateMe: (ctx, { body }) => updateMyself(ctx, body),
    changePassword: { before: prepareChange },
    roles: async () => ({ docs: selectableRoles.map((name) => ({ name, label: roleLabel(name), description: roleDescription(name) })) }),
    list: (ctx, { query }) => listMembers(ctx, query),
    get: (ctx, { params }) => getMember(ctx, params.id),
    find: async (ctx, { params: { memberId } }) => {
      await audit(ctx, 'tenantMemberRead', { subjectId: memberId })
      return getMember(ctx, memberId)
    },
    create: { before: prepareMember },
    update: (ctx, input) => updateMember(ctx, input),
    invite: async (ctx, { params }) => {
      await inviteMember(ctx, params.memberId)
      return { done: true as const }
    },
    resetPassword: async (ctx, { params }) => {
      await resetPassword(ctx, params.memberId)
      return { done: true as const }
    },
    delete: async (ctx, { params }) => {
      await deleteMember(ctx, params.memberId)
      return { done: true as const }
    },
    logs: async (ctx, { params, query }) => {
      await getMember(ctx, params.id) // a member of another organisation has no log here
      return listLogs(ctx, { ...query, memberId: params.id })
    },
  })
