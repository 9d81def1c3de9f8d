import type { members } from '#contract/members.ts'
import type { Input } from '#contract/route.ts'
import { canManagePeople } from '#domain/role-abilities.ts'
import { mayGiveRole, roleLabel, type Role } from '#domain/roles.ts'
import { changeAccountAddress, endSessions, hasLocalAccounts } from '#server/identity/identity.ts'
import { unassignRequestsJob } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { isSystemAdministrator, type Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { queueMemberMail, notifyAdmins } from './mail/member-mail.ts'
import { getCurrentMember, getMember, lockAdmins, lockMember, setMember } from './members.sql.ts'
import { requireUnusedAddress, hideTakenAddress } from './taken-address.ts'

/**
 * Changes a member. Members cannot change their own role, give a role with permissions that they lack, or remove themselves or the last
 * admin of an organisation (MEM-5).
 */
export async function updateMember(ctx: Context, { params: { memberId }, body }: Input<typeof members.update>) {
  const admins = body.role !== undefined || body.isActive === false ? await lockAdmins(ctx) : []
  const member = await lockMember(ctx, memberId)
  const role = body.role ?? member.role
  const hasNewRole = role !== member.role
  const isMoved = body.emailAddress !== undefined && body.emailAddress !== member.emailAddress
  const isRemoved = body.isActive === false && member.isActive
  const isBroughtBack = body.isActive === true && !member.isActive
  if (hasNewRole) mustBeGivable(ctx, memberId, role)
  if (isBroughtBack) mustMayGive(ctx, role, 'bring back')
  if (isMoved) mustMayGive(ctx, member.role, 'change the email address of', 'emailAddress')
  if ((hasNewRole && !canManagePeople(role)) || isRemoved) mustLeaveAnAdmin(ctx, member, admins)

  if (isMoved) await requireUnusedAddress(ctx, body.emailAddress!, memberId)
  await setMember(ctx, memberId, body).catch(hideTakenAddress(ctx))
  if (isMoved) await moveAccount(ctx, member, body.emailAddress!).catch(hideTakenAddress(ctx))
  if (isMoved) await notifyAdmins(ctx, memberId, 'moved')
  if (hasNewRole) await notifyAdmins(ctx, memberId, 'roleGiven')
  if (isBroughtBack) await notifyAdmins(ctx, memberId, 'broughtBack')
  if (isRemoved && member.subject) await endSessions(ctx, member.subject)
  if (isRemoved || hasNewRole) await enqueue(ctx, unassignRequestsJob, { memberId })
  await audit(ctx, isRemoved ? 'tenantMemberDeleted' : onlyLocale(body) ? 'tenantMemberLocaleUpdated' : 'tenantMemberUpdated', {
    subjectId: memberId,
    detail: { fields: Object.keys(body), ...(hasNewRole && { role }), ...(isMoved && { isMoved }) },
  })
  return getMember(ctx, memberId)
}

/** The changes that members make to their own details. */
export async function updateMyself(ctx: Context, body: Input<typeof members.updateMe>['body']) {
  await setMember(ctx, ctx.actor.id!, body) // only members are signed in
  await audit(ctx, onlyLocale(body) ? 'tenantMemberLocaleUpdated' : 'tenantMemberUpdated', {
    subjectId: ctx.actor.id!,
    detail: { fields: Object.keys(body) },
  })
  return getCurrentMember(ctx)
}

/** Removes a member but keeps the row, so that the audit log keeps their name. */
export async function deleteMember(ctx: Context, memberId: string) {
  const admins = await lockAdmins(ctx)
  const member = await lockMember(ctx, memberId)
  if (!member.isActive) throw new Problem('not_found')
  mustLeaveAnAdmin(ctx, member, admins)
  await setMember(ctx, memberId, { isActive: false })
  if (member.subject) await endSessions(ctx, member.subject)
  await enqueue(ctx, unassignRequestsJob, { memberId })
  await audit(ctx, 'tenantMemberDeleted', { subjectId: memberId })
}

type Known = Awaited<ReturnType<typeof lockMember>>

/** The owner of the new address can reset the password. So the old address gets an email, and every session ends. */
async function moveAccount(ctx: Context, { id, subject, emailAddress, hasSignedIn }: Known, to: string) {
  if (!subject || !hasLocalAccounts(ctx.services.config)) return
  await changeAccountAddress(ctx, subject, to)
  if (hasSignedIn) await queueMemberMail(ctx, { memberId: id, kind: 'addressChanged', to: emailAddress })
}

/**
 * Forms SysAdmin cannot be selected (ROLE-3), and the system organisation has no other role: an admin there could take over system
 * administrators.
 */
export function mustBeSelectable(organisationId: string, role: Role) {
  if (role === 'Forms SysAdmin' || organisationId === systemOrganisationId) throw fieldProblem('role', 'Role is not valid.')
}

/** Checks a new role: not the member's own role, and no role with permissions that the actor lacks. */
function mustBeGivable(ctx: Context, memberId: string, role: Role) {
  mustBeSelectable(ctx.organisationId, role)
  if (memberId === ctx.actor.id) throw new Problem('conflict', 'You cannot change your own role. Ask another admin to change it.')
  mustMayGiveRole(ctx.actor, role)
}

export function mustMayGiveRole({ permissions }: Context['actor'], role: Role) {
  if (!mayGiveRole(permissions, role))
    throw fieldProblem('role', `You cannot give the role ${roleLabel(role)}, because it has permissions that you do not have.`)
}

/**
 * Restoring an account or changing its address gives its role to a person, like giving the role itself. Members may do it with their own
 * account.
 */
function mustMayGive({ actor }: Context, role: Role, act: string, field?: string) {
  if (mayGiveRole(actor.permissions, role) || isOwnSystemRole(actor, role)) return
  const words = `You cannot ${act} this user, because the role ${roleLabel(role)} has permissions that you do not have.`
  throw field === undefined ? new Problem('conflict', words) : fieldProblem(field, words)
}

/** System administrators manage each other's accounts, although no screen gives their role. */
const isOwnSystemRole = (actor: Context['actor'], role: Role) => role === 'Forms SysAdmin' && isSystemAdministrator(actor)

function mustLeaveAnAdmin({ actor }: Context, { id, role, isActive }: { id: string; role: Role; isActive: boolean }, admins: string[]) {
  if (id === actor.id) throw new Problem('conflict', 'You cannot remove yourself.')
  if (!isActive || !canManagePeople(role)) return
  if (!admins.some((admin) => admin !== id))
    throw new Problem('conflict', 'This user is the only Admin of the organisation. Make another user an Admin first.')
}

const onlyLocale = (body: object) =>
  Object.keys(body).length > 0 && Object.keys(body).every((field) => field === 'language' || field === 'timezone')
