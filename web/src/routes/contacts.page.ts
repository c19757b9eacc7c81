import { contactsQuery } from '../features/contacts/contacts.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = () => {
  prefetch(contactsQuery)
}

export { default } from '../features/contacts/contacts-page.tsx'
