import { noop } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { session } from './lib/current-session.ts'
import { memberParts } from './member-parts.ts'
import { router } from './router.ts'
import './ui/app.css'

const place = document.getElementById('root')
if (place) createRoot(place).render(<App />)
void session.start()

// The page's own code comes while the session is being verified, and so does what the frame has for a member.
if (session.isExpected()) memberParts().catch(noop)
for (const route of router.getMatchedRoutes(location.pathname)[0]) void router.loadRouteChunk(route)

const beginOffline = () => void import('./features/offline/begin-offline.ts').then((offline) => offline.beginOffline())
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') beginOffline()
  else addEventListener('load', beginOffline)
}
