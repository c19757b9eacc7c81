import type { ReactNode } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { PublicHome } from './public-home.tsx'

/** Home page with different content for visitors and clients. */
export default function HomePage({ client, ...parts }: Record<'client' | 'brands' | 'news', ReactNode>) {
  const { authenticated } = useSession()
  return authenticated ? client : <PublicHome {...parts} />
}
