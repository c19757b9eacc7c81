import type { notificationDeviceRoutes } from '@artikul/contract/workspace/notification-devices'
import type { Input } from '@artikul/contract/core/route'

export interface BrowserPush {
  state: 'unsupported' | 'denied' | 'ready'
  /** Address of the subscription that this browser has. */
  endpoint: string | null
}

/** Undefined on plain http other than localhost, and while no worker is registered. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer }
  return workers?.getRegistration()
}

export async function ownSubscription(): Promise<PushSubscription | null> {
  const own = (await registration()) as { pushManager?: PushManager } | undefined // absent in some browsers
  return (await own?.pushManager?.getSubscription()) ?? null
}

export async function mayPush(): Promise<BrowserPush> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis) || !(await registration()))
    return { state: 'unsupported', endpoint: null }
  if (Notification.permission === 'denied') return { state: 'denied', endpoint: null }
  return { state: 'ready', endpoint: (await ownSubscription())?.endpoint ?? null }
}

const keyText = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Asks for the permission and subscribes; a subscription made with another key is replaced.
 * @throws when the person or the browser refuses
 */
export async function subscribe(webPushKey: string): Promise<Input<typeof notificationDeviceRoutes.add.body>> {
  const before = await ownSubscription()
  if (before && keyText(before.options.applicationServerKey) !== webPushKey) await before.unsubscribe()
  const pushManager = (await registration())?.pushManager
  if (!pushManager) throw new Error('the browser has no push manager')
  const own = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: webPushKey })
  return { endpoint: own.endpoint, keys: { p256dh: keyText(own.getKey('p256dh')), auth: keyText(own.getKey('auth')) } }
}
