import { useSession } from '../../lib/current-session.ts'
import { ClientHome, type HomeParts } from './client-home.tsx'
import { PublicHome } from './public-home.tsx'

export default function HomePage(parts: HomeParts) {
  const { authenticated } = useSession()
  return authenticated ? <ClientHome {...parts} /> : <PublicHome news={parts.news} />
}
