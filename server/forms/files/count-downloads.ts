import { Problem } from '#server/platform/problem.ts'

const maxPerMember = 4

/** How many PDFs are under way for each member, in this process. */
const underWay = new Map<string, number>()

/**
 * Counts a PDF for a member until `ended` is aborted. Throws `unavailable` when the member has as many under way as one may have: a call
 * repeated by mistake or on purpose must not keep colleagues waiting.
 */
export function countDownload(memberId: string, ended: AbortSignal) {
  const before = underWay.get(memberId) ?? 0
  if (before >= maxPerMember)
    throw new Problem('unavailable', `You already have ${maxPerMember} PDFs on the way. Wait until one has downloaded, then try again.`)
  underWay.set(memberId, before + 1)
  const leave = () => {
    const left = (underWay.get(memberId) ?? 1) - 1
    if (left > 0) underWay.set(memberId, left)
    else underWay.delete(memberId)
  }
  if (ended.aborted) leave()
  else ended.addEventListener('abort', leave, { once: true })
}
