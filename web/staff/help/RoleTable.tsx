import { can } from '#domain/role-abilities.ts'
import { roleLabel, roles } from '#domain/roles.ts'
import { useSession } from '#web/staff/session.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { roleTableWords as words, tasks } from './words.ts'

/** The tasks that each role may do, read from its permissions and screens, so that the table is always true (ROLE-2). */
export function RoleTable() {
  const { role: own } = useSession().member
  return (
    <ScrollRegion label={words.label}>
      <table className="plain-table role-table">
        <caption className="visually-hidden">{words.label}</caption>
        <thead>
          <tr>
            <th scope="col">{words.task}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {roleLabel(role)}
                {role === own && <span className="muted"> {words.yours}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.map(([task, needs, on]) => (
            <tr key={needs}>
              <th scope="row">{task}</th>
              {roles.map((role) => (
                <td key={role}>{on.some((screen) => can(role, screen, needs)) ? <Yes /> : <No />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const Yes = () => (
  <>
    <Icon name="tick" />
    <VisuallyHidden>{words.yes}</VisuallyHidden>
  </>
)

const No = () => (
  <span className="muted">
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{words.no}</VisuallyHidden>
  </span>
)
