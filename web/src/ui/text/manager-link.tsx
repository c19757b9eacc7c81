import type { ManagerContact } from '@artikul/contract/identity/users'
import { phone, telUrl } from '../../lib/text/format.ts'

/** Name of the client's manager with a link to the telephone, or to the email without one. */
export function ManagerLink({ manager }: { manager: ManagerContact }) {
  return (
    <>
      {manager.full_name}
      {', '}
      <a
        href={manager.phone ? telUrl(manager.phone) : `mailto:${manager.email}`}
        className="whitespace-nowrap text-text underline underline-offset-2"
      >
        {manager.phone ? phone(manager.phone) : manager.email}
      </a>
    </>
  )
}
