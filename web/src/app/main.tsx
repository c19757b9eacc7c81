import { createRoot } from 'react-dom/client'
import './begin-session.ts'
import { App } from './app.tsx'
import { session } from '../lib/session/current-session.ts'
import { memberPortal } from './member-portal.ts'
import { router } from './router.ts'
import '../ui/styles/app.css'

const place = document.getElementById('root')
if (place) createRoot(place).render(<App />)

const loadPage = () => {
  for (const route of router.getMatchedRoutes(location.pathname)[0]) void router.loadRouteChunk(route)
}
// Loads the page's code and the code for signed-in users while the session is being verified.
if (session.isExpected()) memberPortal().then(loadPage, loadPage)
else loadPage()

const beginOffline = () =>
  void import('../features/workspace/offline/begin-offline.ts').then((offline) => offline.beginOffline())
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') beginOffline()
  else addEventListener('load', beginOffline)
}
