import { applySavedTheme } from '../app/theme-script.ts'
import { drawLastOrders } from './draw-last-orders.ts'
import type { LastOrders, LastOrdersBox, LastOrdersKey } from './last-orders.ts'
import './offline.css'
import { waitForServer } from './wait-for-server.ts'

const BOX: LastOrdersBox = 'last-orders'
const KEY: LastOrdersKey = '/last-orders.json'
const PATIENCE_MS = 5000

const cookies = document.cookie.split('; ')
/** True for a client signed in on this device, and not for an impersonating manager. */
const isClient =
  cookies.includes('is_authenticated=true') &&
  cookies.includes('user_group=client') &&
  !cookies.includes('is_impersonated=true')

async function showLastOrders() {
  const place = document.getElementById('last-orders')
  if (!place || !isClient) return
  const reply = await caches.match(KEY, { cacheName: BOX })
  const kept = (await reply?.json()) as Partial<LastOrders> | undefined
  if (kept?.shape === 1) drawLastOrders(place, kept as LastOrders) // the shape says what it is
}

/** Checks the content of the reply, because a captive portal answers every request. */
async function isThere() {
  const reply = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
  const body = (await reply.json()) as { status?: unknown }
  return body.status === 'ok'
}

const state = document.getElementById('state')
const checkServer = waitForServer({
  isThere,
  leave: () => location.reload(),
  onAsk: (now) => {
    if (state) state.textContent = now === 'asking' ? 'Проверяем соединение…' : 'Соединения пока нет'
  },
})
document.getElementById('retry')?.addEventListener('click', () => void checkServer())
const productName = document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content ?? ''
document.getElementById('product-name')?.append(productName)
document.title += ` | ${productName}`
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySavedTheme)
showLastOrders().catch(reportError)
