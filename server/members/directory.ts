import type { Directory } from '#server/platform/directory.ts'

import {
  auditInNameOf,
  findActor,
  findMembership,
  findSecondFactorDay,
  isSecondFactorInForce,
  linkMember,
  recordAdministratorSignIn,
} from './members.ts'
import { queueMemberMail, tellAdmins } from './mail/member-mail.ts'
import { getMember } from './members.sql.ts'

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
