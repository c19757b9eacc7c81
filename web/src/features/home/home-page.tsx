import { useSession } from '../../lib/current-session.ts'
import { ClientHome } from './client-home.tsx'
import { PublicHome } from './public-home.tsx'

export default function HomePage() {
  const { authenticated } = useSession()
  return authenticated ? <ClientHome /> : <PublicHome />
}
