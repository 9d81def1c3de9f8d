import type { Directory } from '#server/platform/directory.ts'

import { auditInNameOf } from './audit-in-name-of.ts'
import { findActor, findMembership, findSecondFactorDay, isSecondFactorInForce } from './find-actor.ts'
import { linkMember } from './link-member.ts'
import { queueMemberMail } from './mail/queue-member-mail.ts'
import { tellAdmins } from './mail/tell-admins.ts'
import { getMember } from './members.sql.ts'
import { recordAdministratorSignIn } from './record-administrator-sign-in.ts'

export const directory: Directory = {
  findActor,
  findMembership,
  isSecondFactorRequired: isSecondFactorInForce,
  findSecondFactorDay,
  getSubject: async (ctx, memberId) => (await getMember(ctx, memberId)).auth0Id,
  linkMember,
  auditAs: auditInNameOf,
  recordAdministratorSignIn,
  queueMail: queueMemberMail,
  announceFactorReset: (ctx, memberId) => tellAdmins(ctx, memberId, 'factorsReset'),
}
