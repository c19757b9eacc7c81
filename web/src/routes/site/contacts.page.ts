import { contactsQuery } from '../../features/site/contacts/contacts.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => {
  prefetch(contactsQuery)
}

export { default } from '../../features/site/contacts/contacts-page.tsx'
