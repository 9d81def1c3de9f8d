import type { MemberDirectory } from '#server/platform/directory.ts'

import { auditInNameOf, findActor, findMembership, findSecondFactorDay, linkMember, recordAdministratorSignIn, toActor } from './members.ts'
import { queueMemberMail, notifyAdmins } from './mail/member-mail.ts'
import { getMember } from './members.sql.ts'

export const memberDirectory: MemberDirectory = {
  findActor,
  toActor,
  findMembership,
  findSecondFactorDay,
  getSubject: async (ctx, memberId) => (await getMember(ctx, memberId)).auth0Id,
  linkMember,
  auditAs: auditInNameOf,
  recordAdministratorSignIn,
  queueMail: queueMemberMail,
  announceFactorReset: (ctx, memberId) => notifyAdmins(ctx, memberId, 'factorsReset'),
}
