import type { members } from '#contract/members.ts'
import type { Input } from '#contract/route.ts'
import { permissionsOf, type Role } from '#domain/roles.ts'
import { changeAccountAddress } from '#server/identity/change-account-address.ts'
import { endSessions } from '#server/identity/end-sessions.ts'
import { keepsAccounts } from '#server/identity/keeps-passwords.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { systemOrganisationId, type Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { queueMemberMail } from './mail/queue-member-mail.ts'
import { getCurrentMember, getMember, lockAdmins, lockMember, setMember } from './members.sql.ts'

/** Changes a member. Nobody demotes or removes themselves, or the last admin of an organisation (MEM-5). */
export async function updateMember(ctx: Context, { params: { memberId }, body }: Input<typeof members.update>) {
  const admins = body.role !== undefined || body.isActive === false ? await lockAdmins(ctx) : []
  const member = await lockMember(ctx, memberId)
  if (body.role !== undefined && body.role !== member.role) mustBeSelectable(ctx.organisationId, body.role)
  const isDemoted = body.role !== undefined && losesAdministration(member.role, body.role)
  const isRemoved = body.isActive === false && member.isActive
  if (isDemoted || isRemoved) mustLeaveAnAdmin(ctx, member, admins)

  await setMember(ctx, memberId, body)
  const isMoved = body.emailAddress !== undefined && body.emailAddress !== member.emailAddress
  if (isMoved) await moveAccount(ctx, member, body.emailAddress!)
  if (isRemoved && member.subject) await endSessions(ctx, member.subject)
  await audit(ctx, isRemoved ? 'tenantMemberDeleted' : onlyLocale(body) ? 'tenantMemberLocaleUpdated' : 'tenantMemberUpdated', {
    subjectId: memberId,
    detail: { fields: Object.keys(body), ...(body.role && body.role !== member.role && { role: body.role }), ...(isMoved && { isMoved }) },
  })
  return getMember(ctx, memberId)
}

/** What somebody changes about themselves. */
export async function updateMyself(ctx: Context, body: Input<typeof members.updateMe>['body']) {
  await setMember(ctx, ctx.actor.id!, body) // only members are signed in
  await audit(ctx, onlyLocale(body) ? 'tenantMemberLocaleUpdated' : 'tenantMemberUpdated', {
    subjectId: ctx.actor.id!,
    detail: { fields: Object.keys(body) },
  })
  return getCurrentMember(ctx)
}

/** Removing a member keeps the row: what they did stays in the log under their name. */
export async function deleteMember(ctx: Context, memberId: string) {
  const admins = await lockAdmins(ctx)
  const member = await lockMember(ctx, memberId)
  if (!member.isActive) throw new Problem('not_found')
  mustLeaveAnAdmin(ctx, member, admins)
  await setMember(ctx, memberId, { isActive: false })
  if (member.subject) await endSessions(ctx, member.subject)
  await audit(ctx, 'tenantMemberDeleted', { subjectId: memberId })
}

type Known = Awaited<ReturnType<typeof lockMember>>

/** Whoever reads the mail of the new address can choose a new password. So the old address is told, and nobody stays signed in. */
async function moveAccount(ctx: Context, { id, subject, emailAddress, hasSignedIn }: Known, to: string) {
  if (!subject || !keepsAccounts(ctx.floor.config)) return
  await changeAccountAddress(ctx, subject, to)
  if (hasSignedIn) await queueMemberMail(ctx, { memberId: id, kind: 'addressChanged', to: emailAddress })
}

/**
 * Forms SysAdmin is never selectable (ROLE-3), and nobody else belongs to the system's own organisation: an admin there could take over
 * those who run the system.
 */
export function mustBeSelectable(organisationId: string, role: Role) {
  if (role === 'Forms SysAdmin' || organisationId === systemOrganisationId) throw fieldProblem('role', 'Role is not valid.')
}

const losesAdministration = (from: Role, to: Role) =>
  permissionsOf(from).includes('member:update') && !permissionsOf(to).includes('member:update')

function mustLeaveAnAdmin({ actor }: Context, { id, role }: { id: string; role: Role }, admins: string[]) {
  if (id === actor.id) throw new Problem('conflict', 'You cannot remove or demote yourself.')
  if (!permissionsOf(role).includes('member:update')) return
  if (!admins.some((admin) => admin !== id))
    throw new Problem('conflict', 'This is the last admin of the organisation. Make somebody else an admin first.')
}

const onlyLocale = (body: object) =>
  Object.keys(body).length > 0 && Object.keys(body).every((field) => field === 'language' || field === 'timezone')
