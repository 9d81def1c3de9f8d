import { members } from '#contract/members.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { getCurrentMember } from './members.sql.ts'
import { signInMember } from './sign-in-member.ts'

export const serveMembers = (door: Door) =>
  serve(door, members, {
    login: (ctx) => signInMember(ctx),
    me: (ctx) => getCurrentMember(ctx),
  })
