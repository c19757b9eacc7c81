import type { ReactNode } from 'react'
import { useSession } from '../../lib/current-session.ts'
import { ClientHome, type HomeParts } from './client-home.tsx'
import { PublicHome } from './public-home.tsx'

export default function HomePage({ brands, ...parts }: HomeParts & { brands?: ReactNode }) {
  const { authenticated } = useSession()
  return authenticated ? <ClientHome {...parts} /> : <PublicHome brands={brands} news={parts.news} />
}
