import { accountRoutes, unlimited, type ListedUser } from '@artikul/contract/identity/accounts'
import { call } from '../../../lib/api/call.ts'

export const readPeople = (file: File) => call(accountRoutes.readList, { file })

/** Creates one person of the list; their limits are set later in their card. */
export const createListed = ({ full_name, email, phone, role, contractor }: ListedUser) =>
  call(accountRoutes.create, {
    body: {
      full_name,
      email,
      phone,
      roles: [role],
      memberships: contractor ? [unlimited(contractor.id)] : [],
    },
  })
